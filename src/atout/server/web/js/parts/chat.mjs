// What players say to each other: quick phrases, a line of text, and a way not to hear somebody.

import { byId, h } from "../dom.mjs";
import { draws } from "../scene.mjs";
import { phrases, t } from "../texts.mjs";

const KEPT = 60;
const list = byId("chat-log");
const form = /** @type {HTMLFormElement} */ (byId("chat-form"));
let ask = (/** @type {object} */ _message) => Promise.resolve(/** @type {any} */ ({}));

/** Draws the chat from now on. */
export function begin(command) {
  ask = command;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
    const text = field.value.trim();
    if (!text) return;
    const answer = await ask({ type: "chat", text });
    if (answer.ok) field.value = "";
  });
  draws(["table"], ({ table }) => {
    form.hidden = !table.chat;
    byId("chat").hidden = table.solo;
  });
}

/** The quick phrases of the language. */
export const words = () =>
  byId("phrases").replaceChildren(
    ...phrases().map(({ code, text }) =>
      h("button", { type: "button", class: "plain", on: { click: () => ask({ type: "phrase", phrase: code }) } }, text),
    ),
  );

/** Somebody has said something. */
export function heard({ name, text }) {
  list.append(h("p", {}, h("b", { dir: "auto" }, name || t("chat.table")), " ", h("span", { dir: "auto" }, text)));
  while (list.children.length > KEPT) list.firstElementChild.remove();
  list.scrollTop = list.scrollHeight;
}
