// A number chosen with two large buttons, or typed.

import { h } from "./dom.mjs";
import { t } from "./texts.mjs";

/**
 * @param {{id: string, label: string, least: number, most: number, value: number | null, changed: () => void}} wanted
 */
export function stepper({ id, label, least, most, value, changed }) {
  const field = h("input", { id, type: "number", inputmode: "numeric", min: least, max: most, step: 1, autocomplete: "off" });
  field.value = value === null ? "" : String(value);
  field.addEventListener("input", changed);
  const step = (by) => () => {
    const now = field.value === "" ? (by > 0 ? least : least + 1) : Number(field.value);
    field.value = String(Math.max(least, Math.min(most, now + by)));
    changed();
  };
  const button = (by, key, sign) => h("button", { type: "button", "aria-label": t(`sheet.${key}`, { name: label }), on: { click: step(by) } }, h("span", { "aria-hidden": "true" }, sign));
  return h(
    "div",
    { class: "field stepper-field" },
    h("label", { for: id, dir: "auto" }, label),
    h("span", { class: "stepper" }, button(-1, "less", "−"), field, button(1, "more", "+")),
  );
}

/** The number in a stepper's field; `null` for none. */
export function numberIn(id) {
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById(id));
  return field && field.value !== "" && Number.isInteger(field.valueAsNumber) ? field.valueAsNumber : null;
}
