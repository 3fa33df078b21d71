// A game that is under way already: the scores so far, whose turn it is, and what lies on the table.

import { gameWish } from "./games.js";
import { button, byId, make, part, showDrawing, typed, write } from "./page.js";
import { choosePlace, pairs, players } from "./seats.js";
import { fill, sentence } from "./words.js";

const late = byId("late");

let turn = null;
let lying = false; // whether the camera reads a layout
let spinner = null;

/** Whose turn it is, by number in the order of turns: the first player's where nobody who plays was chosen. */
const turnNumber = () => Math.max(0, players().findIndex(([place]) => place === turn));

/** The sides that have a score, by the names of their players. */
function teams() {
  const names = players().map(([, name]) => name);
  return pairs() ? [[names[0], names[2]], [names[1], names[3]]] : names.map((name) => [name]);
}

/** How the game stands, as the server takes it; null where it has not begun. */
export function lateWish() {
  if (!late.open) return null;
  const scores = [...byId("scores").querySelectorAll("input")].map(typed);
  return { late: true, scores, turn: turnNumber(), lying, spinner };
}

function score([first, second]) {
  const side = second === undefined ? first : fill("and", { first, second });
  return make("new-score", { side: fill("score_of", { side }) });
}

function showTurn() {
  choosePlace(part(late, "turn"), players(), players()[turnNumber()]?.[0], (place) => {
    turn = place;
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
  write(byId("lying-words"), lying ? fill("tiles_read", { count: answer.tiles }) : sentence(answer.words));
  showDoubles(lying ? answer.doubles : []);
}

/** Looks what lies there by the rules of another game, where that is asked for. */
export function lookAgain() {
  if (late.open) look();
}

/** Makes it ready. */
export function startLate() {
  late.addEventListener("toggle", lookAgain);
  byId("look").addEventListener("click", look);
}
