// What is asked now: bids, calls, the card of the draw, an answer to a claim, the next deal. The items are not ours.

import { face } from "../cards.mjs";
import { byId, h, seen, set, spoken, twice } from "../dom.mjs";
import { confirmed } from "../press.mjs";
import { Roving } from "../roving.mjs";
import { draws, parts } from "../scene.mjs";
import { mark, SUITS } from "../suits.mjs";
import { t } from "../texts.mjs";
import { say } from "../voice.mjs";
import { look, picked, roving as hand } from "./hand.mjs";

const group = byId("choices");
const shownCard = byId("shown");
let choose = (/** @type {string} */ _token) => {};

/** The choices as a tab stop. */
export const roving = new Roving(group);

/** Draws the choices from now on; `act` is given the token chosen, or `next` or `rematch`. */
export function begin(act) {
  choose = act;
  draws(["choices", "seats", "table"], paint);
  draws(["shown"], paintShown);
}

/** What the group offers: the server's items, or to go on where bots wait for us. */
function offered({ choices, table, seats }) {
  if (choices?.items.length) return choices;
  const waiting = table?.pace === null && seats?.some(({ turn, bot }) => turn && bot);
  const next = { token: "next", label: t("choices.go-on"), legal: true, refusal: null, confirm: false };
  return waiting ? { kind: "go-on", prompt: "", items: [next] } : { kind: "none", prompt: "", items: [] };
}

let drawn = "";

function paint(scene) {
  const { kind, prompt, items } = offered(scene);
  const now = JSON.stringify([kind, prompt, items]);
  if (now === drawn) return;
  drawn = now;
  const inside = roving.hasFocus;
  const token = /** @type {HTMLElement} */ (document.activeElement)?.dataset?.token;
  group.hidden = !items.length;
  group.dataset.kind = kind;
  set(group, "aria-label", prompt || t("choices.label"));
  group.replaceChildren(...items.map((item) => button(item)));
  roving.settle();
  if (!inside) return;
  const same = roving.items.find(({ dataset }) => dataset.token === token);
  if (same) roving.go(same);
  else if (items.length) roving.go(roving.items[0]);
  else if (hand.current) hand.go(hand.current);
  else byId("status").focus();
}

/** What is written on a button: a bid's number alone, a suit with its mark, else the whole label. */
function written({ token, label }) {
  if (/^\d+$/.test(token) && label.includes(token)) return [seen(token), spoken(label)];
  const words = twice(label);
  return SUITS.includes(token) ? [h("span", { html: mark(token) }), ...words] : words;
}

function button(item) {
  const { token, legal, refusal, confirm } = item;
  const short = /^\d+$/.test(token) && item.label.includes(token);
  return h(
    "button",
    {
      type: "button",
      class: short ? "choice is-number" : "choice",
      data: { token },
      "aria-disabled": legal ? null : "true",
      on: {
        click: ({ currentTarget }) => {
          if (!legal) say(refusal, "warn");
          else if (token.endsWith(":") && !picked().length) say(parts.choices.prompt, "warn");
          else if (token.endsWith(":")) choose(token + picked().join(","));
          else if (!confirm || confirmed(currentTarget)) choose(token);
        },
      },
    },
    ...written(item),
  );
}

function paintShown({ shown }) {
  shownCard.hidden = !shown;
  if (shown) {
    const picture = h("span", { class: "shown-card", html: face(shown.card, look()) });
    shownCard.replaceChildren(picture, h("p", {}, ...twice(shown.text)));
  }
}

/** Whether a bid is asked for, so that digits type one. */
export const bidding = () => parts.choices?.kind === "bid";

/** Moves to the first choice; false when there is none. */
export function toChoices() {
  if (!roving.items.length) return false;
  roving.go(roving.current);
  return true;
}

/** Moves to the next choice that is allowed, going round; false when there is none. */
export function nextLegal() {
  const may = roving.items.filter((item) => !item.ariaDisabled);
  if (!may.length) return false;
  const from = roving.hasFocus ? roving.items.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)) : -1;
  roving.go(may.find((item) => roving.items.indexOf(item) > from) ?? may[0]);
  return true;
}

let typed = "";

/** Types a digit of a bid: moves to the bid so far. */
export function type(digit) {
  const find = (token) => roving.items.find(({ dataset }) => dataset.token === token);
  if (!roving.hasFocus) typed = "";
  typed = find(typed + digit) ? typed + digit : digit;
  const item = find(typed);
  if (item) roving.go(item);
}
