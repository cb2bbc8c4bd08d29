// A link to give to others: to copy, to share where the device can, to hold a camera at.

import { h, seen } from "./dom.mjs";
import { say } from "./voice.mjs";

/**
 * @param {string} id
 * @param {{url: string, qr: string}} link
 * @param {{label: string, copy: string, copied: string, failed: string, picture: string, share?: string}} words
 */
export function invitation(id, { url, qr }, words) {
  const field = h("input", { id, readonly: true, value: url, spellcheck: "false", on: { focus: ({ currentTarget }) => currentTarget.select() } });
  const copy = h("button", { type: "button", "aria-describedby": `${id}-label` }, words.copy);
  copy.addEventListener("click", () => copied(field, copy, words));
  const share = words.share && navigator.share && h("button", { type: "button", "aria-describedby": `${id}-label`, on: { click: () => navigator.share({ url }).catch(() => {}) } }, words.share);
  const picture = h("span", { class: "qr", role: "img", "aria-labelledby": `${id}-picture ${id}-label`, html: qr });
  return h(
    "li",
    { class: "invitation" },
    h("div", { class: "field" }, h("label", { for: id, id: `${id}-label` }, words.label), h("span", { class: "with-button" }, field, copy, share)),
    h("details", {}, h("summary", { id: `${id}-picture` }, words.picture), picture),
  );
}

/** Copies a link; away from secure addresses by the old way, which needs a selection. */
async function copied(field, button, words) {
  field.focus();
  field.select();
  const done = navigator.clipboard ? await navigator.clipboard.writeText(field.value).then(() => true, () => false) : document.execCommand("copy");
  button.focus();
  if (done) button.replaceChildren(words.copy, seen(" ✓"));
  say(done ? words.copied : words.failed);
}
