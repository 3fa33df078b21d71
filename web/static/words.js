// The page's sentences, from web/words.py: written once, filled there and here, in the reader's language.

const { lang } = document.documentElement;
const words = JSON.parse(document.getElementById("words").textContent);
const plural = new Intl.PluralRules(lang);
const format = new Intl.NumberFormat(lang);

/** A number as the reader writes it. */
export const number = (value) => format.format(value);

/** The sentence `name` with `values` in it; a pattern with plural forms is chosen by the value `count`. */
export function fill(name, values = {}) {
  let pattern = words[name];
  if (typeof pattern === "object") pattern = pattern[plural.select(values.count)] ?? pattern.other;
  return pattern.replace(/\{(\w+)\}/g, (_, key) =>
    typeof values[key] === "number" ? number(values[key]) : values[key]);
}

/** A refusal, which the scorer words as part of a sentence, as a sentence of its own. */
export function sentence(words) {
  const whole = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

/** How many points: "no points", "10 points". */
export function points(count) {
  return count ? fill("points", { count }) : fill("no_points");
}

/** Why the play scored what it did: "6 + 4 = 10, 10 points". */
export function why(play) {
  const scored = points(play.points);
  // A line does not break between a number and what it counts.
  return play.reason ? fill("why", { reason: play.reason, points: scored.replaceAll(" ", "\u00a0") }) : scored;
}

/** The tile of a play, with a "?" where it is in doubt. */
export function tile(play) {
  return play.doubtful ? fill("doubtful", { tile: play.tile }) : play.tile;
}

/** Which tiles of the drawing are in doubt; empty where none is. */
export function doubts({ plays }) {
  const tiles = plays.filter((play) => play.doubtful).map((play) => play.tile);
  return tiles.length ? fill("doubts", { tiles: tiles.join(", ") }) : "";
}

/** What just happened: a large line, a smaller one, and what is only for ears; the last two may be empty. */
export function headline(state) {
  const { last, players, phase } = state;
  const stands = phase === "game over" ? result(state) : fill(phase);
  if (!last) return [stands, "", ""];
  const played = fill("played", { player: players[last.player].name, tile: tile(last) });
  if (phase !== "playing") return [stands, fill("in_full", { played, why: why(last) }), ""];
  // What it scored is to be seen beside it.
  return last.points ? [played, last.reason, points(last.points)] : [played, why(last), ""];
}

/** The points of the last play at a glance, "+10"; empty where it made none, and when the deal is over. */
export function gain({ last, phase }) {
  return last?.points && phase === "playing" ? `+${number(last.points)}` : "";
}

/** What the player at this index is marked with: to play, winner, or nothing (empty). */
export function mark({ phase, winner, losers, turn }, player) {
  if (phase === "game over") return losers.includes(player) ? fill("loser") : winner === player ? fill("winner") : "";
  return turn === player ? fill("to_play") : "";
}

/** Who won the finished game, and with how many points; without one winner what came of it. */
export function result({ winner, losers, outcome, players }) {
  if (winner === null || losers.length > 0) return outcome || fill("game over");
  return fill("wins", { player: players[winner].name, score: players[winner].score });
}

/** Whether it is time to set up a game: none was begun yet, or this one is over. */
export const begins = ({ phase, begun }) => phase === "game over" || (phase === "waiting" && !begun);
