// Playing cards as SVG, made by this code alone. A card is named by rank and suit ("TH"), or is a joker ("BJ", "LJ").
// Colours come from the stylesheet: nothing here knows about themes or the four-colour pack.

import { court, isCourt } from "./courts.mjs";
import { SHAPES } from "./suits.mjs";

const LEFT = 39;
const RIGHT = 61;
const MIDDLE = 50;
const TOP = 23;
const BOTTOM = 117;
const at = (share) => TOP + (BOTTOM - TOP) * share;

/** A column of pips in pairs, evenly from top to bottom. */
const pairs = (count) =>
  Array.from({ length: count }, (_, row) => at(row / (count - 1))).flatMap((y) => [
    [LEFT, y],
    [RIGHT, y],
  ]);

/** Where the pips of each number card stand. */
const PIPS = {
  2: [
    [MIDDLE, TOP],
    [MIDDLE, BOTTOM],
  ],
  3: [
    [MIDDLE, TOP],
    [MIDDLE, at(1 / 2)],
    [MIDDLE, BOTTOM],
  ],
  4: pairs(2),
  5: [...pairs(2), [MIDDLE, at(1 / 2)]],
  6: pairs(3),
  7: [...pairs(3), [MIDDLE, at(1 / 4)]],
  8: [...pairs(3), [MIDDLE, at(1 / 4)], [MIDDLE, at(3 / 4)]],
  9: [...pairs(4), [MIDDLE, at(1 / 2)]],
  T: [...pairs(4), [MIDDLE, at(1 / 6)], [MIDDLE, at(5 / 6)]],
};

const use = (suit, x, y, size) =>
  `<use href="#suit-${suit}" class="card-suit" x="${x - size / 2}" y="${y - size / 2}"
    width="${size}" height="${size}"/>`;

/** The same thing again from the other end of the card. */
const turned = (drawing) => `<g transform="rotate(180 50 70)">${drawing}</g>`;
const both = (drawing) => drawing + turned(drawing);

const pip = (suit, [x, y]) => (y > 70.5 ? turned(use(suit, 100 - x, 140 - y, 17.5)) : use(suit, x, y, 17.5));

const ace = (suit) =>
  `<circle cx="50" cy="70" r="31" class="ace-ring"/><circle cx="50" cy="70" r="27.5" class="ace-ring-thin"/>
   ${use(suit, 50, 70, 36)}`;

function middle(rank, suit) {
  if (isCourt(rank)) return court(rank, suit);
  if (rank === "A") return ace(suit);
  return PIPS[rank].map((place) => pip(suit, place)).join("");
}

const text = (label, x, y, classes = "") =>
  `<text x="${x}" y="${y}" class="card-index ${classes}${label.length > 1 ? " is-wide" : ""}">${label}</text>`;

const index = (label, suit) => text(label, 15, 28) + use(suit, 15, 42, 17);

/** The plain face with a big index: small screens, high zoom, whoever prefers it. */
const bigFace = (label, suit) =>
  text(label, label.length > 1 ? 29 : 25, 47, "is-big") + use(suit, 25, 72, 34) + use(suit, 66, 104, 50);

const JOKER = `
  <path d="M28 84Q26 60 14 62 20 44 38 52 42 34 50 34 58 34 62 52 80 44 86 62 74 60 72 84Z" class="card-suit"/>
  <path d="M27 84H73V93H27Z" class="card-tint court-line"/>
  <circle cx="13.5" cy="64" r="4.5" class="card-tint court-line"/>
  <circle cx="50" cy="31" r="4.5" class="card-tint court-line"/>
  <circle cx="86.5" cy="64" r="4.5" class="card-tint court-line"/>`;

const svg = (kind, drawing) =>
  `<svg class="card ${kind}" viewBox="0 0 100 140" aria-hidden="true" focusable="false">
    <rect x=".5" y=".5" width="99" height="139" rx="8" class="card-paper"/>${drawing}</svg>`;

const jokerFace = (card) => svg(card === "BJ" ? "suit-S" : "suit-H", `${both(text("★", 13, 26))}${JOKER}`);

/**
 * The face of a card.
 * @param {string} card rank and suit, "KH"
 * @param {{letters?: Record<string, string>, big?: boolean}} [options] what ranks are called on corners, and the face
 */
export function face(card, { letters = {}, big = false } = {}) {
  const [rank, suit] = card;
  if (!(suit in SHAPES)) return jokerFace(card);
  const label = letters[rank] ?? (rank === "T" ? "10" : rank);
  const drawing = big ? bigFace(label, suit) : both(index(label, suit)) + middle(rank, suit);
  return svg(`suit-${suit}`, drawing);
}

/** The back of every card. */
export const back = () =>
  svg(
    "is-back",
    `<rect x="6" y="6" width="88" height="128" rx="4" class="back-ground"/>
     <rect x="6" y="6" width="88" height="128" rx="4" fill="url(#card-lattice)"/>`,
  );
