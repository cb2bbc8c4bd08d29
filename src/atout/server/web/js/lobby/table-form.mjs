// Everything about a table: rules, who sits where, who may come, how quick the bots are, what one is called.

import { byId, h, set } from "../dom.mjs";
import { summarize } from "../faults.mjs";
import { post } from "../http.mjs";
import { RulesForm } from "../rules-form.mjs";
import { change, PACES, paceOf, setting } from "../settings.mjs";
import { language, t } from "../texts.mjs";
import { say } from "../voice.mjs";
import { choices, picked } from "./radios.mjs";

const USUAL_PACE = "900";
const VISIBILITIES = ["solo", "link", "public"];
const ME = "me";
const PERSON = "person";

/** @type {any} */
let offer = null;
let seats = /** @type {string[]} */ ([]); // "me", "person", or the level of a bot, by seat
let sides = /** @type {number[][]} */ ([]);
let hooks = { opened: (/** @type {any} */ _table, /** @type {boolean} */ _reachable) => {}, refresh: async () => {} };
let rules = /** @type {RulesForm} */ (/** @type {any} */ (null));

/** Makes the form work. */
export function begin(given) {
  hooks = given;
  rules = new RulesForm(byId("rules"), byId("summary"), chosen);
  byId("table-form").addEventListener("submit", submit);
  byId("visibility").addEventListener("change", seatOthers);
  byId("my-name").addEventListener("change", ({ target }) => change("name", target.value.trim()));
  byId("house-save").addEventListener("click", keep);
}

/** Draws it from what the server offers, with what has been chosen so far. */
export async function draw(offered) {
  offer = offered;
  const shown = picked("visibility") ?? "solo";
  byId("visibility").replaceChildren(...choices("visibility", VISIBILITIES.map(told), shown));
  const pace = byId("pace").value || USUAL_PACE;
  byId("pace").replaceChildren(...PACES.map((value) => h("option", { value }, t(`settings.pace-value.${value}`))));
  byId("pace").value = pace;
  if (!byId("my-name").value) byId("my-name").value = setting("name");
  drawHouse();
  await rules.offer(offer.profiles, offer.saved);
}

const told = (value) => ({ value, name: t(`lobby.visibility-value.${value}`), text: t(`lobby.visibility-text.${value}`) });

// --- seats -----------------------------------------------------------------------------------------------------------

/** The rules have changed: as many seats as they ask for. */
function chosen(answer) {
  if (!answer) return;
  sides = answer.sides;
  const other = picked("visibility") === "solo" ? offer.level : PERSON;
  seats = Array.from({ length: answer.players }, (_, at) => seats[at] ?? (at ? other : ME));
  if (!seats.includes(ME)) seats[0] = ME;
  byId("whole-rules").setAttribute("href", `/rules/${encodeURIComponent(answer.rules)}?lang=${language()}`);
  drawSeats();
}

/** Alone, the others are bots; with others, they are people unless one says otherwise. */
function seatOthers() {
  const solo = picked("visibility") === "solo";
  const from = solo ? (kind) => kind === PERSON : (kind) => kind !== ME;
  if (solo || !seats.includes(PERSON)) seats = seats.map((kind) => (from(kind) ? (solo ? offer.level : PERSON) : kind));
  drawSeats();
}

function drawSeats() {
  const solo = picked("visibility") === "solo";
  byId("chat-field").hidden = solo;
  const people = [[ME, t("lobby.me")], ...(solo ? [] : [[PERSON, t("lobby.person")]])].map(entry);
  const focused = document.activeElement?.id;
  byId("seats").replaceChildren(...seats.map((kind, at) => seatField(kind, at, people)));
  if (focused?.startsWith("seat-")) byId(focused)?.focus();
}

const entry = ([value, text]) => h("option", { value }, text);

function seatField(kind, at, people) {
  const id = `seat-${at + 1}`;
  const bots = offer.levels.map(({ level, name }) => entry([level, t("lobby.bot", { level: name })]));
  const list = h("select", { id }, ...people.map((option) => option.cloneNode(true)), h("optgroup", { label: t("lobby.bots") }, ...bots));
  list.value = kind;
  list.addEventListener("change", () => seat(at, list.value));
  const allies = (sides.find((side) => side.includes(at + 1)) ?? []).filter((other) => other !== at + 1);
  const label = allies.length ? t("lobby.seat-with", { seat: at + 1, others: allies.join(", ") }) : t("lobby.seat", { seat: at + 1 });
  return h("div", { class: "field" }, h("label", { for: id }, label), list);
}

/** Whoever takes one's own seat for somebody else changes places with it. */
function seat(at, kind) {
  const mine = seats.indexOf(ME);
  if (kind === ME && mine >= 0) seats[mine] = seats[at];
  seats[at] = kind;
  if (!seats.includes(ME)) {
    const free = seats.findIndex((_, other) => other !== at);
    seats[free] = ME;
  }
  drawSeats();
}

// --- rules of the house ----------------------------------------------------------------------------------------------

function drawHouse() {
  byId("house").hidden = !offer.saved.length;
  byId("house-list").replaceChildren(
    ...offer.saved.map(({ name, rules: spec, summary }) => {
      const forget = h("button", { type: "button", class: "plain", "aria-label": t("lobby.forget-rule", { name }), on: { click: () => store(name, null) } }, t("lobby.forget"));
      return h("li", {}, h("b", { dir: "auto" }, name), " ", h("span", { class: "quiet" }, summary), " ", h("code", { translate: "no" }, spec), forget);
    }),
  );
}

async function keep() {
  const field = byId("house-name");
  const name = field.value.trim();
  if (!name) return summarize(byId("faults"), [{ field, text: t("lobby.house-unnamed") }]);
  if (await store(name, rules.chosen?.rules)) {
    field.value = "";
    await rules.use(rules.chosen.rules);
  }
}

async function store(name, spec) {
  const answer = await post("/api/house-rules", { name, rules: spec });
  if (!answer.ok) return say(answer.text, "warn");
  offer.saved = answer.value;
  drawHouse();
  await rules.offer(offer.profiles, offer.saved);
  say(t(spec ? "lobby.house-saved" : "lobby.house-forgotten", { name }));
  return true;
}

// --- opening ---------------------------------------------------------------------------------------------------------

async function submit(event) {
  event.preventDefault();
  if (!summarize(byId("faults"), rules.faults)) return;
  const visibility = picked("visibility");
  const wish = {
    rules: rules.chosen.rules,
    name: byId("my-name").value.trim(),
    visibility,
    pace: paceOf(byId("pace").value),
    chat_in_deals: visibility !== "solo" && byId("chat").checked,
    seats: seats.map((kind) => (kind === ME || kind === PERSON ? { kind } : { kind: "bot", level: kind })),
  };
  set(byId("open"), "aria-disabled", "true");
  const answer = await post("/api/tables", wish);
  set(byId("open"), "aria-disabled", null);
  if (!answer.ok) return summarize(byId("faults"), [{ field: null, text: answer.text }]);
  if (seats.includes(PERSON)) hooks.opened(answer.value, offer.reachable);
  else location.assign(answer.value.url);
}
