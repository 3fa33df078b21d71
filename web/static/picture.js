// The live picture: a snapshot twice a second while it can be seen, and a plain word when it is old.

import { fill } from "./words.js";

const EVERY_MS = 500;
const OLD_SECONDS = 4;
const CHOICE = "show picture";

const figure = document.getElementById("picture");
const image = document.getElementById("snapshot");
const freshness = document.getElementById("freshness");
const chosen = document.getElementById("show-picture");

let taken = 0; // when the picture shown was taken, on this page's clock
let inSight = false;

function age() {
  return (performance.now() - taken) / 1000;
}

function showFreshness() {
  if (image.hidden) return;
  const old = age() > OLD_SECONDS;
  figure.classList.toggle("old", old);
  freshness.textContent = old ? fill("picture_old", { seconds: Math.round(age()) }) : fill("picture_live");
}

async function fetchPicture() {
  const asked = performance.now();
  const answer = await fetch("/snapshot.jpg", { signal: AbortSignal.timeout(5000) });
  if (!answer.ok) return;
  const address = URL.createObjectURL(await answer.blob());
  const before = image.src;
  image.src = address;
  await image.decode();
  if (before) URL.revokeObjectURL(before);
  taken = asked - 1000 * Number(answer.headers.get("Picture-Age"));
  image.hidden = false;
  showFreshness();
}

async function keepFetching() {
  for (;;) {
    const next = performance.now() + EVERY_MS;
    if (document.visibilityState === "visible" && chosen.checked && inSight) {
      // A picture that does not come is no error: the one shown grows old, and says so.
      await fetchPicture().catch(() => {});
    }
    await new Promise((done) => setTimeout(done, Math.max(0, next - performance.now())));
  }
}

/** What this device's user chose last time; a browser that keeps nothing shows the picture. */
function remembered() {
  try {
    return localStorage.getItem(CHOICE) !== "no";
  } catch {
    return true;
  }
}

function choose() {
  figure.hidden = !chosen.checked;
  try {
    localStorage.setItem(CHOICE, chosen.checked ? "yes" : "no");
  } catch {
    // The choice holds until the page is closed.
  }
}

/** Starts the live picture, shown or hidden as this device's user last chose. */
export function start() {
  chosen.checked = remembered();
  chosen.addEventListener("change", choose);
  choose();
  document.getElementById("switch").hidden = false;
  new IntersectionObserver((entries) => { inSight = entries.at(-1).isIntersecting; }).observe(figure);
  setInterval(showFreshness, EVERY_MS); // on its own: a picture that hangs on its way must look old, too
  keepFetching();
}
