// The page's own words, the keyboard table and the letters on cards, as the server gives them. None is written here.

import { word } from "./dom.mjs";

/** @typedef {{name: string, keys: string[], word: string, help: string}} Command */

const held = { lang: "fr", texts: {}, commands: [], letters: {}, phrases: [], sections: [] };

/** Gets the words of a language and marks the page with it; `page` names one with words of its own. */
export async function load(lang, page = null) {
  const answer = await fetch(`/api/texts?lang=${encodeURIComponent(lang)}${page ? `&page=${page}` : ""}`);
  if (!answer.ok) throw new Error(`texts: ${answer.status}`);
  Object.assign(held, await answer.json());
  document.documentElement.lang = held.lang;
  for (const element of marked("text")) word(element, t(element.dataset.text));
  for (const element of marked("label")) element.setAttribute("aria-label", t(element.dataset.label));
  for (const element of marked("hint")) element.title = t(element.dataset.hint);
}

/** The elements that name a text of theirs. */
const marked = (kind) => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`[data-${kind}]`));

/** A text of the page; `{name}` is filled from the facts. What has no text of its own is its own last word. */
export const t = (key, facts = {}) =>
  (held.texts[key] ?? key.slice(key.indexOf(".") + 1)).replace(/\{(\w+)\}/g, (whole, name) => facts[name] ?? whole);

/** @returns {Command[]} the keyboard table, in the order help lists it */
export const commands = () => held.commands;

/** What ranks are called on cards, by the setting `fr`, `en` or `auto`. */
export const letters = (choice) => held.letters[choice === "auto" ? held.lang : choice] ?? {};

/** The quick phrases: code and text. */
export const phrases = () => held.phrases;

/** The links of every page: address and text. */
export const sections = () => held.sections;

/** The language of the words held. */
export const language = () => held.lang;
