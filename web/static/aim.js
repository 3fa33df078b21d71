// The aim: what the camera's picture lacks, and what to do about it, while the camera is being placed.

import { byId, make } from "./page.js";

const EVERY_MS = 1500;

let shown = "";

function finding({ check, grade, text }) {
  const made = make("new-finding", { text });
  made.dataset.check = check;
  made.classList.add(grade);
  return made;
}

async function ask() {
  const answer = await fetch("/aim", { signal: AbortSignal.timeout(5000) });
  const found = await answer.json();
  const now = JSON.stringify(found);
  if (now === shown) return;
  shown = now;
  byId("aim").replaceChildren(...found.map(finding));
}

/** Keeps asking while the page is seen. */
export async function startAim() {
  for (;;) {
    if (document.visibilityState === "visible") await ask().catch(() => {});
    await new Promise((done) => setTimeout(done, EVERY_MS));
  }
}
