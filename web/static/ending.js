// The end of a deal: who went out, and the pips, or the tiles, left in every hand that counts.

import { make, typed, write } from "./page.js";
import { choosePlayer, panel } from "./panel.js";
import { send } from "./send.js";
import { fill } from "./words.js";

const PAUSE_MS = 250;

let ending = null;
let state = null; // as it was when the panel was opened
let newest = null;
let how = "domino";
let out = 0;
let fields = []; // by player; none for a hand that decides nothing
let current = null; // the field that the digits of the panel go to
let pause = 0;

/** The tiles in a field, "6-6 1-2" or "6-6-1-2", as they are for the server to refuse; null for one number: pips. */
function tilesIn(field) {
  const text = field?.value.trim() ?? "";
  if (!/\d[-\s]/.test(text)) return null;
  const halves = text.split(/[-\s]+/);
  return halves.flatMap((half, number) => (number % 2 ? [] : [`${half}-${halves[number + 1] ?? ""}`]));
}

function wish() {
  const tiles = fields.map(tilesIn);
  const told = { how, pips: fields.map((field, player) => (tiles[player] ? null : typed(field))), tiles };
  return how === "domino" ? { ...told, player: out } : told;
}

/** Asks what the deal would be worth, and says it: "Ana went out: 22 pips, 20 points". */
async function count() {
  const asked = JSON.stringify(wish());
  try {
    const answer = await fetch(`/count?wish=${encodeURIComponent(asked)}`, { signal: AbortSignal.timeout(2000) });
    const { counted = "" } = await answer.json();
    if (asked === JSON.stringify(wish())) write(ending.part("counted"), counted);
  } catch {
    write(ending.part("counted"), ""); // it is told when the deal is counted
  }
}

function countSoon() {
  clearTimeout(pause);
  pause = setTimeout(count, PAUSE_MS);
}

function turnTo(field) {
  current = field;
  for (const each of fields) each?.classList.toggle("current", each === field);
}

function hand(player, before) {
  const made = make("new-hand", { name: state.players[player].name });
  const field = made.querySelector("input");
  field.value = before ?? "";
  field.addEventListener("input", () => {
    // The digits of a phone come with a point or a comma only.
    if (/[.,]/.test(field.value)) field.value = field.value.replace(/[.,]/g, "-");
    countSoon();
  });
  field.addEventListener("focus", () => turnTo(field));
  fields[player] = field;
  return made;
}

function render() {
  const before = fields.map((field) => field?.value);
  fields = state.players.map(() => null);
  const counted = how === "domino" ? state.hands.domino[out] : state.hands.blocked[0];
  choosePlayer(ending.part("players"), state.players, out, (player) => {
    out = player;
    render();
  });
  ending.part("out").hidden = how !== "domino";
  ending.part("left").hidden = counted.length === 0;
  ending.part("hands").replaceChildren(...counted.map((player) => hand(player, before[player])));
  turnTo(fields.find((field) => field?.value === "") ?? null);
  count();
}

function tapDigit(event) {
  const key = event.target.closest("button");
  if (!key || !current) return;
  if ("next" in key.dataset) {
    const there = fields.filter(Boolean);
    turnTo(there[(there.indexOf(current) + 1) % there.length]);
    return;
  }
  const { digit } = key.dataset;
  current.value = digit ? (current.value + digit).slice(0, current.maxLength) : current.value.slice(0, -1);
  countSoon();
}

function inWords([player, { tiles, sure }]) {
  const hand = fill("hand", { player: state.players[player].name, tiles: tiles.join(", ") });
  return sure ? hand : fill("doubtful", { tile: hand });
}

/** Has the camera read the hands that lie open; they can be typed over. */
async function readHands() {
  const answer = await send("/hands", { stamp: state.stamp });
  if (!answer) return;
  ending.refuse(answer.ok ? "" : answer.words);
  if (!answer.ok) return;
  const hands = Object.entries(answer.hands).filter(([player]) => fields[player]);
  for (const [player, { tiles }] of hands) fields[player].value = tiles.join(" ") || "0";
  write(ending.part("shown"), hands.length ? hands.map(inWords).join("; ") : fill("no_hands"));
  count();
}

async function finish(event) {
  event.preventDefault();
  if (!(await ending.act("/finish", { stamp: state.stamp, ...wish() }))) state = newest;
}

/** Opens the panel; `ended`: "domino" or "blocked". */
export function openEnding(now, ended) {
  [state, how, fields] = [now, ended, []];
  write(ending.part("shown"), "");
  out = state.last?.player ?? 0;
  ending.title(fill(how));
  ending.open();
  render();
}

/** Knows the state for when the one that the panel was opened with is not the present. */
export function showEnding(now) {
  newest = now;
}

/** Makes the panel ready. */
export function startEnding() {
  ending = panel("ending");
  ending.part("form").addEventListener("submit", finish);
  ending.part("digits").addEventListener("click", tapDigit);
  ending.part("read").addEventListener("click", readHands);
  // A digit that is tapped leaves the focus where it is.
  ending.part("digits").addEventListener("pointerdown", (event) => event.preventDefault());
}
