// What is to be put right in a form: a list that leads to the fields, and a sentence at each of them.

import { h, set, word } from "./dom.mjs";
import { t } from "./texts.mjs";

/** @typedef {{field: HTMLElement | null, text: string}} Fault */

/** Says at a field what is the matter with it; an empty text takes it back. */
export function mark(field, text) {
  const id = `${field.id}-fault`;
  let line = document.getElementById(id);
  if (!line) {
    line = h("p", { class: "fault", id });
    (field.closest(".field") ?? field.parentElement).append(line);
  }
  word(line, text);
  line.hidden = !text;
  set(field, "aria-invalid", text ? "true" : null);
  const others = (field.getAttribute("aria-describedby") ?? "").split(" ").filter((name) => name && name !== id);
  set(field, "aria-describedby", [...others, ...(text ? [id] : [])].join(" ") || null);
}

/**
 * Fills a summary with what is to be put right and moves there; true when there is nothing.
 * @param {HTMLElement} box
 * @param {Fault[]} faults
 */
export function summarize(box, faults) {
  box.hidden = !faults.length;
  if (!faults.length) return true;
  const lines = faults.map(({ field, text }) => h("li", {}, field ? h("a", { href: `#${field.id}`, on: { click: (event) => visit(event, field) } }, text) : text));
  box.replaceChildren(h("h3", {}, t("trouble.correct")), h("ul", {}, ...lines));
  box.tabIndex = -1;
  box.focus();
  return false;
}

function visit(event, field) {
  event.preventDefault();
  for (let around = field.parentElement; around; around = around.parentElement) if (around instanceof HTMLDetailsElement) around.open = true;
  field.focus();
}
