// The table: shows the match as it stands, at once when it changes.

import { follow } from "./live.js";
import { start as startPicture } from "./picture.js";
import { fill, gain, headline, mark, why } from "./words.js";

const byId = (id) => document.getElementById(id);

/** Writes a text only where it differs, so that a screen reader hears what changed and nothing else. */
function write(node, text) {
  node.hidden = text === "";
  if (node.textContent.trim() !== text) node.textContent = text;
}

/** A new element from the template `id` with its parts filled. */
function make(id, texts) {
  const item = byId(id).content.firstElementChild.cloneNode(true);
  for (const [part, text] of Object.entries(texts)) item.querySelector(`[data-part=${part}]`).textContent = text;
  return item;
}

function player({ name, score }, marked) {
  const item = make("new-player", { name, score, mark: marked });
  item.classList.toggle("marked", marked !== "");
  item.querySelector("[data-part=mark]").hidden = marked === "";
  return item;
}

/** An open end with what it adds to the sum; a blank adds nothing and counts all the same. */
function openEnd({ tile, value, counts }) {
  const item = make("new-end", { tile, counts });
  item.classList.toggle("idle", value > 0 && counts === 0);
  return item;
}

function play(made, players) {
  const item = make("new-play", { tile: made.tile, name: players[made.player].name, why: why(made) });
  item.classList.toggle("scored", made.points > 0);
  return item;
}

let drawn = "";

/** The drawing is parsed as a picture, never as a page: nothing in it can become a script. */
function draw(svg) {
  if (svg === drawn) return;
  drawn = svg;
  const picture = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  byId("drawing").replaceChildren(document.adoptNode(picture));
}

function show(state) {
  const { players } = state;
  write(byId("notice"), state.notice);
  byId("players").replaceChildren(...players.map((each, index) => player(each, mark(state, index))));

  const [large, small] = headline(state);
  write(document.querySelector("[data-part=headline]"), large);
  write(document.querySelector("[data-part=detail]"), small);
  write(byId("gain"), gain(state));

  draw(state.svg);
  byId("sum").hidden = state.layout === "";
  byId("ends").replaceChildren(...state.open_ends.map(openEnd));
  byId("end-sum").textContent = state.end_sum;
  byId("plays").replaceChildren(...state.plays.map((each) => play(each, players)).reverse());
}

function showLive(live) {
  write(byId("link"), fill(live ? "live" : "reconnecting"));
  document.body.classList.toggle("stale", !live);
}

follow({
  onState: show,
  onCamera: ({ status }) => write(byId("camera-status"), status),
  onLive: showLive,
});
startPicture();
