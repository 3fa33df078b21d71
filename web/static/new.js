// A new game: who sits where, which game, and how it stands where it is under way already.

import { startAim } from "./aim.js";
import { draft, forget, keep } from "./draft.js";
import { gameWish, startGames } from "./games.js";
import { lateWish, lookAgain, showLate, startLate } from "./late.js";
import { byId, write } from "./page.js";
import { start as startPicture } from "./picture.js";
import { startPin } from "./pin.js";
import { opener, others, pairs, seated, showSeats, startSeats } from "./seats.js";
import { send } from "./send.js";

// What this device has filled in already goes before what was played last time.
const setting = { ...JSON.parse(byId("setting").textContent), ...draft() };

function wish() {
  const late = lateWish();
  const begins = { seats: seated(), others: others(), pairs: pairs(), ...gameWish() };
  return late ? { ...begins, ...late } : { ...begins, opener: opener() };
}

function keepDraft() {
  const { game: chosen, options } = gameWish();
  keep({ seats: seated(), others: others(), pairs: byId("pairs").checked, opener: opener(), chosen, options });
}

async function begin(event) {
  event.preventDefault();
  const answer = await send("/new", wish());
  if (!answer) return;
  write(byId("refusal"), answer.ok ? "" : answer.words);
  if (!answer.ok) return;
  forget();
  location.assign("/");
}

function show(game) {
  showSeats(game);
  showLate();
  lookAgain();
}

if (byId("pin")) startPin();
startSeats(setting, showLate);
startLate();
startGames(setting, show);
startPicture();
startAim();
byId("setup").addEventListener("submit", begin);
for (const touched of ["input", "change", "click"]) byId("setup").addEventListener(touched, keepDraft);
