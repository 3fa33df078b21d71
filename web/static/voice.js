// What can be heard: scores as they change, and a sound when somebody is asked. Both only where this device wants them.

import { byId } from "./page.js";
import { fill, number, points, result } from "./words.js";

const NOTES = [660, 880]; // Hz
const NOTE_SECONDS = 0.14;
const QUIET = 0.2;

let before = null;
let audio = null;

/** What this device's user chose; a browser that keeps nothing stays silent. */
function wants(choice) {
  try {
    return localStorage.getItem(choice) === "yes";
  } catch {
    return byId(choice).checked;
  }
}

/** The words for what changed between two states of the match; empty where there is nothing to say. */
export function changesInWords(then, now) {
  if (now.phase === "game over" && then.phase !== "game over") return result(now);
  if (now.phase === "deal over" && then.phase === "playing") return now.notice;
  const laid = now.plays.length > then.plays.length ? now.last : null;
  if (laid) return laid.points ? fill("spoken", { player: now.players[laid.player].name, points: points(laid.points) }) : "";
  if (now.players.length !== then.players.length) return "";
  const changed = now.players.filter(({ name, score }, player) =>
    name === then.players[player].name && score !== then.players[player].score);
  return changed.map(({ name, score }) => `${name} ${number(score)}`).join(", ");
}

function say(words) {
  const speech = new SpeechSynthesisUtterance(words);
  speech.lang = document.documentElement.lang;
  speechSynthesis.cancel(); // what was on its way is old
  speechSynthesis.speak(speech);
}

function wake() {
  audio ??= new AudioContext();
  audio.resume();
}

function chime() {
  wake();
  const loud = audio.createGain();
  loud.gain.value = QUIET;
  loud.connect(audio.destination);
  NOTES.forEach((pitch, place) => {
    const tone = audio.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(loud);
    tone.start(audio.currentTime + place * NOTE_SECONDS);
    tone.stop(audio.currentTime + (place + 1) * NOTE_SECONDS);
  });
}

/** Lets be heard what is new in this state. */
export function hear(now) {
  const then = before;
  before = now;
  if (!then) return;
  if (wants("say-scores")) {
    const words = changesInWords(then, now);
    if (words) say(words);
  }
  if (wants("sound") && now.question && now.question.id !== then.question?.id) chime();
}

function start(choice, onChosen) {
  const box = byId(choice);
  box.checked = wants(choice);
  box.addEventListener("change", () => {
    try {
      localStorage.setItem(choice, box.checked ? "yes" : "no");
    } catch {
      // The choice holds until the page is closed.
    }
    if (box.checked) onChosen();
  });
}

/** Makes the switches ready. A browser lets nothing be heard before the first tap. */
export function startVoice() {
  start("say-scores", () => { if (before) say(before.players.map(({ name, score }) => `${name} ${number(score)}`).join(", ")); });
  start("sound", chime);
  byId("say-scores").closest("label").hidden = !("speechSynthesis" in window);
  byId("switches").hidden = false;
  if (wants("sound")) addEventListener("pointerdown", wake, { once: true });
}
