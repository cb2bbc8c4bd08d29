// The little that is needed to build elements. Styles and handlers are set as properties: no markup from outside.

/**
 * An element.
 * @param {string} tag
 * @param {Record<string, any>} [properties] `class`, `html` (only of our own making), `on` (handlers), `data`,
 *   `aria-…` and other attributes; `null`, `undefined` and `false` leave an attribute away
 * @param {...(Node | string | number | null | undefined | false)} children nothing is made of the empty ones
 * @returns {any} the element, of whatever kind
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  const { class: classes, html, on = {}, data = {}, ...attributes } = properties;
  if (classes) element.className = classes;
  if (html) element.innerHTML = html;
  for (const [name, handler] of Object.entries(on)) element.addEventListener(name, handler);
  Object.assign(element.dataset, data);
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  const wanted = children.filter((child) => child || child === 0);
  element.append(...(tag === "option" ? wanted : wanted.flatMap(whole))); // an option holds text alone
  return element;
}

/** What French never parts at the end of a line: a word and the punctuation behind its space, a guillemet and its word. */
const TOGETHER = /\S+(?:(?<=«) \S+| [:;!?»]\S*)+/g;
const LONGEST = 24; // letters of a word that fits every line; a longer one has to be parted somewhere

/** A child as it is put in: in a text, what no line may part is kept together, and every space stays an ordinary one. */
function whole(child) {
  if (typeof child !== "string" || !/« | [:;!?»]/.test(child)) return [child];
  const parts = [];
  let from = 0;
  for (const { 0: kept, index } of child.matchAll(TOGETHER)) {
    if (kept.split(" ").some(({ length }) => length > LONGEST)) continue;
    const span = document.createElement("span");
    span.className = "together";
    span.textContent = kept;
    parts.push(child.slice(from, index), span);
    from = index + kept.length;
  }
  return [...parts, child.slice(from)].filter(Boolean);
}

/** Makes a text all that an element holds. */
export const word = (element, text) => element.replaceChildren(...figures(text).flatMap(whole));

/** Gives an attribute its value, or takes it away. */
export function set(element, name, value) {
  const absent = value === null || value === undefined || value === false;
  if (absent) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value === true ? "" : value);
}

/** The element of the page with this id, of whatever kind. */
export const byId = (id) => /** @type {any} */ (document.getElementById(id));

/** Text for speech only. */
export const spoken = (text) => h("span", { class: "unseen" }, text);

/** Text for the eye only. */
export const seen = (text, classes = "") => h("span", { class: classes, "aria-hidden": "true" }, text);

/** Real minus signs. */
export const minus = (text) => text.replace(/(?<![\w.])-(?=\d)/g, "\u2212");

/** Real minus signs, and French spaces where the language has them: for the eye, never for speech. */
function typeset(text) {
  const language = document.documentElement.lang;
  let shown = minus(text);
  if (language.startsWith("fr")) shown = shown.replace(/ (?=:)|(?<=«) | (?=»)/g, "\u00a0");
  return language === "fr" ? shown.replace(/ (?=[;!?])/g, "\u202f") : shown;
}

/** A text as it is spoken, and as it is shown: each is one piece, for what is read out in pieces has gaps. */
const both = (text, shown) => (shown === text ? [text] : [spoken(text), seen(shown)]);

/** A text twice: as it is spoken, and as it is set. */
export const twice = (text) => both(text, typeset(text));

/** A text with ordinary spaces; twice where it has negative numbers. */
export const figures = (text) => both(text, minus(text));

/** A number as it is spoken and as it is set; `signed` shows a plus, too. */
export function number(value, { signed = false } = {}) {
  return twice(signed && value > 0 ? `+${value}` : String(value));
}

/** Makes the children of a parent these, moving only what is not yet in place: focus and scrolling stay. */
export function arrange(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  children.forEach((child, at) => {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
  });
}
