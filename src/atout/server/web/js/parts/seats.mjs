// The players: name, bid and tricks, bags as ten marks, who deals, leads, is to act; and the trick between them.

import { bagMarks } from "../bags.mjs";
import { face } from "../cards.mjs";
import { byId, h, number, seen, set, spoken, twice } from "../dom.mjs";
import { between, draws, me, parts, seatOf } from "../scene.mjs";
import { t } from "../texts.mjs";
import { look } from "./hand.mjs";

const STAYS = 2_000; // ms a finished trick stays when nothing follows

const list = byId("seats");
const trickBox = byId("trick");
const trickLabel = byId("trick-label");
const result = byId("result");
let menu = (/** @type {any} */ _seat) => /** @type {Node[]} */ ([]);
let clearing = 0;
let recalled = false;

/** Draws the seats and the trick from now on; `actions` makes the buttons of a seat. */
export function begin(actions) {
  menu = actions;
  draws(["seats", "sheet", "trick", "table"], paintSeats);
  draws(["sheet", "table"], paintResult);
  draws(["trick", "last", "seats", "claim", "choices"], paintTrick);
}

/** Where a seat is around the table, one's own (or the first) at the bottom, the others to its left in turn. */
function direction(seat) {
  const from = me.seat ?? 1;
  const angle = Math.PI / 2 + (2 * Math.PI * (seat - from)) / parts.seats.length;
  return { x: Math.cos(angle), y: Math.sin(angle) };
}

/** A rounder square than a circle is: plates keep to the edge and leave the middle free. */
const outward = (part) => Math.sign(part) * Math.sqrt(Math.abs(part));

function towards(element, { x, y }) {
  element.style.setProperty("--dx", x.toFixed(3));
  element.style.setProperty("--dy", y.toFixed(3));
  element.style.setProperty("--z", String(Math.round(10 + 9 * y))); // nearer ones above: the corner above stays free
  return element;
}

function around(element, seat) {
  const { x, y } = direction(seat);
  return towards(element, { x: outward(x), y: outward(y) });
}

const tag = (text, kind) => h("span", { class: `tag is-${kind}` }, text);

function paintSeats({ seats, sheet, trick, table }) {
  const played = Boolean(trick) || seats.some(({ won }) => won); // what a deal brought stays until the next one
  const mine = table.sides.find((side) => side.includes(me.seat)) ?? [];
  list.replaceChildren(
    ...seats.map((seat) => around(plate(seat, sheet.counts_bags, played, mine.includes(seat.seat)), seat.seat)),
  );
}

function plate(seat, bags, played, ours) {
  const mine = seat.seat === me.seat;
  const away = seat.kind === "person" && !seat.connected;
  const tags = [
    played && seat.bid_text === null && tag(t("seat.won", { won: seat.won }), "won"),
    mine && seat.named && tag(t("seat.you"), "you"),
    ours && !mine && tag(t("seat.partner"), "partner"),
    seat.dealer && tag(t("seat.dealer"), "dealer"),
    seat.leader && tag(t("seat.leads"), "leader"),
    seat.maker && tag(t("seat.maker"), "maker"),
    seat.bot_text && seat.kind === "person" && tag(seat.bot_text, "bot"),
    away && tag(t("seat.away"), "away"),
    seat.sitting_out && tag(t("seat.out"), "out"),
  ];
  return h(
    "li",
    { class: `seat${mine ? " is-me" : ""}${seat.turn ? " is-turn" : ""}${seat.kind === "open" ? " is-open" : ""}` },
    h("span", { class: "seat-name", dir: "auto" }, seat.name),
    seat.turn && spoken(t("seat.turn")),
    h("span", { class: "seat-tricks" }, ...tricks(seat, played)),
    bags && h("span", { class: "bags" }, bagMarks(seat.bags), spoken(t("seat.bags", { count: seat.bags }))),
    h("span", { class: "seat-tags" }, ...tags.filter(Boolean)),
    ...menu(seat),
  );
}

/** The bid, then tricks won of those bid: "4/5" for the eye, the words for speech. */
function tricks({ won, bid_text: bid }, played) {
  if (bid === null) return []; // the tags tell the tricks
  return played
    ? [seen(`${won}/${bid}`), spoken(t("seat.won-of-bid", { won, bid }))]
    : [seen(bid), spoken(t("seat.bid", { bid }))];
}

function paintTrick({ trick, last, claim }) {
  clearTimeout(clearing);
  setRecalled(false);
  result.hidden = true;
  trickBox.classList.toggle("is-laid", Boolean(claim));
  if (claim) return showCards(claim.cards, claim.text);
  const finished = !trick?.cards.length && last;
  showTrick(finished ? last : trick);
  if (finished) clearing = setTimeout(() => clear(trick), STAYS);
  else clear(trick);
}

/** Nothing of the last trick stays: there is the one being played, or what the deal brought. */
function clear(trick) {
  showTrick(trick);
  result.hidden = !between() || !parts.sheet.deals.length;
}

function showTrick(trick) {
  const facts = trick && { deal: parts.table.deal, number: trick.number };
  showCards(trick?.cards ?? [], trick ? t("trick.number", facts) : "", trick?.winner);
}

function showCards(cards, label, winner = null) {
  trickLabel.replaceChildren(...twice(label));
  Object.assign(trickBox.dataset, { seats: parts.seats.length, finished: winner === null ? "no" : "yes" });
  trickBox.replaceChildren(...cards.map((played) => towards(lying(played, winner), direction(played.seat))));
}

/** What the last deal brought, a line a side. */
function paintResult({ sheet, table }) {
  const deal = sheet.deals.at(-1);
  if (!deal) return;
  const sides = sheet.columns.map((name, side) => {
    const { points, lines } = deal.cells[side];
    const told = lines.map((line) => [line.text, " ", ...number(line.points, { signed: true })]);
    return h(
      "li",
      {},
      h("b", { dir: "auto" }, name),
      h("b", { class: "result-points" }, ...number(points, { signed: true })),
      h("span", { class: "result-lines" }, ...told.map((parts) => h("span", {}, ...parts))),
    );
  });
  result.replaceChildren(h("h3", {}, table.winner ?? deal.text), h("ul", {}, ...sides));
}

function lying({ seat, card, name, winning }, winner) {
  const first = winner === null ? winning : seat === winner;
  const far = direction(seat).y < -0.01; // its name is told above the card: below lie the nearer ones
  return h(
    "li",
    { class: `lying${first ? " is-winning" : ""}${far ? " is-far" : ""}` },
    h("span", { class: "lying-card", html: face(card, look()) }),
    h("span", { class: "lying-who", dir: "auto" }, seatOf(seat)?.name ?? ""),
    spoken(` ${name}`),
    first && h("span", { class: "lying-wins" }, t(winner === null ? "trick.winning" : "trick.won")),
  );
}

function setRecalled(on) {
  recalled = on;
  set(byId("recall"), "aria-pressed", String(on));
}

/** Shows the last trick again, or what is on the table now. */
export function recall() {
  clearTimeout(clearing);
  setRecalled(!recalled);
  result.hidden = true;
  if (recalled) showTrick(parts.last);
  else clear(parts.trick);
}
