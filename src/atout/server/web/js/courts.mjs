// Jack, queen and king: half figures of a few shapes, told apart by their outline (cap, veil, crown), mirrored.

const SHOULDERS = "M29.5 70V63Q31 54 43 50L50 57 57 50Q69 54 70.5 63V70Z";
const COLLAR = "M40 51 50 62 60 51 56.5 47.5H43.5Z";

/** A face and what every figure has in common, between what lies behind it and what lies over it. */
const figure = (suit, { behind, over, mouth }) => `
  ${behind}
  <path d="${SHOULDERS}" fill="url(#cloth-${suit})" class="court-line"/>
  <path d="${COLLAR}" class="card-suit"/>
  <path d="M46 44V51L50 56 54 51V44Z" class="card-face"/>
  <ellipse cx="50" cy="38" rx="8.5" ry="10" class="card-face court-line"/>
  <path d="M45 36.2q1.5-1 3 0M52 36.2q1.5-1 3 0M50 37.5v4.2h-1.2" class="court-trace"/>
  <path d="${mouth}" class="court-trace"/>
  ${over}`;

const SMILE = "M47.5 44.6q2.5 1.3 5 0";

const figures = {
  J: (suit) =>
    figure(suit, {
      behind: `<path d="M40 30Q37.5 46 40.5 50.5H45V32ZM60 30Q62.5 46 59.5 50.5H55V32Z" class="card-suit"/>
        <path d="M62 24Q72 19 69 35 64.5 31 61 29Z" class="card-tint court-line"/>`,
      over: `<path d="M38 31Q35.5 19.5 50 18.5 64.5 17.5 64 28 51 26 38 31Z" class="card-suit"/>
        <path d="M37 33Q50 26.5 65 30L64.5 26.5Q50 23.5 36.5 29.5Z" class="card-tint court-line"/>`,
      mouth: SMILE,
    }),
  Q: (suit) =>
    figure(suit, {
      behind: `<path d="M50 17.5C33 17.5 36 41 31.5 61L42 56 50 60 58 56 68.5 61C64 41 67 17.5 50 17.5Z" class="card-tint court-line"/>
        <path d="M50 23C39 23 40.5 40 39.5 52H60.5C59.5 40 61 23 50 23Z" class="card-suit"/>`,
      over: `<path d="M41.5 36Q42 27.5 50 28.5 58 27.5 58.5 36 60 26 50 25 40 26 41.5 36Z" class="card-suit"/>
        <path d="M41.5 25.5 43.5 18.5 47 23 50 15.5 53 23 56.5 18.5 58.5 25.5Q50 22.5 41.5 25.5Z" class="card-face court-line"/>
        <circle cx="50" cy="54.5" r="1.6" class="card-face"/>`,
      mouth: "M48 44.5q2 1.5 4 0M48.5 44.3q1.5-.8 3 0",
    }),
  K: (suit) =>
    figure(suit, {
      behind: `<path d="M40.5 30Q38 43 41 50H59Q62 43 59.5 30Z" class="card-suit"/>`,
      over: `<path d="M41.3 38Q42 57 50 57.5 58 57 58.7 38 57 43.5 53.5 42.5 50 41 46.5 42.5 43 43.5 41.3 38Z" class="card-tint court-line"/>
        <path d="M39.5 31 37.3 16.5 43.7 23.5 50 13.5 56.3 23.5 62.7 16.5 60.5 31Q50 27.5 39.5 31Z" class="card-suit"/>
        <path d="M40.8 28.2Q50 25 59.2 28.2" class="court-gap"/>`,
      mouth: "M47.8 46.5h4.4",
    }),
};

/** Whether a rank has a picture. */
export const isCourt = (rank) => rank in figures;

/** The picture of a court card, in the card's box of 100 × 140. */
export function court(rank, suit) {
  const half = `<g>${figures[rank](suit)}<use href="#suit-${suit}" class="card-suit" x="28.9" y="13.2" width="7.6" height="7.6"/></g>`;
  return `<rect x="27.5" y="11.5" width="45" height="117" rx="2" class="court-frame"/>
    ${half}<g transform="rotate(180 50 70)">${half}</g>
    <path d="M29.5 67.8H70.5V72.2H29.5Z" class="card-suit"/>
    <path d="M33 70h34" class="court-beads"/>`;
}
