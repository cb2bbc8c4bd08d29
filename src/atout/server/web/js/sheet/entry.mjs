// What is written next: bids, tricks, who made trump; or an earlier deal put right. What is typed stays until it is
// written, whatever happens around it.

import { byId, h, set, word } from "../dom.mjs";
import { mark } from "../faults.mjs";
import { numberIn, stepper } from "../stepper.mjs";
import { SUITS } from "../suits.mjs";
import { t } from "../texts.mjs";
import { say } from "../voice.mjs";

const NO_TRUMP = "NT";

let write = async (/** @type {any} */ _line, _done = "") => /** @type {string | null} */ (null);
let sheet = /** @type {any} */ (null);
let asking = ""; // what the form asks for, so that it is only drawn anew for something else
let correcting = /** @type {any} */ (null); // the row being put right

/** Makes the form work; `writes` writes a line. */
export function begin(writes) {
  write = writes;
  byId("entry-form").addEventListener("submit", submit);
}

/** Draws what is asked now; nothing changes while one is putting an earlier deal right, or typing the same thing. */
export function draw(shown) {
  sheet = shown;
  if (correcting && sheet.rows.some((row) => row.number === correcting.number && row.kind !== "ruling")) return;
  correcting = null;
  const { asked, writes, players } = sheet;
  word(byId("entry-heading"), asked.text);
  const now = JSON.stringify([asked, writes, players, document.documentElement.lang]);
  if (now === asking) return;
  asking = now;
  const form = byId("entry-form");
  if (!writes) form.replaceChildren(h("p", { class: "quiet" }, t("sheet.reading")));
  else if (asked.kind === "over") form.replaceChildren();
  else form.replaceChildren(...asks[asked.kind](sheet.rows.at(-1)?.written), ...others(asked));
  byId("entry").hidden = false;
  reckon();
}

/** Puts an earlier deal right: everything that was told of it, to be changed. */
export function correct(shown, row) {
  sheet = shown;
  correcting = row;
  asking = "";
  word(byId("entry-heading"), t("sheet.correct-deal", { deal: row.number }));
  const parts = sheet.takes_bids ? [bids(row.written, row.written?.may_be_blind), ...(row.kind === "open" ? [] : [won(row.written)])] : [made(row.written)];
  const cancel = h("button", { type: "button", on: { click: leave } }, t("sheet.cancel"));
  const misdeal = h("button", { type: "button", on: { click: () => send({ type: "thrown-in" }) } }, t("sheet.thrown-in"));
  const passed = !sheet.takes_bids && h("button", { type: "button", on: { click: () => send({ type: "all-passed" }) } }, t("sheet.all-passed"));
  byId("entry-form").replaceChildren(...parts, h("p", { class: "doors" }, h("button", { class: "primary big" }, t("sheet.corrected")), misdeal, passed, cancel));
  reckon();
  byId("entry-heading").focus();
  byId("entry").scrollIntoView({ block: "start" });
}

function leave() {
  correcting = null;
  draw(sheet);
  byId("entry-heading").focus();
}

// --- what is asked ---------------------------------------------------------------------------------------------------

const asks = {
  bids: () => [bids(null, sheet.asked.may_be_blind), submitter("lock")],
  tricks: (written) => [locked(written), won(null), submitter("count")],
  maker: () => [made(null), submitter("count")],
};

const submitter = (key) => h("p", { class: "doors" }, h("button", { class: "primary big" }, t(`sheet.${key}`)));

const reckoning = () => h("p", { class: "reckoning", "aria-live": "polite" });

function group(key, values) {
  const steppers = sheet.players.map((label, at) => stepper({ id: `${key}-${at + 1}`, label, least: 0, most: sheet.tricks, value: values?.[at] ?? null, changed: reckon }));
  return h("fieldset", { class: `numbers is-${key}` }, h("legend", {}, t(`sheet.${key}`)), h("div", { class: "steppers" }, ...steppers), reckoning());
}

