// A verified deal computed again with nothing but arithmetic: SHA-256, HMAC, and the shuffle. Over plain HTTP browsers give
// no `crypto.subtle`, so the hash is written out here (FIPS 180-4). The recipe stands on the page.

const PRIMES = firstPrimes(64);
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const BLOCK = 64;

function firstPrimes(count) {
  const found = [];
  for (let number = 2; found.length < count; number++) if (found.every((prime) => number % prime)) found.push(number);
  return found;
}

/** The first 32 bits of a number's fraction. */
function fraction(number) {
  return ((number - Math.floor(number)) * 2 ** 32) | 0;
}

const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** SHA-256 of some bytes. @param {Uint8Array} bytes */
function sha256(bytes) {
  const length = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, bytes.length << 3);
  const hash = [...START];
  for (let at = 0; at < length; at += BLOCK) compress(hash, view, at);
  const result = new DataView(new ArrayBuffer(32));
  hash.forEach((word, index) => result.setInt32(4 * index, word));
  return new Uint8Array(result.buffer);
}

function compress(hash, view, at) {
  const words = [];
  for (let i = 0; i < 64; i++) {
    if (i < 16) words.push(view.getInt32(at + 4 * i));
    else {
      const [early, late] = [words[i - 15], words[i - 2]];
      const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words.push((words[i - 16] + low + words[i - 7] + high) | 0);
    }
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i++) {
    const one = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + one + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
    const zero = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (zero + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    hash[index] = (hash[index] + word) | 0;
  });
}

const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const text = (string) => new TextEncoder().encode(string);
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (array) => [...array].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** HMAC-SHA256, for keys of up to 64 bytes. */
function hmac(key, message) {
  const padded = new Uint8Array(BLOCK);
  padded.set(key);
  const inner = sha256(joined(padded.map((byte) => byte ^ 0x36), message));
  return sha256(joined(padded.map((byte) => byte ^ 0x5c), inner));
}

/** Numbers below each bound, all equally likely: what exceeds the last multiple is thrown away. */
function* uniform(key, bounds) {
  let [block, at, counter] = [new Uint8Array(0), 0, 0];
  for (const bound of bounds) {
    const limit = 2 ** 32 - (2 ** 32 % bound);
    let number = limit;
    while (number >= limit) {
      if (at === block.length) {
        const message = new DataView(new ArrayBuffer(8));
        message.setUint32(4, counter++);
        [block, at] = [hmac(key, new Uint8Array(message.buffer)), 0];
      }
      number = new DataView(block.buffer).getUint32(at);
      at += 4;
    }
    yield number % bound;
  }
}

const SUITS = "SHDC";
const RANKS = "23456789TJQKA";
const place = ([rank, suit]) => SUITS.indexOf(suit) * RANKS.length + RANKS.indexOf(rank);

/** The pack, shuffled: Fisher-Yates from the last card down. */
function shuffled(pack, key) {
  const cards = [...pack].sort((one, other) => place(one) - place(other));
  const bounds = cards.slice(1).map((_, index) => cards.length - index);
  let at = cards.length - 1;
  for (const other of uniform(key, bounds)) {
    [cards[at], cards[other]] = [cards[other], cards[at]];
    at--;
  }
  return cards.join(" ");
}

/** Bytes of chance, in hexadecimal: a seed. */
export const fresh = () => hex(crypto.getRandomValues(new Uint8Array(32)));

/** What binds a seat (the house is 0) to its seed for one deal of one table, and tells nothing of it. */
export const commitment = (seed, table, deal, seat) => hex(sha256(joined(bytes(seed), text(`${table} ${deal} ${seat}`))));

/**
 * Whether a deal of a proof follows from its seeds, and these from their commitments.
 * @param {string} table
 * @param {{number: number, commitment: string, seed: string, order: string, seats: {seat: number, commitment: string, seed: ?string}[]}} deal
 */
export function verified(table, deal) {
  const binds = (seed, seat) => commitment(seed, table, deal.number, seat);
  const seats = [...deal.seats].sort((one, other) => one.seat - other.seat);
  const lines = seats.map(({ seat, commitment, seed }) => `${seat} ${commitment} ${seed ?? "-"}`);
  const key = hmac(bytes(deal.seed), text([`${table} ${deal.number}`, ...lines].join("\n")));
  return (
    binds(deal.seed, 0) === deal.commitment &&
    seats.every(({ seat, commitment, seed }) => seed === null || binds(seed, seat) === commitment) &&
    shuffled(deal.order.split(" "), key) === deal.order
  );
}
