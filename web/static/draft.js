// What was filled in on the page of a new game and not begun yet: kept on this device for an hour.

const PLACE = "new game";
const KEPT_MS = 3600_000;

/** What was filled in last and not begun; null for nothing, or where this browser keeps nothing. */
export function draft() {
  try {
    const { at, ...filled } = JSON.parse(localStorage.getItem(PLACE));
    return Date.now() - at < KEPT_MS ? filled : null;
  } catch {
    return null;
  }
}

/** Keeps what is filled in now. */
export function keep(filled) {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ at: Date.now(), ...filled }));
  } catch {
    // It lasts until the page is left.
  }
}

/** Forgets it: the game has begun. */
export function forget() {
  try {
    localStorage.removeItem(PLACE);
  } catch {
    // Nothing was kept.
  }
}
