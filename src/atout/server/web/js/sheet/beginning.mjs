// A new sheet: its rules, who sits where, who deals first. And the sheets this browser has seen before.

import { byId, h, word } from "../dom.mjs";
import { summarize } from "../faults.mjs";
import { get, post } from "../http.mjs";
import { RulesForm } from "../rules-form.mjs";
import { t } from "../texts.mjs";

const KEY = "atout.sheets";
const MOST = 12;
let rules = /** @type {RulesForm} */ (/** @type {any} */ (null));

/** Makes the forms work. */
export function begin() {
  rules = new RulesForm(byId("rules"), byId("summary"), chosen);
  byId("new-form").addEventListener("submit", opened);
  byId("resume-form").addEventListener("submit", resumed);
  byId("resume-file").addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    if (file) byId("resume-text").value = await file.text();
  });
}

/** Draws what there is to begin with. */
export async function draw() {
  const answer = await get("/api/lobby");
  byId("trouble").hidden = answer.ok;
  document.body.dataset.state = answer.ok ? "ready" : "trouble";
  word(byId("trouble-text"), answer.ok ? "" : answer.text);
  byId("new").hidden = !answer.ok;
  if (!answer.ok) return;
  drawMine();
  await rules.offer(answer.value.profiles, answer.value.saved);
}

function chosen(answer) {
  if (!answer) return;
  const names = [...document.querySelectorAll("#people input")].map(({ value }) => value);
  const dealer = byId("first-dealer").value;
  byId("people").replaceChildren(...Array.from({ length: answer.players }, (_, at) => nameField("player", at, names[at] ?? "", answer.sides)));
  const entries = Array.from({ length: answer.players }, (_, at) => h("option", { value: at + 1 }, t("sheet.dealer-seat", { seat: at + 1 })));
  byId("first-dealer").replaceChildren(h("option", { value: "" }, t("sheet.dealer-unsaid")), ...entries);
  byId("first-dealer").value = Number(dealer) <= answer.players ? dealer : "";
}

/** A field for the name of whoever sits somewhere. */
export function nameField(prefix, at, value, sides) {
  const id = `${prefix}-${at + 1}`;
  const allies = (sides.find((side) => side.includes(at + 1)) ?? []).filter((other) => other !== at + 1);
  const facts = { seat: at + 1, others: allies.join(", ") };
  return h("div", { class: "field" }, h("label", { for: id }, t(allies.length ? "sheet.name-with" : "sheet.name", facts)), h("input", { id, maxlength: "40", autocomplete: "off", dir: "auto", value }));
}

/** The names in fields of that prefix, by seat. */
export const namesIn = (prefix, count) => Array.from({ length: count }, (_, at) => byId(`${prefix}-${at + 1}`).value.trim());

async function opened(event) {
  event.preventDefault();
  if (!summarize(byId("faults"), rules.faults) || !rules.chosen) return;
  const dealer = byId("first-dealer").value;
  await make({ rules: rules.chosen.rules, names: namesIn("player", rules.chosen.players), dealer: dealer ? Number(dealer) : null }, "faults");
}

async function resumed(event) {
  event.preventDefault();
  await make({ record: byId("resume-text").value }, "resume-faults");
}

async function make(wish, faults) {
  const answer = await post("/api/sheets", wish);
  if (answer.ok) location.assign(answer.value.url);
  else summarize(byId(faults), [{ field: null, text: answer.text }]);
}

// --- the sheets of this browser --------------------------------------------------------------------------------------

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return []; // no storage, or not ours
  }
}

function keep(sheets) {
  try {
    localStorage.setItem(KEY, JSON.stringify(sheets.slice(0, MOST)));
  } catch {
    // private windows may refuse: the link alone leads back
  }
}

/** Keeps the link of a sheet in this browser. */
export function remember(key, { name, players }) {
  const [first] = kept();
  const now = { key, name, players: players.join(", ") };
  if (JSON.stringify(first) !== JSON.stringify(now)) keep([now, ...kept().filter((sheet) => sheet.key !== key)]);
}

function drawMine() {
  const sheets = kept();
  byId("mine").hidden = !sheets.length;
  byId("mine-list").replaceChildren(
    ...sheets.map(({ key, name, players }) => {
      const forget = h("button", { type: "button", class: "plain", "aria-label": t("sheet.forget-sheet", { name: players }) }, t("sheet.forget"));
      forget.addEventListener("click", () => {
        keep(kept().filter((sheet) => sheet.key !== key));
        drawMine();
      });
      return h("li", {}, h("a", { class: "button", href: `/sheet/${key}`, dir: "auto" }, `${players} · ${name}`), forget);
    }),
  );
}
