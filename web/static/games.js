// Which game, and what the table agreed on: the first choice of everything is the usual one.

import { byId, make, part } from "./page.js";

let games = [];
let onGame = () => {};

const game = () => games.find(({ key }) => key === byId("game").value);

const selects = () => document.querySelectorAll("[data-option]");

/** What is to be played, as the server takes it: only what differs from the usual. */
export function gameWish() {
  const chosen = [...selects()].filter((select) => select.selectedIndex > 0);
  return { game: game().key, options: Object.fromEntries(chosen.map((select) => [select.dataset.option, select.value])) };
}

function fillSelect(select, choices) {
  select.replaceChildren(...choices.map(({ key, text }) => new Option(text, key)));
}

function option({ key, question, choices }) {
  const made = make("new-option", { question });
  const select = made.querySelector("select");
  select.dataset.option = key;
  fillSelect(select, choices);
  return made;
}

function show() {
  const { description, options } = game();
  byId("about").textContent = description;
  byId("how").href = `/games/${game().key}`;
  // How many points is what everybody asks first.
  const [target, others] = [options.find(({ key }) => key === "target"), options.filter(({ key }) => key !== "target")];
  byId("target-option").hidden = !target;
  byId("target-option").replaceChildren(...(target ? option(target).childNodes : []));
  byId("options").replaceChildren(...others.map(option));
  byId("options").closest("details").hidden = others.length === 0;
  onGame(game());
}

/** Offers the games, the last one first chosen, as it was agreed on then; `changed` is told the game. */
export function startGames(setting, changed) {
  games = setting.games;
  onGame = changed;
  fillSelect(byId("game"), games.map(({ key, name }) => ({ key, text: name })));
  const last = games.find(({ key, name }) => (setting.chosen ? key === setting.chosen : name === setting.game));
  if (last) byId("game").value = last.key;
  byId("game").addEventListener("change", show);
  show();
  for (const select of selects()) {
    const agreed = setting.options?.[select.dataset.option];
    if ([...select.options].some(({ value }) => value === agreed)) select.value = agreed;
  }
  // What is not usual is seen.
  byId("options").closest("details").open = [...byId("options").querySelectorAll("select")].some(
    ({ selectedIndex }) => selectedIndex > 0);
}
