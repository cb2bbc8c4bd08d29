// A table is open: the links that lead to its seats, to copy or to hold a camera at.

import { byId, h, seen } from "../dom.mjs";
import { t } from "../texts.mjs";
import { say } from "../voice.mjs";

/** Shows the invitations of a table just opened and moves there. */
export function show({ url, seat, invitations }, reachable) {
  const others = Object.entries(invitations).filter(([number]) => Number(number) !== seat);
  byId("local-only").hidden = reachable;
  byId("invitations-list").replaceChildren(...others.map(invitation));
  byId("to-table").setAttribute("href", url);
  byId("invitations").hidden = false;
  byId("custom").open = false;
  byId("invitations-heading").focus();
}

function invitation([number, { url, qr }]) {
  const id = `invitation-${number}`;
  const field = h("input", { id, readonly: true, value: url, spellcheck: "false", on: { focus: ({ currentTarget }) => currentTarget.select() } });
  const copy = h("button", { type: "button", "aria-label": t("lobby.copy-seat", { seat: number }) }, t("lobby.copy"));
  copy.addEventListener("click", () => copied(field, copy));
  const share = navigator.share && h("button", { type: "button", on: { click: () => navigator.share({ url }).catch(() => {}) } }, t("lobby.share"));
  const picture = h("span", { class: "qr", role: "img", "aria-label": t("lobby.qr", { seat: number }), html: qr });
  return h(
    "li",
    { class: "invitation" },
    h("div", { class: "field" }, h("label", { for: id }, t("lobby.seat", { seat: number })), h("span", { class: "with-button" }, field, copy, share)),
    h("details", {}, h("summary", {}, t("lobby.show-qr")), picture),
  );
}

/** Copies a link; away from secure addresses by the old way, which needs a selection. */
async function copied(field, button) {
  field.focus();
  field.select();
  const done = navigator.clipboard ? await navigator.clipboard.writeText(field.value).then(() => true, () => false) : document.execCommand("copy");
  button.focus();
  if (done) button.replaceChildren(t("lobby.copied"), seen(" ✓"));
  say(t(done ? "lobby.link-copied" : "lobby.not-copied"));
}
