// The four suits as shapes, drawn once a page and used by every card, badge and button.

/** Outlines in a 32 × 32 box. */
export const SHAPES = {
  S: "M16 1.5C21.5 9 29.5 13 29.5 19.6a6.4 6.4 0 0 1-12 3.1Q18 27.6 21 30.5H11q3-2.9 3.5-7.8a6.4 6.4 0 0 1-12-3.1C2.5 13 10.5 9 16 1.5Z",
  H: "M16 30C6.5 21.2 2 15.6 2 10.3A7.4 7.4 0 0 1 16 7.4A7.4 7.4 0 0 1 30 10.3C30 15.6 25.5 21.2 16 30Z",
  D: "M16 1C18.8 6.5 23 12 27 16C23 20 18.8 25.5 16 31C13.2 25.5 9 20 5 16C9 12 13.2 6.5 16 1Z",
  C: "M9.6 9a6.4 6.4 0 1 1 12.8 0q0 2.3-1.5 4.3a6.4 6.4 0 1 1-3.7 9.5Q17.7 27.7 20.8 30.5H11.2q3.1-2.8 3.6-7.7a6.4 6.4 0 1 1-3.7-9.5Q9.6 11.3 9.6 9Z",
};

/** The suits, in the order of the number keys. */
export const SUITS = Object.keys(SHAPES);

/** The cloth of a court card: its suit, strewn. */
const cloth = (suit) =>
  `<pattern id="cloth-${suit}" class="suit-${suit}" width="10" height="10" patternUnits="userSpaceOnUse">
    <rect width="10" height="10" class="card-tint"/>
    <use href="#suit-${suit}" class="card-suit" x=".6" y=".6" width="3.8" height="3.8"/>
    <use href="#suit-${suit}" class="card-suit" x="5.6" y="5.6" width="3.8" height="3.8"/>
  </pattern>`;

/** What cards refer to: put it once into the page, unseen. */
export function definitions() {
  const symbols = SUITS.map(
    (suit) => `<symbol id="suit-${suit}" viewBox="0 0 32 32"><path d="${SHAPES[suit]}"/></symbol>`,
  );
  const lattice = `<pattern id="card-lattice" width="12" height="12" patternUnits="userSpaceOnUse">
    <path class="back-line" d="M0 6 6 0l6 6-6 6Z"/><circle class="back-dot" cx="6" cy="6" r="1.3"/></pattern>`;
  const box = document.createElement("div");
  box.innerHTML = `<svg class="definitions" width="0" height="0" aria-hidden="true" focusable="false">
    <defs>${symbols.join("")}${SUITS.map(cloth).join("")}${lattice}</defs></svg>`;
  return box.firstElementChild;
}

/** A suit's mark for a label or a button, for the eye only. */
export const mark = (suit) =>
  `<svg class="mark suit-${suit}" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><use href="#suit-${suit}" class="card-suit"/></svg>`;
