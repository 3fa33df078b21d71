// The table: shows the match as it stands, at once when it changes.

import { showAdjust, startAdjust } from "./adjust.js";
import { openCorrect, showCorrect, startCorrect } from "./correct.js";
import { tappedTile } from "./drawing.js";
import { showEnding, startEnding } from "./ending.js";
import { startHandle } from "./handle.js";
import { follow } from "./live.js";
import { showMore, startMore } from "./more.js";
import { byId, make, showDrawing, write } from "./page.js";
import { start as startPicture } from "./picture.js";
import { startPin } from "./pin.js";
import { send } from "./send.js";
import { reply, showSigns } from "./signs.js";
import { hear, startVoice } from "./voice.js";
import { begins, doubts, fill, gain, headline, mark, number, tile, why } from "./words.js";

const tools = byId("tools"); // not there where this device may only look
let state = null;

function player({ name, score }, marked) {
  const item = make("new-player", { name, score: number(score), mark: marked });
  item.classList.toggle("marked", marked !== "");
  item.querySelector("[data-part=mark]").hidden = marked === "";
  return item;
}

/** An open end with what it adds to the sum; a blank adds nothing and counts all the same. */
function openEnd({ tile, value, counts }) {
  const item = make("new-end", { tile, counts: number(counts) });
  item.classList.toggle("idle", value > 0 && counts === 0);
  return item;
}

function play(made, players) {
  const item = make("new-play", { tile: tile(made), name: players[made.player].name, why: why(made) });
  item.classList.toggle("scored", made.points > 0);
  item.classList.toggle("doubtful", made.doubtful);
  item.querySelector(".line").dataset.play = made.id;
  return item;
}

let listed = "";

/** Lists the plays anew only where one differs, and keeps the focus on the play that has it. */
function list({ plays, players }) {
  const now = JSON.stringify([plays, players.map((each) => each.name)]);
  if (now === listed) return;
  listed = now;
  const nodes = byId("plays");
  const fromFirst = [...nodes.querySelectorAll(".line")].reverse().indexOf(document.activeElement);
  nodes.replaceChildren(...plays.map((each) => play(each, players)).reverse());
  if (fromFirst >= 0) [...nodes.querySelectorAll(".line")].reverse()[fromFirst]?.focus();
}

let drawn = "";

function draw(svg) {
  if (svg === drawn) return;
  drawn = svg;
  showDrawing(byId("drawing"), svg);
}

function show(now) {
  state = now;
  hear(state);
  const { players, game, goal } = state;
  showSigns(state);
  write(byId("rules"), fill("rules", { game, goal }));
  byId("players").replaceChildren(...players.map((each, index) => player(each, mark(state, index))));

  const [large, small, ears] = headline(state);
  write(document.querySelector("[data-part=headline]"), large);
  write(document.querySelector("[data-part=detail]"), small);
  write(document.querySelector("[data-part=ears]"), ears);
  write(byId("gain"), gain(state));

  draw(state.svg);
  write(byId("doubts"), doubts(state));
  byId("sum").hidden = state.layout === "";
  byId("ends").replaceChildren(...state.open_ends.map(openEnd));
  byId("end-sum").textContent = number(state.end_sum);
  list(state);
  byId("again").hidden = !begins(state);
  byId("again").classList.toggle("quiet", state.phase !== "game over");
  if (tools) showTools();
}

function showTools() {
  byId("undo").disabled = !state.may.undo;
  byId("redo").disabled = !state.may.redo;
  showCorrect(state);
  showMore(state);
  showEnding(state);
  showAdjust(state);
}

async function undoOrRedo(path) {
  const answer = await send(path, { stamp: state.stamp });
  if (answer) reply(answer);
}

function startTools() {
  startPin();
  startCorrect();
  startEnding();
  startAdjust();
  startHandle();
  startMore();
  byId("undo").addEventListener("click", () => undoOrRedo("/undo"));
  byId("redo").addEventListener("click", () => undoOrRedo("/redo"));
  byId("plays").addEventListener("click", (event) => {
    const line = event.target.closest("[data-play]");
    if (line) openCorrect(state, line.dataset.play);
  });
  byId("drawing").classList.add("tappable");
  byId("drawing").addEventListener("click", (event) => {
    const index = tappedTile(byId("drawing"), event);
    openCorrect(state, state.plays.find((each) => each.index === index)?.id);
  });
  // A short way for fingers; keys reach the same by the list and by More.
  const last = document.querySelector(".last");
  last.classList.add("tappable");
  last.addEventListener("click", () => openCorrect(state, state.last?.id));
}

function showLive(live) {
  write(byId("link"), fill(live ? "live" : "reconnecting"));
  document.body.classList.toggle("stale", !live);
  // Before the first word of the server nothing can be changed.
  if (tools && state) tools.hidden = false;
}

if (tools) startTools();
follow({
  onState: show,
  onCamera: ({ status }) => write(byId("camera-status"), status),
  onLive: showLive,
});
startPicture();
startVoice();