/** The bids; a seat that may bid nil before looking has a box for it. */
function bids(written, may = []) {
  const asked = group("bids", written?.bids);
  const box = (seat) => {
    const input = h("input", { type: "checkbox", id: `blind-${seat}`, checked: Boolean(written?.blind.includes(seat)), on: { change: reckon } });
    const label = h("label", { for: `blind-${seat}`, dir: "auto" }, t("sheet.blind", { name: sheet.players[seat - 1] }));
    return h("span", { class: "check" }, input, label);
  };
  asked.querySelector(".steppers")?.after(...may.map(box));
  return asked;
}

const isBlind = (at) => Boolean(/** @type {HTMLInputElement | null} */ (document.getElementById(`blind-${at + 1}`))?.checked);
const won = (written) => group("won", written?.won);

const locked = ({ bids: told }) =>
  h("p", { class: "locked" }, h("b", {}, t("sheet.bids-locked")), " ", sheet.players.map((name, at) => `${name} ${told[at]}`).join(" · "));

function made(written) {
  const radio = (name, at) => {
    const id = `maker-${at + 1}`;
    return h("label", { class: "choice-card", for: id }, h("input", { type: "radio", name: "maker", id, value: at + 1, checked: written?.maker === at + 1 }), h("b", { dir: "auto" }, name));
  };
  const { asks: wants } = sheet;
  const trumps = wants.no_trump ? [...SUITS, NO_TRUMP] : SUITS;
  const trump = h("select", { id: "trump" }, h("option", { value: "" }, t("sheet.trump-unsaid")), ...trumps.map((one) => h("option", { value: one }, t(`sheet.trump-value.${one}`))));
  trump.value = written?.trump ?? "";
  const nobody = h("label", { class: "choice-card", for: "maker-0" }, h("input", { type: "radio", name: "maker", id: "maker-0", value: 0, checked: !!written && written.maker === null }), h("b", {}, t("sheet.maker-nobody")));
  const tricks = stepper({ id: "makers-tricks", label: t("sheet.makers-tricks"), least: 0, most: sheet.tricks, value: written?.tricks ?? null, changed: () => {} });
  return h(
    "div",
    {},
    h("fieldset", {}, h("legend", {}, t("sheet.maker")), h("div", { class: "cards" }, ...sheet.players.map(radio), wants.makerless !== null && nobody)),
    h(
      "div",
      { class: "fieldset steppers" },
      !wants.by_seat && tricks,
      wants.contract && bidden(written),
      h("div", { class: "field" }, h("label", { for: "trump" }, t("sheet.trump")), trump),
      wants.alone && box("alone", t("sheet.alone"), !!written?.out.length),
    ),
    wants.by_seat && won(written),
    wants.by_seat && h("fieldset", {}, h("legend", {}, t("sheet.out")), ...sheet.players.map((name, at) => box(`out-${at + 1}`, name, !!written?.out.includes(at + 1)))),
  );
}

const box = (id, label, checked) => h("label", { class: "choice-card", for: id }, h("input", { type: "checkbox", id, checked }), h("b", { dir: "auto" }, label));

/** What the maker bid: a number of tricks, or all of them alone. */
function bidden(written) {
  const most = sheet.tricks + (sheet.asks.moon ? 1 : 0);
  const name = (bid) => (bid > sheet.tricks ? t("sheet.moon") : String(bid));
  const options = Array.from({ length: most }, (_, at) => h("option", { value: at + 1 }, name(at + 1)));
  const list = h("select", { id: "bid" }, ...options);
  if (written?.bid) list.value = String(written.bid);
  return h("div", { class: "field" }, h("label", { for: "bid" }, t("sheet.bid")), list);
}

/** What else may happen to a deal, and who deals it where nobody has said so. */
function others({ kind, dealer, dealer_free: free }) {
  const list = h("select", { id: "who-deals" }, ...sheet.players.map((name, at) => h("option", { value: at + 1, dir: "auto" }, name)));
  list.value = String(dealer);
  list.addEventListener("change", () => write({ type: "dealer", seat: Number(list.value) }, byId("entry-heading").textContent));
  const deals = free && h("div", { class: "field short" }, h("label", { for: "who-deals" }, t("sheet.who-deals")), list);
  const passed = kind === "maker" && h("button", { type: "button", class: "plain", on: { click: () => send({ type: "all-passed" }) } }, t("sheet.all-passed"));
  const misdeal = h("button", { type: "button", class: "plain", on: { click: () => send({ type: "thrown-in" }) } }, t("sheet.thrown-in"));
  return [deals, h("p", { class: "doors" }, passed, misdeal)].filter(Boolean);
}

