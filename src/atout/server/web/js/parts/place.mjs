// One's own seat: its name, its link, a bot that stands in, leaving. And somebody, or a bot, for a seat nobody plays.

import { byId, h } from "../dom.mjs";
import { confirmed } from "../press.mjs";
import { draws, me, parts, seatOf } from "../scene.mjs";
import { change } from "../settings.mjs";
import { t } from "../texts.mjs";
import { say } from "../voice.mjs";

let ask = (/** @type {object} */ _message) => Promise.resolve(/** @type {any} */ ({}));

/** Draws one's seat from now on; `command` sends to the table. */
export function begin(command) {
  ask = command;
  const form = byId("place-form");
  const name = byId("place-name");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    change("name", name.value.trim());
    ask({ type: "settings", name: name.value.trim() });
  });
  byId("place-link").addEventListener("click", () => invite(me.seat));
  byId("place-bot").addEventListener("click", () => seatBot(me.seat));
  byId("place-leave").addEventListener(
    "click",
    ({ currentTarget }) => confirmed(currentTarget) && ask({ type: "leave" }),
  );
  draws(["seats"], () => {
    const mine = me.seat && seatOf(me.seat);
    byId("place").hidden = !mine;
    if (mine && document.activeElement !== name) name.value = mine.named ? mine.name : "";
    byId("place-bot").hidden = Boolean(mine && mine.bot);
  });
}

/** A bot of the usual level stands in. */
const seatBot = (seat) => ask({ type: "seat-bot", seat });

/** Shows the link that leads to a seat: one's own, for another device, or one that nobody has. */
async function invite(seat) {
  const [{ post }, { invitation }] = await Promise.all([import("../http.mjs"), import("../copying.mjs")]);
  const answer = await post(`/api/tables/${encodeURIComponent(parts.table.id)}/links`, { seat });
  if (!answer.ok) return say(answer.text, "warn");
  byId("links").replaceChildren(invitation("link", answer.value, t("place.seat", { name: seatOf(seat).name })));
  byId("place").open = true;
  byId("link").focus();
}

/** What may be done about another's seat: somebody may be asked to it; a bot may act for it when nobody else does. */
export function menu(seat) {
  if (me.seat === null || !(seat.kind === "open" || seat.replaceable)) return [];
  const button = (text, click) => h("button", { type: "button", class: "plain", on: { click } }, text);
  return [
    seat.kind === "open" && button(t("seat.invite"), () => invite(seat.seat)),
    button(t("seat.give-to-bot"), () => seatBot(seat.seat)),
  ].filter(Boolean);
}
