// What surrounds the pages that are not a table: links, languages, light or dark; as around the written pages.

import { byId, h } from "./dom.mjs";
import "./menu.mjs";
import { change, ONE_OF, setting, wantedLanguage } from "./settings.mjs";
import { language, load, sections, t } from "./texts.mjs";
import { hush } from "./voice.mjs";

/**
 * Loads the words of a page and draws its frame; a language asked for in the address is kept.
 * @param {string} page
 */
export async function open(page) {
  const asked = new URLSearchParams(location.search).get("lang");
  if (asked && ONE_OF.lang.includes(asked)) change("lang", asked);
  passing();
  await words(page);
  keepShell();
}

const STAYS = 8_000; // ms a passing message is seen; one that warns stays

/** Messages over the page go away by themselves. */
function passing() {
  const said = document.querySelector(".toast");
  let leaving = 0;
  const left = () => said.dataset.tone !== "warn" && hush();
  if (!said) return;
  new MutationObserver(() => {
    clearTimeout(leaving);
    if (said.textContent) leaving = setTimeout(left, STAYS);
  }).observe(said, { childList: true });
}

/** The words again, in another language. */
export async function words(page) {
  await load(wantedLanguage(), page);
  document.title = `${t(`${page}.title`)} – atout`;
  byId("sections").replaceChildren(h("ul", {}, ...sections().map(link)));
  byId("languages").replaceChildren(h("ul", {}, ...ONE_OF.lang.map(tongue)));
  byId("theme").replaceChildren(themes());
}

function link({ url, text }) {
  const here = url === location.pathname;
  return h("li", {}, h("a", { href: `${url}?lang=${language()}`, "aria-current": here ? "page" : null }, text));
}

function tongue(lang) {
  const choose = () => change("lang", lang);
  const current = lang === language() ? "true" : null;
  return h("li", {}, h("button", { type: "button", class: "link", lang, "aria-current": current, on: { click: choose } }, t(`settings.lang-value.${lang}`)));
}

function themes() {
  const list = h("select", { id: "theme-choice" }, ...ONE_OF.theme.map((value) => h("option", { value }, t(`settings.theme-value.${value}`))));
  list.value = setting("theme");
  list.addEventListener("change", () => change("theme", list.value));
  return h("p", { class: "inline" }, h("label", { for: list.id }, t("settings.theme")), list);
}

/** Where the connection is secure, the browser keeps the shell for when there is no network. */
function keepShell() {
  if (isSecureContext) navigator.serviceWorker?.register(`/worker.mjs?lang=${language()}`, { type: "module" }).catch(() => {});
}
