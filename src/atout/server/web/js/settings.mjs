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

/** The values of those that are one of several. The languages have their own names in every language. */
export const ONE_OF = {
  lang: ["fr", "en", "fr-CA"],
  theme: ["auto", "light", "dark"],
  colours: ["two", "four"],
  indices: ["auto", "fr", "en"],
  cards: ["usual", "large"],
  suits: ["alternate", "listed"],
  trump: ["first", "last", "in-order"],
  motion: ["auto", "still"],
};

/** The pace of bots that wait for one's key. */
export const BY_HAND = "by-hand";
/** The paces of bots there are to choose from, in milliseconds before each of their acts: the table's, and not kept here. */
export const PACES = ["0", "400", "900", "1800", BY_HAND];
/** A pace as messages have it. */
export const paceOf = (chosen) => (chosen === BY_HAND ? null : Number(chosen));

const listeners = new Set();
const dark = matchMedia("(prefers-color-scheme: dark)");
let values = { ...USUAL, ...read() };

/** Whether a setting kept here, perhaps by another version of the page, means something to this one. */
function isKnown([name, value]) {
  return ONE_OF[name] ? ONE_OF[name].includes(value) : value !== null && typeof value === typeof USUAL[name];
}

function read() {
  try {
    return Object.fromEntries(Object.entries(JSON.parse(localStorage.getItem(KEY) ?? "{}")).filter(isKnown));
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
