// Tiles that are handled without being played: one taken back, turned over, or laid face down.

import { button } from "./page.js";
import { panel } from "./panel.js";

let handle = null;

function choice(state, deed, player, { text, ...tile }) {
  const made = button(text);
  // Where only one player may do it, that one is told with the tile.
  made.addEventListener("click", () => handle.act(`/${deed}`, { stamp: state.stamp, player, ...tile }));
  return made;
}

/** Opens the panel: which tile was it? `deed`: "pick-up", "turn-over" or "face-down"; `title`: what it is called. */
export function openHandle(state, deed, player, title) {
  handle.title(title);
  handle.part("tiles").replaceChildren(...state.handled[deed].map((each) => choice(state, deed, player, each)));
  handle.open();
}

/** Makes the panel ready. */
export function startHandle() {
  handle = panel("handle");
}
