// What players say to each other: quick phrases, a line of text, and a way not to hear somebody.

import { byId, h, set } from "../dom.mjs";
import { draws, me } from "../scene.mjs";
import { phrases, t } from "../texts.mjs";

const KEPT = 60;
const list = byId("chat-log");
const form = byId("chat-form");
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
  draws(["table", "seats"], ({ table, seats }) => {
    form.hidden = !table.chat || !me.seat;
    byId("phrases").hidden = !me.seat;
    byId("chat").hidden = table.solo;
    byId("mutes").replaceChildren(...seats.filter(({ kind, seat }) => kind === "person" && seat !== me.seat).map(mute));
  });
}

const muted = new Set();

/** A switch that hears a person no more, or again. */
function mute({ seat, name }) {
  const button = h(
    "button",
    { type: "button", class: "plain", "aria-pressed": String(muted.has(seat)) },
    t("chat.mute", { name }),
  );
  button.addEventListener("click", async () => {
    const on = !muted.has(seat);
    const answer = await ask({ type: "mute", seat, on });
    if (answer.ok === false) return;
    if (on) muted.add(seat);
    else muted.delete(seat);
    set(button, "aria-pressed", String(on));
  });
  return button;
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
