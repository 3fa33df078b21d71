// Correcting a play: another reading, any tile, another player, or none at all.

import { button } from "./page.js";
import { choosePlayer, panel } from "./panel.js";
import { isSending } from "./send.js";
import { fill, tile } from "./words.js";

let correct = null;
let play = null; // the one that is being corrected, as it was when the panel was opened
let opener = null; // what had the focus then
let first = null; // the half that was tapped first
let newest = null;

function showChosen(second = "?") {
  correct.part("chosen").textContent = fill("halves", { first: first ?? "?", second });
}

async function change(path, wish) {
  const done = await correct.act(path, { play: play.id, ...wish });
  if (!done) lookAgain();
  return done;
}

async function tapHalf(value) {
  if (first === null) {
    first = value;
    showChosen();
    return;
  }
  const tapped = `${first}-${value}`;
  showChosen(value);
  first = null;
  if (!(await change("/correct", { tile: tapped }))) showChosen();
}

function tileButton(text) {
  const made = button(text);
  made.addEventListener("click", () => change("/correct", { tile: text }));
  return made;
}

function halfButton(value) {
  const made = button(value, "half");
  made.addEventListener("click", () => tapHalf(value));
  return made;
}

function showReadings(tiles) {
  correct.part("others").hidden = tiles.length === 0;
  correct.part("readings").replaceChildren(...tiles.map(tileButton));
}

/** Asks what else the play may have been; what a question offers comes first, and its buttons stay where they are. */
async function askReadings(asked) {
  try {
    const answer = await fetch(`/readings?play=${encodeURIComponent(asked.id)}`, { signal: AbortSignal.timeout(2000) });
    const { tiles = [] } = await answer.json();
    if (play === asked) showReadings([...new Set([...asked.readings, ...tiles])]);
  } catch {
    // Any tile can still be tapped, half by half.
  }
}

function show(state, number) {
  play = state.plays[number];
  first = null;
  const player = state.players[play.player].name;
  correct.title(fill("play", { number: number + 1, player, tile: tile(play) }));
  showReadings(play.readings);
  askReadings(play);
  correct.part("pad").replaceChildren(...Array.from({ length: state.highest + 1 }, (_, value) => halfButton(value)));
  showChosen();
  choosePlayer(correct.part("players"), state.players, play.player, (other) => change("/correct", { player: other }));
}

/** Opens the panel for a play of the state, by its name. */
export function openCorrect(state, id) {
  const number = state.plays.findIndex((each) => each.id === id);
  if (number < 0) return;
  opener = document.activeElement;
  show(state, number);
  correct.open();
}

/** Shows the play as it is now, and says so, where it is another one than the panel shows. */
function lookAgain() {
  if (newest.plays.some((each) => each.id === play.id)) return;
  const place = (id) => id.split(".").slice(0, 2).join(".");
  const number = newest.plays.findIndex((each) => place(each.id) === place(play.id));
  if (number >= 0) show(newest, number);
  correct.refuse(fill("moved_on"));
}

/** Knows the state; somebody else may change the play while the panel is open. */
export function showCorrect(state) {
  newest = state;
  if (correct.dialog.open && !isSending()) lookAgain();
}

/** Gives the focus back to the line of the play where that was made anew meanwhile. */
function refocus() {
  if (opener.isConnected) return; // the browser does it
  const [deal, number] = play.id.split(".");
  document.querySelector(`[data-play^="${deal}.${number}."]`)?.focus({ preventScroll: true });
}

/** Makes the panel ready. */
export function startCorrect() {
  correct = panel("correct");
  correct.dialog.addEventListener("close", refocus);
  correct.part("strike").addEventListener("click", () => change("/strike", {}));
}
