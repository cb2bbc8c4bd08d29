// One's own seat: its name, a bot that stands in, leaving. And a bot for a seat that nobody plays.

import { byId, h } from "../dom.mjs";
import { confirmed } from "../press.mjs";
import { draws, me, seatOf } from "../scene.mjs";
import { t } from "../texts.mjs";

let ask = (/** @type {object} */ _message) => Promise.resolve(/** @type {any} */ ({}));

/** Draws one's seat from now on; `command` sends to the table. */
export function begin(command) {
  ask = command;
  const form = byId("place-form");
  const name = byId("place-name");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask({ type: "settings", name: name.value.trim() });
  });
  byId("place-bot").addEventListener("click", () => seatBot(me.seat));
  byId("place-leave").addEventListener(
    "click",
    ({ currentTarget }) => confirmed(currentTarget) && ask({ type: "leave" }),
  );
  draws(["seats"], () => {
    const mine = me.seat && seatOf(me.seat);
    byId("place").hidden = !mine;
    if (mine && document.activeElement !== name) name.value = mine.name;
    byId("place-bot").hidden = Boolean(mine && mine.bot);
  });
}

/** A bot of the usual level stands in. */
const seatBot = (seat) => ask({ type: "seat-bot", seat });

/** What may be done about another's seat: a bot may act for it when nobody else does. */
export function menu(seat) {
  if (me.seat === null || !(seat.kind === "open" || seat.replaceable)) return [];
  return [
    h("button", { type: "button", class: "plain", on: { click: () => seatBot(seat.seat) } }, t("seat.give-to-bot")),
  ];
}
