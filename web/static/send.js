// Asks the server to change something: once for one tap, and in words when it could not be done.

import { fill, sentence } from "./words.js";

const NO_ANSWER_MS = 8000;
const DOUBLE_TAP_MS = 400;

let busy = false;
let askPin = async () => false;

/** How this device is asked for the PIN: a function that tells, later, whether it was let in. */
export function askPinWith(ask) {
  askPin = ask;
}

/** Whether a wish is under way: what changes meanwhile is most likely this device's own doing. */
export function isSending() {
  return busy;
}

async function post(path, wish) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(wish),
      signal: AbortSignal.timeout(NO_ANSWER_MS),
    });
    return { ok: answer.ok, ...(await answer.json()) };
  } catch {
    return { ok: false, words: fill("no_answer") };
  }
}

/**
 * Sends a wish, with the PIN asked for where it is needed.
 *
 * The answer has `ok`, and then `changed`, or `words` that say why not. There is no answer (null) to a tap that
 * comes while another is under way or right after it, nor where the PIN was not given.
 */
export async function send(path, wish) {
  if (busy) return null;
  busy = true;
  try {
    let answer = await post(path, wish);
    while (answer.pin_needed) {
      if (!(await askPin())) return null;
      answer = await post(path, wish);
    }
    if (answer.words) answer.words = sentence(answer.words);
    return answer;
  } finally {
    setTimeout(() => { busy = false; }, DOUBLE_TAP_MS);
  }
}

/** Tries a PIN; returns why it was refused, or an empty text. */
export async function enter(pin) {
  const { ok, words } = await post("/pin", { pin });
  return ok ? "" : sentence(words);
}
