// One's own seat: its name, a bot that stands in, leaving. And what one may do about the seats of others.

import { byId, h, set } from "../dom.mjs";
import { confirmed } from "../press.mjs";
import { draws, me, parts, seatOf } from "../scene.mjs";
import { t } from "../texts.mjs";
import { say } from "../voice.mjs";

let ask = (/** @type {object} */ _message) => Promise.resolve(/** @type {any} */ ({}));

/** Draws one's seat from now on; `command` sends to the table. */
export function begin(command) {
  ask = command;
  const form = /** @type {HTMLFormElement} */ (byId("place-form"));
  const name = /** @type {HTMLInputElement} */ (byId("place-name"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask({ type: "settings", name: name.value.trim() });
  });
  byId("place-bot").addEventListener("click", () => seatBot(me.seat));
  byId("place-leave").addEventListener("click", ({ currentTarget }) => confirmed(currentTarget) && ask({ type: "leave" }));
  draws(["seats"], () => {
    const mine = me.seat && seatOf(me.seat);
    byId("place").hidden = !mine;
    if (mine && document.activeElement !== name) name.value = mine.name;
    byId("place-bot").hidden = Boolean(mine && mine.bot);
  });
}

/** A bot of the usual level stands in. */
const seatBot = (seat) => ask({ type: "seat-bot", seat });

const muted = new Set();

/** The buttons of another's seat: not to hear it, to let a bot act for it where that may be done. */
export function menu(seat) {
  if (me.seat === null || parts.table?.solo) return [];
  const items = [];
  if (seat.kind === "person" && seat.seat !== me.seat) items.push(mute(seat.seat));
  if (seat.kind === "open" || seat.replaceable)
    items.push(h("button", { type: "button", class: "plain", on: { click: () => seatBot(seat.seat) } }, t("seat.give-to-bot")));
  return items;
}

function mute(seat) {
  const button = h("button", { type: "button", class: "plain", "aria-pressed": String(muted.has(seat)) }, t("seat.mute"));
  button.addEventListener("click", async () => {
    const on = !muted.has(seat);
    const answer = await ask({ type: "mute", seat, on });
    if (answer.ok === false) return;
    if (on) muted.add(seat);
    else muted.delete(seat);
    set(button, "aria-pressed", String(on));
    say(t(on ? "seat.muted" : "seat.unmuted"));
  });
  return button;
}
