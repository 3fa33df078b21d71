// A game that is under way already: the scores so far, whose turn it is, and what lies on the table.

import { gameWish } from "./games.js";
import { button, byId, make, part, showDrawing, typed, write } from "./page.js";
import { chooseSide, pairs, seated, sides } from "./seats.js";
import { fill } from "./words.js";

const late = byId("late");

let turn = null;
let lying = false; // whether the camera reads a layout
let spinner = null;

/** The sides that have a score, by the places of their players. */
function teams() {
  const seats = sides();
  return pairs() ? [[seats[0], seats[2]], [seats[1], seats[3]]] : seats.map((side) => [side]);
}

/** How the game stands, as the server takes it; null where it has not begun. */
export function lateWish() {
  if (!late.open) return null;
  const scores = [...byId("scores").querySelectorAll("input")].map(typed);
  return { late: true, scores, turn: sides().includes(turn) ? turn : sides()[0], lying, spinner };
}

function score(places) {
  const names = seated();
  const [first, second] = places.map((side) => names[side]);
  const side = second === undefined ? first : fill("and", { first, second });
  return make("new-score", { side: fill("score_of", { side }) });
}

function showTurn() {
  chooseSide(part(late, "turn"), sides().includes(turn) ? turn : sides()[0], (side) => {
    turn = side;
    showTurn();
  });
}

/** Shows whom there is to ask about. */
export function showLate() {
  const before = [...byId("scores").querySelectorAll("input")].map((field) => field.value);
  byId("scores").replaceChildren(...teams().map(score));
  byId("scores").querySelectorAll("input").forEach((field, place) => { field.value = before[place] ?? ""; });
  showTurn();
}

function showDoubles(doubles) {
  if (!doubles.includes(spinner)) spinner = doubles[0] ?? null;
  byId("spinner").hidden = doubles.length === 0;
  part(byId("spinner"), "doubles").replaceChildren(...doubles.map((tile) => {
    const choice = button(tile);
    choice.setAttribute("aria-pressed", tile === spinner);
    choice.addEventListener("click", () => {
      spinner = tile;
      showDoubles(doubles);
    });
    return choice;
  }));
}

async function look() {
  const wish = encodeURIComponent(JSON.stringify(gameWish()));
  const answer = await fetch(`/lying?wish=${wish}`).then((reply) => reply.json().then((told) => ({ ok: reply.ok, ...told })))
    .catch(() => ({ ok: false, words: fill("no_answer") }));
  lying = answer.ok;
  byId("lying").closest(".felt").hidden = !lying;
  if (lying) showDrawing(byId("lying"), answer.svg);
  write(byId("lying-words"), lying ? fill("tiles_read", { count: answer.tiles }) : answer.words);
  showDoubles(lying ? answer.doubles : []);
}

/** Makes it ready. */
export function startLate() {
  late.addEventListener("toggle", () => { if (late.open) look(); });
  byId("look").addEventListener("click", look);
}
