// The page of the match that is being played: asks now and then, and takes over what has changed.

import { byId, write } from "./page.js";
import { fill } from "./words.js";

const ASK_MS = 3000;
const ANSWER_MS = 2000;
const PAGE_MS = 8000;

let next = 0;

async function ask(address, patience) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(patience) });
  if (answer.status >= 500) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/** Takes over the parts of the page that differ; what has the focus stays where nothing changed. */
async function renew() {
  const answer = await ask(location.href, PAGE_MS);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [shown, now] = [byId("match"), page.getElementById("match")];
  if (!now?.dataset.stamp) { // another match is being played: this one has other buttons now
    location.reload();
    return;
  }
  const parts = [...now.children];
  [...shown.children].forEach((part, place) => { if (!part.isEqualNode(parts[place])) part.replaceWith(parts[place]); });
  shown.dataset.stamp = now.dataset.stamp;
}

function showLive(live) {
  write(byId("link"), fill(live ? "live" : "reconnecting"));
  document.body.classList.toggle("stale", !live);
}

async function look() {
  clearTimeout(next);
  if (document.visibilityState !== "visible") { // what it shows when it is looked at again is old
    showLive(false);
    return;
  }
  try {
    const { stamp } = await (await ask("/state", ANSWER_MS)).json();
    if (stamp !== byId("match").dataset.stamp) await renew();
    showLive(true);
  } catch {
    showLive(false);
  }
  clearTimeout(next); // an event may have asked meanwhile, too
  next = setTimeout(look, ASK_MS);
}

/** Keeps the page in step with the match while it is visible, and says so. */
export function startRenewing() {
  document.addEventListener("visibilitychange", look);
  addEventListener("online", look);
  addEventListener("offline", look);
  look();
}
