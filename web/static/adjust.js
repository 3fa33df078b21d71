// Changing a score by hand: whose, by how many points, and why.

import { choosePlayer, panel } from "./panel.js";
import { fill, number } from "./words.js";

let adjust = null;
let state = null; // as it was when the panel was opened
let newest = null;
let player = 0;
let points = 0;

function render() {
  choosePlayer(adjust.part("players"), state.players, player, (chosen) => {
    player = chosen;
    render();
  });
  const { score } = state.players[player];
  adjust.part("points").textContent = `${number(score)} \u2192 ${number(score + points)}`;
}

async function send(event) {
  event.preventDefault();
  const reason = adjust.dialog.querySelector("input").value.trim() || fill("by_hand");
  if (!(await adjust.act("/adjust", { stamp: state.stamp, player, points, reason }))) {
    state = newest;
    render();
  }
}

/** Opens the panel. */
export function openAdjust() {
  [state, player, points] = [newest, newest.turn ?? 0, 0];
  adjust.dialog.querySelector("input").value = "";
  adjust.open();
  render();
}

/** Knows the state for when the panel is opened. */
export function showAdjust(now) {
  newest = now;
}

/** Makes the panel ready. */
export function startAdjust() {
  adjust = panel("adjust");
  adjust.part("form").addEventListener("submit", send);
  adjust.part("steps").addEventListener("click", ({ target }) => {
    if (!target.dataset.step) return;
    points += Number(target.dataset.step);
    render();
  });
}
