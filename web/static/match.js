// A match of the history: deleted after being asked twice.

import { byId } from "./page.js";
import { panel } from "./panel.js";
import { startPin } from "./pin.js";
import { send } from "./send.js";

function startDeleting() {
  const really = panel("really");
  byId("delete").addEventListener("click", () => really.open());
  really.part("yes").addEventListener("click", async () => {
    const answer = await send(`/history/${byId("match").dataset.number}/delete`, {});
    if (answer?.ok) location.assign("/history");
    else if (answer) really.refuse(answer.words);
  });
}

if (byId("delete")) {
  startPin();
  startDeleting();
}
