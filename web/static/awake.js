// The table's own screen stays on while a page is seen. A phone may sleep.

const OWN = ["localhost", "127.0.0.1", "[::1]"];

async function stayAwake() {
  if (document.visibilityState === "visible") await navigator.wakeLock.request("screen").catch(() => {});
}

if (OWN.includes(location.hostname) && navigator.wakeLock) {
  document.addEventListener("visibilitychange", stayAwake); // the lock is lost with the sight of the page
  stayAwake();
}
