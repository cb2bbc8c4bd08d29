// A moment of a deal, all cards visible: the trick as cards, the hands as rows of suits, what was announced and taken.

import { face } from "../cards.mjs";
import { byId, h, number, seen, spoken, twice, word } from "../dom.mjs";
import { setting } from "../settings.mjs";
import { mark, SUITS } from "../suits.mjs";
import { letters, t } from "../texts.mjs";

/** Draws a moment, and what was done just before it. */
export function draw({ seats, trick, last, badges, shown, hands }, step) {
  const playing = trick?.cards.length ? trick : (last ?? trick);
  word(byId("trick-heading"), playing ? t("review.trick-number", { number: playing.number }) : t(shown ? "review.shown" : "review.trick"));
  byId("trick").replaceChildren(...lying(seats, playing, playing ? null : shown, step));
  byId("badges").replaceChildren(...badges.map(badge));
  byId("badges").hidden = !badges.length;
  byId("hands").hidden = hands.every(({ cards, hidden }) => !cards.length && !hidden);
  byId("hands").replaceChildren(...hands.map((hand) => plate(seats[hand.seat - 1], hand, Boolean(playing))));
}

const badge = ({ label, text, suit }) => h("li", { class: "badge" }, suit && h("span", { html: mark(suit) }), seen(label), spoken(text));

function lying(seats, trick, shown, step) {
  if (shown) return [h("li", { class: "lying" }, h("span", { html: picture(shown.card) }), spoken(shown.name))];
  if (!trick?.cards.length) return [h("li", { class: "quiet" }, t("review.trick-empty"))];
  return trick.cards.map(({ seat, card, name, winning }, at) => {
    const first = trick.winner === null ? winning : seat === trick.winner;
    const latest = at === trick.cards.length - 1 && seat === step.seat;
    return h(
      "li",
      { class: `lying${first ? " is-winning" : ""}${latest ? " is-latest" : ""}` },
      h("span", { class: "who", dir: "auto" }, seats[seat - 1].name),
      spoken(` ${name}`),
      h("span", { html: picture(card) }),
      h("span", { class: "wins" }, first ? t(trick.winner === null ? "review.winning" : "review.won") : ""),
    );
  });
}

const picture = (card) => face(card, { letters: letters(setting("indices")), big: setting("cards") === "large" });

function plate({ name, turn, dealer, maker, sitting_out: out, bid_text: bid, won }, { cards, hidden }, playing) {
  const tags = [turn && t("review.turn"), dealer && t("review.dealer"), maker && t("review.maker"), out && t("review.out")].filter(Boolean);
  const facts = { bid, won };
  const told = playing ? [bid === null ? `${won}` : `${won}/${bid}`, t(bid === null ? "review.tricks" : "review.tricks-of-bid", facts)] : bid === null ? null : [bid, t("review.bid", facts)];
  return h(
    "li",
    { class: `plate${turn ? " is-turn" : ""}` },
    h("h3", { dir: "auto" }, name),
    told && h("span", { class: "told" }, seen(told[0]), spoken(told[1])),
    h("span", { class: "tags" }, tags.join(" · ")),
    h("div", { class: "suits" }, ...rows(cards), hidden > 0 && h("p", { class: "quiet" }, t("review.hidden", { count: hidden })), !cards.length && !hidden && h("p", { class: "quiet" }, t("review.no-cards"))),
  );
}

/** A row for each suit held: its mark and the ranks for the eye, whole names for speech. */
function rows(cards) {
  return [...new Set(cards.map(({ suit }) => suit))].map((suit) => {
    const held = cards.filter((card) => card.suit === suit);
    const ranks = held.map(({ card }) => h("span", { class: "rank" }, rank(card), suit !== null && card[1] !== suit && SUITS.includes(card[1]) && h("span", { html: mark(card[1]) })));
    return h("p", { class: "suit" }, h("span", { class: "row", "aria-hidden": "true" }, suit && h("span", { html: mark(suit) }), ...ranks), spoken(held.map(({ name }) => name).join(", ")));
  });
}

function rank(card) {
  if (!SUITS.includes(card[1])) return "★";
  return letters(setting("indices"))[card[0]] ?? card[0];
}

/** What the deal brought, side by side, once it is counted. */
export function result(sheet) {
  byId("count").hidden = !sheet;
  if (!sheet) return;
  const [{ cells }] = sheet.deals;
  const side = (name, at) =>
    h(
      "li",
      {},
      h("b", { dir: "auto" }, name),
      h("b", { class: "points" }, ...number(cells[at].points, { signed: true })),
      ...cells[at].lines.map(({ text, points }) => h("p", {}, h("span", {}, ...twice(text)), " ", h("span", {}, ...number(points, { signed: true })))),
    );
  byId("count-list").replaceChildren(...sheet.columns.map(side));
}
