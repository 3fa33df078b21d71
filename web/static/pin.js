// The PIN: asked once of a device that wants to change something.

import { panel } from "./panel.js";
import { askPinWith, enter } from "./send.js";

/** Makes the panel ready, and the one who is asked for the PIN. */
export function startPin() {
  const pin = panel("pin");
  const field = pin.dialog.querySelector("input");
  let finish = null;

  pin.part("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const words = await enter(field.value.trim());
    pin.refuse(words);
    if (words) {
      field.select();
      return;
    }
    finish?.(true);
    pin.dialog.close();
  });
  pin.dialog.addEventListener("close", () => finish?.(false));

  askPinWith(() => new Promise((resolve) => {
    finish = resolve;
    field.value = "";
    pin.open();
    field.focus();
  }));
}
