// Keeps the page in step with the server: an event stream, and while there is none, a question every second.

const SILENCE_MS = 6000; // three missed heartbeats
const POLL_MS = 1000;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 15000;

async function ask(address) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(2000) });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

/**
 * Follows the match while the page is visible.
 *
 * onState and onCamera are handed what the server says; onLive(true or false) tells whether what is shown is
 * the present. The state is taken as it comes, never compared with an earlier one: a restarted server counts
 * its versions anew.
 */
export function follow({ onState, onCamera, onLive }) {
  let stream = null;
  let asking = null; // the round of questions going on; a new object for each, so that an old one knows its end
  let live = null;
  let retryMs = FIRST_RETRY_MS;
  let silence = 0;
  let retry = 0;

  function setLive(now) {
    if (now !== live) onLive((live = now));
  }

  function heard() {
    stopAsking();
    retryMs = FIRST_RETRY_MS;
    clearTimeout(silence);
    silence = setTimeout(lost, SILENCE_MS);
    setLive(true);
  }

  function open() {
    close();
    stream = new EventSource("/events");
    stream.addEventListener("state", (event) => { onState(JSON.parse(event.data)); heard(); });
    stream.addEventListener("camera", (event) => { onCamera(JSON.parse(event.data)); heard(); });
    stream.addEventListener("error", lost);
    silence = setTimeout(lost, SILENCE_MS);
  }

  function close() {
    clearTimeout(silence);
    clearTimeout(retry);
    stream?.close();
    stream = null;
  }

  function lost() {
    close();
    retry = setTimeout(open, retryMs);
    retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
    if (!asking) keepAsking();
  }

  function stopAsking() {
    asking = null;
  }

  async function keepAsking() {
    const round = (asking = {});
    while (asking === round) {
      try {
        const [state, camera] = await Promise.all([ask("/state"), ask("/camera")]);
        if (asking !== round) return; // the stream came back meanwhile and knows better
        onState(state);
        onCamera(camera);
        if (live === false) { // the server is back, so the stream may be too
          retryMs = FIRST_RETRY_MS;
          open();
        }
        setLive(true);
      } catch {
        if (asking === round) setLive(false);
      }
      await new Promise((done) => setTimeout(done, POLL_MS));
    }
  }

  const isVisible = () => document.visibilityState === "visible";

  /** The device has lost its network. The table's own screen, which needs none, is told otherwise by the next answer. */
  function cutOff() {
    if (!isVisible()) return;
    setLive(false);
    lost();
  }

  function followWhileVisible() {
    if (isVisible()) {
      open();
    } else { // a phone in a pocket needs no stream, and what it shows when it comes out is old
      close();
      stopAsking();
      setLive(false);
    }
  }

  document.addEventListener("visibilitychange", followWhileVisible);
  addEventListener("offline", cutOff);
  addEventListener("online", followWhileVisible);
  followWhileVisible();
}
