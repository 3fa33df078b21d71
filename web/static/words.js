// The page's sentences, from web/words.py: written once, filled there and here.

const words = JSON.parse(document.getElementById("words").textContent);
const plural = new Intl.PluralRules(document.documentElement.lang);

/** The sentence `name` with `values` in it; a pattern with plural forms is chosen by the value `count`. */
export function fill(name, values = {}) {
  let pattern = words[name];
  if (typeof pattern === "object") pattern = pattern[plural.select(values.count)] ?? pattern.other;
  return pattern.replace(/\{(\w+)\}/g, (_, key) => values[key]);
}

/** Why the play scored what it did: "6 + 4 = 10, 10 points". */
export function why(play) {
  const points = play.points ? fill("points", { count: play.points }) : fill("no_points");
  return play.reason ? fill("why", { reason: play.reason, points }) : points;
}

/** What just happened: a large line and a smaller one, which may be empty. */
export function headline(state) {
  const { last, players, phase } = state;
  const stands = phase === "game over" ? result(state) : fill(phase);
  if (!last) return [stands, ""];
  const played = fill("played", { player: players[last.player].name, tile: last.tile });
  return phase === "playing" ? [played, why(last)] : [stands, fill("in_full", { played, why: why(last) })];
}

/** The points of the last play at a glance, "+10"; empty where it made none, and when the deal is over. */
export function gain({ last, phase }) {
  return last?.points && phase === "playing" ? `+${last.points}` : "";
}

/** What the player at this index is marked with: to play, winner, or nothing (empty). */
export function mark({ phase, winner, turn }, player) {
  if (phase === "game over") return winner === player ? fill("winner") : "";
  return turn === player ? fill("to_play") : "";
}

function result({ winner, players }) {
  if (winner === null) return fill("game over");
  return fill("wins", { player: players[winner].name, score: players[winner].score });
}
