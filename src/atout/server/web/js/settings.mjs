// What a person prefers, kept in this browser. The stylesheet reads most of it from attributes of the root element.

const KEY = "atout.settings";

/** Every setting and its usual value. */
const USUAL = {
  lang: null, // as the browser says
  name: "", // one's own at new tables
  theme: "auto",
  colours: "two",
  indices: "auto",
  cards: "usual",
  motion: "auto",
  suits: "alternate",
  trump: "first",
  oneTap: false,
  sounds: false,
  keys: true,
  remapped: {}, // command name -> key
};

const listeners = new Set();
const dark = matchMedia("(prefers-color-scheme: dark)");
let values = { ...USUAL, ...read() };

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {}; // no storage, or not ours: everything as usual
  }
}

function write() {
  try {
    localStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // private windows may refuse: the setting lasts as long as the page
  }
}

function apply() {
  const { dataset } = document.documentElement;
  dataset.theme = values.theme === "auto" ? (dark.matches ? "dark" : "light") : values.theme;
  dataset.colours = values.colours;
  dataset.cards = values.cards;
  dataset.motion = values.motion;
}

/** The value of a setting. */
export const setting = (name) => values[name];

/** Changes a setting, keeps it and tells whoever listens. */
export function change(name, value) {
  values = { ...values, [name]: value };
  write();
  apply();
  for (const listener of listeners) listener(name);
}

/** Calls back with the name of each setting that changes. */
export const onChange = (listener) => listeners.add(listener);

/** The language to ask for: the one chosen, or the browser's, French for all others. */
export function wantedLanguage() {
  if (values.lang) return values.lang;
  const name = navigator.language.toLowerCase();
  if (name.startsWith("en")) return "en";
  return name === "fr-ca" ? "fr-CA" : "fr";
}

dark.addEventListener("change", apply);
apply();
