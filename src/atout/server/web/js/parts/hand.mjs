// One's own cards: a toolbar of buttons, each with the card's whole name; drawn, lifted and played.

import { back, face } from "../cards.mjs";
import { arrange, byId, h, set } from "../dom.mjs";
import { Roving } from "../roving.mjs";
import { draws, parts } from "../scene.mjs";
import { setting } from "../settings.mjs";
import { mark } from "../suits.mjs";
import { letters, t } from "../texts.mjs";
import { say } from "../voice.mjs";
import { fan } from "./fan.mjs";

const SMALL = 70; // px of card width below which the big index is easier to read

const box = byId("hand");
const buttons = new Map();
let act = (/** @type {string} */ _token) => {};
let touched = false;

/** The cards as a tab stop. */
export const roving = new Roving(box);

/** How cards are drawn now, for the whole page. */
export const look = (width = cardWidth()) => ({
  letters: letters(setting("indices")),
  big: setting("cards") === "large" || width < SMALL,
});

const cardWidth = () => parseFloat(getComputedStyle(box).getPropertyValue("--card")) || 80;

/** Draws the hand from now on; `play` is given the token of the card chosen. */
export function begin(play) {
  act = play;
  box.addEventListener("pointerdown", ({ pointerType }) => (touched = pointerType === "touch"));
  box.addEventListener("keydown", () => (touched = false));
  box.addEventListener("click", ({ target }) => press(/** @type {Element} */ (target).closest("button")));
  new ResizeObserver(() => place()).observe(box);
  draws(["hand", "choices", "badges"], paint);
}

const ROUNDS = { alternate: "SHCD", listed: "SHDC" };

/** The suits from left to right: all the way round in the order wished for, with trump where it is wished. */
export function suitsInHand() {
  const round = ROUNDS[setting("suits")];
  const trump = parts.badges?.find(({ suit }) => suit)?.suit;
  const at = setting("trump") === "in-order" || !trump ? 0 : round.indexOf(trump) + Number(setting("trump") === "last");
  return round.slice(at) + round.slice(0, at);
}

/** The cards in that order; what belongs to no suit yet stays at the end. */
function sorted(cards) {
  const suits = suitsInHand();
  const place = ({ suit }) => (suit ? suits.indexOf(suit) : suits.length);
  return [...cards].sort((one, other) => place(one) - place(other));
}

function paint({ hand }) {
  const inside = roving.hasFocus;
  const at = roving.items.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  const cards = sorted(hand?.cards ?? []);
  const wanted = cards.map(draw);
  for (const [card, button] of buttons) if (!wanted.includes(button)) buttons.delete(card);
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  arrange(box, [...wanted, ...hidden(hand?.hidden ?? 0)]);
  box.hidden = !box.children.length;
  roving.settle();
  if (inside && focused?.isConnected && document.activeElement !== focused) focused.focus();
  else if (inside && !focused?.isConnected) roving.go(wanted[Math.min(at, wanted.length - 1)] ?? byId("status"));
  place();
}

function draw({ card, name, suit, legal, refusal }) {
  const button = buttons.get(card) ?? h("button", { type: "button", class: "in-hand" });
  buttons.set(card, button);
  const { letters: names, big } = look();
  const drawn = `${big} ${names.K ?? ""} ${suit}`;
  if (button.dataset.drawn !== drawn) {
    button.innerHTML = face(card, { letters: names, big });
    if (suit && suit !== card[1]) button.append(h("span", { class: "counts-as", html: mark(suit) }));
    Object.assign(button.dataset, { drawn, card });
  }
  if (legal !== true) delete button.dataset.lifted;
  if (!picking()) delete button.dataset.picked;
  set(button, "aria-pressed", picking() ? String(Boolean(button.dataset.picked)) : null);
  button.dataset.suit = suit ?? "";
  button.classList.remove("is-sent");
  set(button, "aria-label", name);
  set(button, "aria-disabled", legal === false ? "true" : null);
  set(button, "data-refusal", refusal);
  return button;
}

const hidden = (count) =>
  Array.from({ length: count }, () => h("span", { class: "in-hand is-hidden", html: back(), "aria-hidden": "true" }));

function place() {
  const cards = /** @type {HTMLElement[]} */ ([...box.children]);
  const width = box.clientWidth;
  if (!width || !cards.length) return;
  const card = cardWidth();
  const room = { width, card, height: card * 1.4, least: Math.max(28, card * 0.4), gap: card / 8, rise: 0.74 };
  const { places, height } = fan(
    cards.map(({ dataset }) => dataset.suit ?? null),
    room,
  );
  box.style.setProperty("--height", `${height}px`);
  cards.forEach((element, at) => {
    element.style.setProperty("--x", `${places[at].x}px`);
    element.style.setProperty("--y", `${places[at].y}px`);
    requestAnimationFrame(() => element.classList.add("is-placed"));
  });
}

/** Whether cards are picked, to be given together. */
const picking = () => parts.choices?.kind === "give";

/** The cards picked. */
export const picked = () => roving.items.filter(({ dataset }) => dataset.picked).map(({ dataset }) => dataset.card);

function pick(button) {
  if (button.dataset.picked) delete button.dataset.picked;
  else button.dataset.picked = "yes";
  set(button, "aria-pressed", String(Boolean(button.dataset.picked)));
}

/** A card is pressed: it is picked, says why it may not be played, is lifted by a first touch, or is played. */
function press(button) {
  if (!button) return;
  if (picking()) return pick(button);
  const held = parts.hand?.cards.find(({ card }) => card === button.dataset.card);
  if (!held) return;
  if (held.legal === null) return say(parts.status, "warn"); // taken away when it is one’s turn after all
  if (!held.legal) return say(held.refusal, "warn");
  if (touched && !setting("oneTap") && !lift(button)) return;
  button.classList.add("is-sent");
  act(held.token);
}

/** A first touch lifts a card; true when it was lifted already. */
function lift(button) {
  for (const other of box.querySelectorAll("[data-lifted]")) if (other !== button) delete other.dataset.lifted;
  if (button.dataset.lifted) return true;
  button.dataset.lifted = "yes";
  say(t("hand.lifted"));
  return false;
}

/** A refused play puts its card back. */
export const putBack = () => box.querySelectorAll(".is-sent").forEach((button) => button.classList.remove("is-sent"));

/** Moves to the next card that may be played, going round; false when there is none. */
export function nextLegal() {
  const may = roving.items.filter((button) =>
    parts.hand?.cards.some(({ card, legal }) => legal && card === button.dataset.card),
  );
  if (!may.length) return false;
  const all = roving.items;
  const from = roving.hasFocus ? all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)) : -1;
  roving.go(may.find((button) => all.indexOf(button) > from) ?? may[0]);
  return true;
}

/** Moves to the first card of a suit. */
export function toSuit(suit) {
  const found = roving.items.find(({ dataset }) => dataset.suit === suit);
  if (found) roving.go(found);
  else say(t("hand.none-of-suit"));
}

/** Cards spoken of in an answer are pointed at for a while. */
export function point(tokens) {
  for (const button of roving.items) {
    const held = parts.hand?.cards.find(({ card }) => card === button.dataset.card);
    button.classList.toggle("is-advised", Boolean(held && tokens.includes(held.token ?? held.card)));
  }
}
