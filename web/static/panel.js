// Panels: dialogs beside the scores. The browser keeps the focus in them and closes them with Escape.

import { byId, button, part, write } from "./page.js";
import { send } from "./send.js";
import { reply } from "./signs.js";

function isBeside(dialog, { clientX, clientY }) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** The panel `id`, closed by its own button and by a tap beside it. */
export function panel(id) {
  const dialog = byId(id);
  const refuse = (words) => write(part(dialog, "refusal"), words);
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  dialog.addEventListener("pointerdown", (event) => { if (isBeside(dialog, event)) dialog.close(); });
  return {
    dialog,
    part: (name) => part(dialog, name),
    title: (text) => { byId(`${id}-title`).textContent = text; },
    refuse,
    open() {
      refuse("");
      if (!dialog.open) dialog.showModal();
    },
    /** Sends a wish; closes and says what changed, or stays open, says why not, and is false. */
    async act(path, wish) {
      const answer = await send(path, wish);
      if (!answer) return true;
      if (answer.ok) {
        dialog.close();
        reply(answer);
      } else {
        refuse(answer.words);
        dialog.scrollTop = 0;
      }
      return answer.ok;
    },
  };
}

/** Shows the players as buttons of which one is chosen; `onChoose` is told the number of another. */
export function choosePlayer(node, players, chosen, onChoose) {
  const focused = [...node.children].indexOf(document.activeElement);
  node.replaceChildren(...players.map(({ name }, number) => {
    const choice = button(name);
    choice.setAttribute("aria-pressed", number === chosen);
    choice.addEventListener("click", () => { if (number !== chosen) onChoose(number); });
    return choice;
  }));
  node.children[focused]?.focus();
}
