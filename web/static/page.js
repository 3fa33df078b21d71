// What the parts of the page have in common.

export const byId = (id) => document.getElementById(id);

export const part = (node, name) => node.querySelector(`[data-part=${name}]`);

/** What was typed into a field for numbers: a number, null for nothing, or the text itself, for the server to refuse. */
export function typed(field) {
  const text = field?.value.trim() ?? "";
  if (text === "") return null;
  return /^\d+$/.test(text) ? Number(text) : text;
}

/** Writes a text only where it differs, so that a screen reader hears what changed and nothing else. */
export function write(node, text) {
  node.hidden = text === "";
  if (node.textContent.trim() !== text) node.textContent = text;
}

/** A new element from the template `id` with its parts filled. */
export function make(id, texts) {
  const item = byId(id).content.firstElementChild.cloneNode(true);
  for (const [name, text] of Object.entries(texts)) part(item, name).textContent = text;
  return item;
}

/** A button with a text. */
export function button(text, kind = "choice") {
  const made = document.createElement("button");
  made.type = "button";
  made.className = kind;
  made.textContent = text;
  return made;
}

/** Shows a drawing. It is parsed as a picture, never as a page: nothing in it can become a script. */
export function showDrawing(node, svg) {
  const picture = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  node.replaceChildren(document.adoptNode(picture));
}
