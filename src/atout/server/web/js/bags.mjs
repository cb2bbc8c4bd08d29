// Bags as marks, for the eye: ten places, or as many as there are bags.

import { h } from "./dom.mjs";

const PLACES = 10;

export const bagMarks = (count) =>
  h(
    "span",
    { class: "bag-marks", "aria-hidden": "true" },
    ...Array.from({ length: Math.max(PLACES, count) }, (_, at) => h("i", { class: at < count ? "is-full" : "" })),
  );
