// Where the cards of a hand lie: overlapping, in as few rows as fit, suits parted by a gap and kept together.

/**
 * @typedef {{width: number, card: number, height: number, least: number, gap: number, rise: number}} Room
 *   `width` of the hand; `card` and `height` of a card; `least` of it that must show; `gap` between suits; `rise` from
 *   row to row, as a share of the height
 */

const MOST_ROWS = 5;

/** Places where the cards may be parted into rows: between suits, or anywhere when a suit is too long. */
const breaks = (suits, anywhere) =>
  suits.map((_, at) => at).filter((at) => at > 0 && (anywhere || suits[at] !== suits[at - 1]));

/** Every way to choose `count` of the breaks. */
function* choose(places, count, from = 0) {
  if (!count) yield [];
  else
    for (let at = from; at <= places.length - count; at++)
      for (const rest of choose(places, count - 1, at + 1)) yield [places[at], ...rest];
}

const gapsIn = (row) => row.filter((suit, at) => at > 0 && suit !== row[at - 1]).length;

/** How much of each card shows when a row fills its room. */
const strip = (row, { width, card, gap }) =>
  row.length < 2 ? Infinity : (width - card - gapsIn(row) * gap) / (row.length - 1);

/** The rows of a hand, by where each ends: the most even ones that fit, as few as possible. */
function rows(suits, room) {
  for (let count = 0; count < MOST_ROWS; count++) {
    for (const anywhere of [false, true]) {
      let best = null;
      for (const cuts of choose(breaks(suits, anywhere), count)) {
        const parted = [0, ...cuts].map((from, at) => suits.slice(from, cuts[at]));
        const tightest = Math.min(...parted.map((row) => strip(row, room)));
        if (tightest >= room.least && (!best || tightest > best.tightest)) best = { parted, tightest };
      }
      if (best) return best.parted;
      if (count < 1) break;
    }
  }
  return [suits];
}

/**
 * Lays out a hand.
 * @param {(string | null)[]} suits of the cards in order
 * @param {Room} room
 * @returns {{places: {x: number, y: number}[], height: number}} in pixels
 */
export function fan(suits, room) {
  const parted = rows(suits, room);
  const loose = room.card + 6;
  const step = Math.min(loose, ...parted.map((row) => Math.max(strip(row, room), 8)));
  const places = parted.flatMap((row, line) => {
    const length = room.card + (row.length - 1) * step + gapsIn(row) * room.gap;
    let x = Math.max(0, (room.width - length) / 2);
    return row.map((suit, at) => {
      if (at > 0) x += step + (suit !== row[at - 1] ? room.gap : 0);
      return { x, y: line * room.height * room.rise };
    });
  });
  return { places, height: (parted.length - 1) * room.height * room.rise + room.height };
}
