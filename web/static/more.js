// More: a pass, a draw, tiles handled, a claim, who opens the next deal, another game, and the ways to what has a panel of its own.

import { openAdjust } from "./adjust.js";
import { openCorrect } from "./correct.js";
import { openEnding } from "./ending.js";
import { openHandle } from "./handle.js";
import { byId } from "./page.js";
import { choosePlayer, panel } from "./panel.js";
import { fill, points } from "./words.js";

const DEEDS = ["pass", "draw", "claim", "deal", "again"];
const BY_SOMEBODY = ["pass", "draw", "claim", "deal"];
const TILES_HANDLED = ["pick-up", "turn-over", "face-down"];

let more = null;
let state = null; // as it was when the panel was opened: nothing changes under a finger
let newest = null;
let player = 0;

function render() {
  const { may, players, last, handled } = state;
  choosePlayer(more.part("players"), players, player, (number) => {
    player = number;
    render();
  });
  for (const deed of DEEDS) more.dialog.querySelector(`[data-do=${deed}]`).hidden = !may[deed];
  for (const deed of TILES_HANDLED) more.dialog.querySelector(`[data-handle=${deed}]`).hidden = !handled[deed].length;
  more.dialog.querySelector("[data-do=claim]").textContent = fill("claims", { points: points(last?.points ?? 0) });
  more.part("who").hidden = !BY_SOMEBODY.some((deed) => may[deed]);
  more.part("last").hidden = !last;
  more.part("clear").hidden = !may.deal;
  more.part("ending").hidden = !may.finish;
}

function look() {
  state = newest;
  player = state.turn ?? state.opener ?? 0;
  render();
}

async function act(deed) {
  const wish = { stamp: state.stamp, player };
  if (!(await more.act(`/${deed}`, deed === "draw" ? { ...wish, tiles: 1 } : wish))) look();
}

function tap({ target }) {
  const { do: deed, end: how, handle } = target.dataset;
  if (deed) act(deed);
  if (handle) {
    more.dialog.close();
    openHandle(state, handle, player, target.textContent);
  }
  if (how) {
    more.dialog.close();
    openEnding(newest, how);
  }
  if (target === more.part("adjust")) {
    more.dialog.close();
    openAdjust();
  }
  if (target === more.part("last")) {
    more.dialog.close();
    openCorrect(newest, newest.last?.id);
  }
}

/** Knows the state for when the panel is opened. */
export function showMore(now) {
  newest = now;
}

/** Makes the panel and its button ready. */
export function startMore() {
  more = panel("more");
  more.dialog.addEventListener("click", tap);
  byId("open-more").addEventListener("click", () => {
    look();
    more.open();
  });
}
