// Mixes a seed of one's own into every deal, unasked: committed to before anybody's is known, revealed when the deal is made.
// So not even the server could have chosen the cards. A seed outlives a reload of the page, not the tab.

import { draws, me } from "./scene.mjs";

const KEY = "atout.seed";

/** The seed held, and for which table, deal and seat. */
let held = read();
let revealed = "";

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") ?? { of: "", seed: "" };
  } catch {
    return { of: "", seed: "" }; // no storage: a reload loses the seed, and the deal is made without it
  }
}

function keep(of, seed) {
  held = { of, seed };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(held));
  } catch {
    // as above
  }
}

/** Mixes in from now on. @param {(message: object) => Promise<object>} ask sends a command */
export const begin = (ask) => draws(["table"], ({ table }) => table.verified && mix(table.verified, ask));

async function mix({ label, deal, seats, phase }, ask) {
  const of = `${label} ${deal} ${me.seat}`;
  const mine = held.of === of;
  if (!me.seat || (phase === "open" ? mine : phase !== "reveal" || !mine || revealed === of)) return;
  if (phase === "reveal") {
    revealed = of;
    await ask({ type: "reveal", seed: held.seed });
  } else if (!seats.split(" ").includes(String(me.seat))) {
    const { commitment, fresh } = await import("./verify/deal.mjs");
    if (held.of === of) return; // asked twice while the arithmetic was on its way
    keep(of, fresh());
    await ask({ type: "commit", commitment: commitment(held.seed, label, deal, me.seat) });
  }
}
