// A link to give to others: to copy, to share where the device can, to hold a camera at.

import { h, seen } from "./dom.mjs";
import { t } from "./texts.mjs";
import { say } from "./voice.mjs";

/**
 * @param {string} id
 * @param {{url: string, qr: string}} link
 * @param {string} name what it leads to
 */
export function invitation(id, { url, qr }, name) {
  const field = h("input", { id, readonly: true, value: url, spellcheck: "false", on: { focus: ({ currentTarget }) => currentTarget.select() } });
  const copy = h("button", { type: "button", "aria-describedby": `${id}-label` }, t("link.copy"));
  copy.addEventListener("click", () => copied(field, copy));
  const share = navigator.share && h("button", { type: "button", "aria-describedby": `${id}-label`, on: { click: () => navigator.share({ url }).catch(() => {}) } }, t("link.share"));
  const picture = h("span", { class: "qr", role: "img", "aria-labelledby": `${id}-picture ${id}-label`, html: qr });
  return h(
    "li",
    { class: "invitation" },
    h("div", { class: "field" }, h("label", { for: id, id: `${id}-label` }, name), h("span", { class: "with-button" }, field, copy, share)),
    h("details", {}, h("summary", { id: `${id}-picture` }, t("link.picture")), picture),
  );
}

/** Copies a link; away from secure addresses by the old way, which needs a selection. */
async function copied(field, button) {
  field.focus();
  field.select();
  const done = navigator.clipboard ? await navigator.clipboard.writeText(field.value).then(() => true, () => false) : document.execCommand("copy");
  button.focus();
  if (done) button.replaceChildren(t("link.copy"), seen(" ✓"));
  say(t(done ? "link.copied" : "link.not-copied"));
}