// --- reckoning and writing -------------------------------------------------------------------------------------------

const numbers = (key) => sheet.players.map((_, at) => (key === "bids" && isBlind(at) ? 0 : numberIn(`${key}-${at + 1}`)));
const blind = () => sheet.players.map((_, at) => at + 1).filter((seat) => isBlind(seat - 1));
const sum = (values) => values.reduce((total, value) => total + (value ?? 0), 0);

/** Says how many tricks are bid, and how many are still to be given out. */
function reckon() {
  const tricks = sheet.tricks;
  const told = byId("entry-form").querySelector(".is-bids .reckoning");
  if (told) word(told, numbers("bids").some((value) => value !== null) ? t("sheet.announced", { count: sum(numbers("bids")), tricks }) : "");
  const given = byId("entry-form").querySelector(".is-won .reckoning");
  if (!given) return;
  const left = tricks - sum(numbers("won"));
  word(given, left === 0 ? t("sheet.given", { tricks }) : t(left > 0 ? "sheet.missing" : "sheet.too-many", { count: Math.abs(left) }));
  set(given, "data-tone", left === 0 ? null : "warn");
}

/** The line the form amounts to; `null` where something is missing, which is said at its field. */
function line() {
  if (!sheet.takes_bids) return madeLine();
  const bidding = byId("bids-1") !== null;
  const taking = byId("won-1") !== null;
  const complete = [bidding && filled("bids"), taking && filled("won")].every((one) => one !== null);
  if (!complete) return null;
  if (bidding && taking) return { type: "scores", bids: numbers("bids"), won: numbers("won"), blind: blind() };
  return bidding ? { type: "numbers", values: numbers("bids"), blind: blind() } : { type: "numbers", values: numbers("won") };
}

function filled(key) {
  const values = numbers(key);
  values.forEach((value, at) => mark(byId(`${key}-${at + 1}`), value === null ? t("sheet.empty-field", { name: sheet.players[at] }) : ""));
  const first = values.indexOf(null);
  if (first >= 0) byId(`${key}-${first + 1}`).focus();
  return first < 0 ? values : null;
}

function madeLine() {
  const maker = document.querySelector("input[name=maker]:checked")?.value;
  const tricks = sheet.asks.by_seat ? takenBySeat() : takenByMaker();
  if (!maker) {
    say(t("sheet.no-maker"), "warn");
    byId("maker-1").focus();
  } else if (tricks === null) byId("entry-form").querySelector("[aria-invalid=true]")?.focus();
  if (!maker || tricks === null) return null;
  const trump = maker === "0" ? SUITS[sheet.asks.makerless] : byId("trump").value;
  const bid = maker === "0" || !sheet.asks.contract ? null : Number(byId("bid").value);
  const moon = bid !== null && bid > sheet.tricks;
  const alone = byId("alone")?.checked ?? false;
  return { type: "made", maker: Number(maker) || null, tricks, trump: SUITS.includes(trump) ? SUITS.indexOf(trump) : null, no_trump: trump === NO_TRUMP, alone, bid: moon ? null : bid, moon };
}

function takenByMaker() {
  const tricks = numberIn("makers-tricks");
  mark(byId("makers-tricks"), tricks === null ? t("sheet.empty-field", { name: t("sheet.makers-tricks") }) : "");
  return tricks;
}

/** The tricks of every seat; nothing is missing of one that sat out. */
function takenBySeat() {
  const out = sheet.players.map((_, at) => byId(`out-${at + 1}`).checked);
  const values = numbers("won").map((value, at) => (out[at] ? null : value));
  values.forEach((value, at) => mark(byId(`won-${at + 1}`), value === null && !out[at] ? t("sheet.empty-field", { name: sheet.players[at] }) : ""));
  return values.some((value, at) => value === null && !out[at]) ? null : values;
}

function submit(event) {
  event.preventDefault();
  const told = line();
  if (told) send(told);
}

/** Writes a deal, or what really happened in the one being put right; what was refused stays to be changed. */
async function send(told) {
  const failed = await write(correcting ? { type: "correct", deal: correcting.number, line: told } : told);
  if (failed === null) leave();
}
