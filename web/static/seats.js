// Who sits where: a name at each side of the camera's picture, in the order of turns.

import { button, byId, part } from "./page.js";

const AROUND = ["bottom", "left", "top", "right"];

const field = (side) => byId(`seat-${side}`);
const nameAt = (side) => field(side).value.trim();

let names = [];
let current = "bottom"; // where a tapped name goes
let chosen = null; // the side that opens
let inPairs = "may";
let onChange = () => {};

/** The sides somebody sits at, in the order of turns. */
export const sides = () => AROUND.filter(nameAt);

const atSides = () => sides().map((side) => [side, nameAt(side)]);

/** The name at each side. */
export const seated = () => Object.fromEntries(atSides());

/** The names of those whom no side of the picture is left for; only where the game is for more than four. */
export const others = () => byId("more-players").hidden ? []
  : [...byId("more-players").querySelectorAll("input")].map((input) => input.value.trim()).filter(Boolean);

/** Everybody who plays, in the order of turns: the place, a side or a number of those without one, and the name. */
export const players = () => [...atSides(), ...others().map((name, number) => [`${number}`, name])];

/** The side that opens, or null for the first. */
export const opener = () => (sides().includes(chosen) ? chosen : null);

/** Whether those who sit opposite play together. */
export const pairs = () => players().length === 4 && (inPairs === "always" || (inPairs === "may" && byId("pairs").checked));

/** A button for each of those offered, by place and name, of which one is chosen; `onChoose` is told the place. */
export function choosePlace(node, offered, chosen, onChoose) {
  const focused = [...node.children].indexOf(document.activeElement);
  node.replaceChildren(...offered.map(([place, name]) => {
    const choice = button(name);
    choice.setAttribute("aria-pressed", place === chosen);
    choice.addEventListener("click", () => onChoose(place));
    return choice;
  }));
  node.children[focused]?.focus();
}

function freeSide() {
  if (!nameAt(current)) return current;
  const order = sides().length === 1 ? ["bottom", "top", "left", "right"] : AROUND;
  return order.find((side) => !nameAt(side)) ?? current;
}

function seat(name) {
  const before = AROUND.find((side) => nameAt(side) === name);
  if (before) field(before).value = "";
  const side = before === current ? null : freeSide();
  if (side) field(side).value = name;
  render();
}

function nameButton(name) {
  const made = button(name);
  made.setAttribute("aria-pressed", AROUND.some((side) => nameAt(side) === name));
  made.addEventListener("click", () => seat(name));
  return made;
}

function turnTo(side) {
  current = side;
  for (const each of AROUND) field(each).classList.toggle("current", each === side);
}

function render() {
  const focused = [...byId("names").children].indexOf(document.activeElement);
  byId("names").replaceChildren(...names.map(nameButton));
  byId("names").children[focused]?.focus();
  byId("in-pairs").hidden = sides().length !== 4 || inPairs !== "may";
  byId("opening").hidden = sides().length < 2;
  choosePlace(part(byId("opening"), "opener"), atSides(), opener() ?? sides()[0], (side) => {
    chosen = side;
    render();
  });
  onChange();
}

/** Takes note of which game it is: some are for pairs only, or never. */
export function showSeats(game) {
  inPairs = game.pairs;
  byId("more-players").hidden = Math.max(...game.players) <= AROUND.length;
  render();
}

/** Fills in who sat there last time, and makes the seats ready. */
export function startSeats({ seats, names: known, pairs: paired, opener: opens = null, others: more = [] }, changed) {
  [onChange, names, chosen] = [changed, known, opens];
  for (const side of AROUND) {
    field(side).value = seats[side] ?? "";
    field(side).addEventListener("focus", () => turnTo(side));
    field(side).addEventListener("input", render);
  }
  byId("more-players").querySelectorAll("input").forEach((input, place) => {
    input.value = more[place] ?? "";
    input.addEventListener("input", onChange);
  });
  byId("pairs").checked = paired;
  byId("pairs").addEventListener("change", onChange);
  turnTo(AROUND.find((side) => !nameAt(side)) ?? "bottom");
  render();
}
