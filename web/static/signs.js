// The signs over the table: a question with its answers, what a correction changed, and why something was refused.

import { byId, make, write } from "./page.js";
import { send } from "./send.js";
import { fill } from "./words.js";

const REPLY_MS = 6000;
const BAR_HEIGHT = 48;
const SETTLE_MS = 500; // an answer that has just taken another's place is not yet what the finger meant

let question = null;
let shown = "";
let shownSince = 0;
let fading = 0;

/** Says for a while what came of a tap, where it can be seen; what the table says already is not said twice. */
export function reply({ ok, changed, words }) {
  clearTimeout(fading);
  const node = byId("reply");
  const aboveSight = document.querySelector(".last").getBoundingClientRect().bottom < BAR_HEIGHT;
  write(node, ok ? changed || fill("done") : words);
  node.classList.toggle("refused", !ok);
  node.classList.toggle("afloat", aboveSight);
  sayOnce();
  fading = setTimeout(() => write(node, ""), REPLY_MS);
}

function sayOnce() {
  const node = byId("reply");
  if (node.classList.contains("afloat")) return;
  if (node.textContent === byId("changed").textContent.trim()) write(node, "");
}

async function answer(event) {
  const tapped = event.target.closest("button");
  if (!tapped || performance.now() - shownSince < SETTLE_MS) return;
  const { key, text } = question.answers.find((each) => each.key === tapped.dataset.key);
  const said = await send("/answer", { question: question.id, key, text });
  if (said) reply(said);
}

function answerButton({ key, text }) {
  const made = make("new-answer", {});
  made.dataset.key = key;
  made.textContent = text;
  return made;
}

/** Shows what the state asks and says. */
export function showSigns(state) {
  write(byId("notice"), state.notice);
  write(byId("changed"), state.changed);
  sayOnce();
  question = state.question;
  const now = JSON.stringify(question);
  if (now === shown) return;
  // The first one came with the page.
  shownSince = shown ? performance.now() : 0;
  shown = now;
  byId("question").hidden = !question;
  if (!question) return;
  write(byId("question-text"), question.text);
  byId("answers").replaceChildren(...question.answers.map(answerButton));
}

byId("answers")?.addEventListener("click", answer); // only the table asks
