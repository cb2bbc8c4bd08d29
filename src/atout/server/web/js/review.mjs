// Stepping through a finished deal: a record, of a table or pasted, replayed by the server and drawn step by step.

import { byId, h, word } from "./dom.mjs";
import { summarize } from "./faults.mjs";
import { open, words } from "./frame.mjs";
import { post } from "./http.mjs";
import { Grading } from "./review/grading.mjs";
import { draw, result } from "./review/stage.mjs";
import { onChange } from "./settings.mjs";
import { definitions } from "./suits.mjs";
import { language, t } from "./texts.mjs";
import { say } from "./voice.mjs";

const asked = new URLSearchParams(location.search);
const wanted = (name) => Number(asked.get(name)) || null;

let table = asked.get("table"); // of which the record is
let record = "";
let seat = /** @type {number | null} */ (null); // one's own, at a table of this browser
let replay = /** @type {any} */ (null);
let scenes = /** @type {any[]} */ ([]); // the whole scene after each step
let at = 0;
const grading = new Grading((ply) => replay.steps.findIndex((step) => step.ply === ply), () => go(at, true));

/** Replays a deal of the record; true when it could be. */
async function load(deal) {
  const answer = await post("/api/replay", { record, deal, seat });
  const fine = summarize(byId("faults"), answer.ok ? [] : [{ field: byId("paste").hidden ? null : byId("record"), text: answer.text }]);
  if (!fine) return false;
  replay = answer.value;
  scenes = [];
  for (const { scene } of replay.steps) scenes.push({ ...scenes.at(-1), ...scene });
  byId("paste").hidden = true;
  byId("replay").hidden = false;
  word(byId("heading"), `${replay.name} · ${replay.names.join(", ")}`);
  word(byId("summary"), replay.summary);
  byId("deal").replaceChildren(...replay.deals.map(({ number, text }) => h("option", { value: number }, text)));
  byId("deal").value = String(replay.deal);
  byId("deal-field").hidden = replay.deals.length < 2;
  byId("position").max = String(scenes.length - 1);
  byId("moves").replaceChildren(...replay.steps.map(move));
  grading.begin({ record, deal: replay.deal, seat });
  return true;
}

const move = ({ text }, number) => h("li", {}, h("button", { type: "button", class: "move", on: { click: () => go(number) } }, text));

/** Shows a step; it is said unless it was already in sight. */
function go(number, quiet = false) {
  at = Math.max(0, Math.min(scenes.length - 1, number));
  const step = replay.steps[at];
  if (table) keep(step);
  draw(scenes[at], step);
  result(scenes[at].sheet);
  byId("grade").hidden = !grading.at(at);
  word(byId("grade"), grading.at(at) ?? ""); // said, too, where it stands
  const slider = byId("position");
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", step.text);
  byId("first").disabled = byId("previous").disabled = at === 0;
  byId("next").disabled = byId("last").disabled = at === scenes.length - 1;
  const moves = [...byId("moves").querySelectorAll("button")];
  moves.forEach((button, one) => (one === at ? button.setAttribute("aria-current", "step") : button.removeAttribute("aria-current")));
  const list = byId("moves");
  const current = moves[at];
  list.scrollTop = current.offsetTop - list.clientHeight / 2;
  quiet ? word(byId("said"), step.text) : say(step.text);
}

/** The address leads to the very step: to come back to, and to send to others. */
function keep({ ply }) {
  asked.delete("trick");
  asked.set("deal", String(replay.deal));
  asked.set("ply", String(ply));
  history.replaceState(history.state, "", `?${asked}`);
}

/** The step an address leads to: what a player has done, or the first card of a trick; else the beginning. */
function from(ply, trick) {
  const led = ({ trick: shown }) => shown?.number === trick && shown.cards.length > 0;
  return Math.max(0, ply ? replay.steps.findIndex((step) => step.ply === ply) : trick ? scenes.findIndex(led) : 0);
}

async function begin(deal = null) {
  const fine = await load(deal);
  if (fine) go(from(wanted("ply"), wanted("trick")), true);
  return fine;
}

async function fromTable() {
  const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/record?lang=${language()}`).catch(() => null);
  if (!answer?.ok) {
    const reason = await answer?.json().catch(() => null);
    return refused(reason?.text ?? t("trouble.offline"));
  }
  record = await answer.text();
  seat = Number(answer.headers.get("atout-seat")) || null;
  byId("to-table").hidden = false;
  byId("to-table").setAttribute("href", `/table/${encodeURIComponent(table)}`);
  const deal = asked.get("deal") || "1";
  if (!Number.isSafeInteger(Number(deal))) return refused(t("review.no-deal", { deal }));
  if (!(await begin(Number(deal)))) byId("paste").hidden = false;
}

/** Nothing can be shown of the table: why, and a way to review something else. */
function refused(text) {
  byId("paste").hidden = false;
  summarize(byId("faults"), [{ field: null, text }]);
}

byId("paste").addEventListener("submit", async (event) => {
  event.preventDefault();
  record = byId("record").value;
  table = seat = null;
  byId("to-table").hidden = true;
  await begin();
  if (!byId("replay").hidden) byId("heading").focus();
});
byId("file").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (file) byId("record").value = await file.text();
});
byId("deal").addEventListener("change", async ({ target }) => (await load(Number(target.value))) && go(0));
byId("position").addEventListener("input", ({ target }) => go(Number(target.value), true));
const buttons = { first: () => 0, previous: () => at - 1, next: () => at + 1, last: () => scenes.length - 1 };
for (const [name, where] of Object.entries(buttons)) byId(name).addEventListener("click", () => go(where()));
byId("flagged").addEventListener("click", () => go(grading.after(at)));
onChange(async (name) => {
  if (name === "lang") await words("review");
  if (!replay) return;
  if (name === "lang") await load(replay.deal);
  go(at, true);
});

document.body.prepend(definitions());
try {
  await open("review");
  byId("another").setAttribute("href", `/review?lang=${language()}`);
  if (table) await fromTable();
  else byId("paste").hidden = false;
  document.body.dataset.state = "ready";
} catch {
  document.body.dataset.state = "trouble"; // not even words
}
