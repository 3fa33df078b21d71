// The table's own screen stays on while the page is seen. A phone may sleep.

const OWN = ["localhost", "127.0.0.1", "[::1]"];

async function stayAwake() {
  if (document.visibilityState === "visible") await navigator.wakeLock.request("screen").catch(() => {});
}

/** Keeps the screen on, where this is the table's own. */
export function startAwake() {
  if (!OWN.includes(location.hostname) || !navigator.wakeLock) return;
  document.addEventListener("visibilitychange", stayAwake); // the lock is lost with the sight of the page
  stayAwake();
}
