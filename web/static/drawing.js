// The drawing of the layout: which of its tiles a finger meant.

const REACH = 36; // pixels: tiles of a long layout are smaller than a finger on a phone

function distance({ left, right, top, bottom }, x, y) {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

/** The number in the layout of the tile that was tapped, or of the nearest one within reach; undefined for none. */
export function tappedTile(drawing, { clientX, clientY }) {
  let [nearest, closest] = [undefined, REACH];
  for (const tile of drawing.querySelectorAll("[data-index]")) {
    const away = distance(tile.getBoundingClientRect(), clientX, clientY);
    if (away < closest) [nearest, closest] = [Number(tile.dataset.index), away];
  }
  return nearest;
}
