// What is drawn: the parts of the scene as the server sent them last, and who redraws which.

import { language } from "./texts.mjs";

const painters = [];
const scene = {};

/** The scene as it stands: every part by name. */
export const parts = scene;

/** Draws with `paint(scene)` whenever one of the named parts changes. */
export const draws = (names, paint) => painters.push({ names, paint });

/** Takes the parts that changed and draws what depends on them, once each, in the order of registration. */
export function show(changed) {
  const before = { ...scene };
  Object.assign(scene, changed);
  for (const { names, paint } of painters) if (names.some((name) => name in changed)) paint(scene, before);
}

/** Draws everything again: another language, other faces. */
export const redraw = () => scene.table && show({ ...scene });

/** Whether one is asked to go on from a deal that is over. */
export const between = () => ["deal", "rematch"].includes(scene.choices?.kind);

/** The seat one sits at, or `null` for somebody who watches. */
export const me = { seat: /** @type {number | null} */ (null), host: false };

/** Where a finished deal is stepped through, or a trick of it. */
export const reviewOf = (deal, trick = null) =>
  `/review?table=${encodeURIComponent(scene.table.id)}&deal=${deal}${trick ? `&trick=${trick}` : ""}&lang=${language()}`;

/** A seat's facts by number. */
export const seatOf = (number) => scene.seats?.find(({ seat }) => seat === number);
