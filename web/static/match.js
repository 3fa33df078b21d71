// A match of the history: followed while it is being played, gone on with, or deleted after being asked twice.

import { byId, write } from "./page.js";
import { panel } from "./panel.js";
import { startPin } from "./pin.js";
import { startRenewing } from "./renew.js";
import { send } from "./send.js";

const address = (what) => `/history/${byId("match").dataset.number}/${what}`;

async function goOn() {
  const answer = await send(address("go-on"), {});
  if (answer?.ok) location.assign("/");
  else if (answer) write(byId("not-gone-on"), answer.words);
}

function startDeleting() {
  const really = panel("really");
  byId("delete").addEventListener("click", () => really.open());
  really.part("yes").addEventListener("click", async () => {
    const answer = await send(address("delete"), {});
    if (answer?.ok) location.assign("/history");
    else if (answer) really.refuse(answer.words);
  });
}

if (byId("pin")) startPin();
if (byId("delete")) startDeleting();
if (byId("match").dataset.stamp) startRenewing();
byId("go-on")?.addEventListener("click", goOn);
