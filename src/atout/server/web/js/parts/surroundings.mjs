// What surrounds the game: the table's name and rules, badges, the state of the connection, help, the menu of a seat.

import { byId, h, seen, spoken, twice } from "../dom.mjs";
import { draws, me, parts } from "../scene.mjs";
import { mark } from "../suits.mjs";
import { language, levels, t } from "../texts.mjs";
import { say } from "../voice.mjs";

const banner = byId("connection");

/** Draws from now on. */
export function begin() {
  draws(["table"], paintTable);
  draws(["badges"], paintBadges);
  draws(["clock"], paintClock);
}

function paintTable({ table }) {
  byId("table-name").textContent = table.name;
  byId("rules-summary").replaceChildren(...twice(table.summary));
  byId("rules-link").setAttribute("href", `/rules/${encodeURIComponent(table.rules)}?lang=${language()}`);
  const facts = Object.entries(table.verified ?? {}).flatMap(([name, value]) => [h("dt", {}, t(`verified.${name}`)), h("dd", {}, h("code", {}, value))]);
  byId("verified").replaceChildren(...facts);
  byId("fairness").hidden = !facts.length;
}

function paintBadges({ badges }) {
  byId("badges").replaceChildren(
    ...badges.map(({ code, label, text, suit }) =>
      h("li", { class: `badge is-${code}`, title: text }, suit && h("span", { html: mark(suit) }), seen(label), spoken(text)),
    ),
  );
}

function paintClock({ clock }) {
  byId("clock").textContent = clock?.text ?? "";
}

/** Words that stand in the page only while something is the matter. */
const TROUBLE = { waiting: "connection.waiting", offline: "connection.offline", gone: "connection.gone" };

/** The state of the line, shown and said when it changes for the worse or back. */
export function connection(state) {
  document.body.dataset.line = state;
  const key = TROUBLE[state];
  banner.textContent = key ? t(key) : "";
}

/** The server ends the connection, and says why. */
export function closing(code, text) {
  if (code !== "draining" && code !== "slow") {
    document.body.dataset.state = "error";
    byId("error").textContent = text || t("connection.gone");
  }
}

/** The words of the page could not be had. */
export function failed() {
  document.body.dataset.state = "error";
}

/** Opens the list of keys. */
export function openHelp() {
  const details = /** @type {HTMLDetailsElement} */ (byId("help"));
  details.open = true;
  details.querySelector("summary")?.focus();
}

/** What hangs on the language alone. */
export const words = () => parts.table && paintTable(/** @type {any} */ (parts));

/** What one may do about a seat: not hear its chat, let a bot act for it. */
export function seatMenu(seat, ask) {
  if (me.seat === null || parts.table?.solo) return [];
  const button = (text, message) => h("button", { type: "button", class: "plain", on: { click: () => ask(message) } }, text);
  const level = levels()[0]?.code ?? "casual";
  const items = [];
  if (seat.kind === "person" && seat.seat !== me.seat) items.push(muting(seat, ask));
  if (seat.kind === "open" || seat.replaceable) items.push(button(t("seat.give-to-bot"), { type: "seat-bot", seat: seat.seat, level }));
  return items;
}

const muted = new Set();

function muting({ seat }, ask) {
  const on = muted.has(seat);
  const button = h("button", { type: "button", class: "plain", "aria-pressed": String(on) }, t("seat.mute"));
  button.addEventListener("click", async () => {
    const answer = await ask({ type: "mute", seat, on: !muted.has(seat) });
    if (answer.ok === false) return;
    muted.has(seat) ? muted.delete(seat) : muted.add(seat);
    button.setAttribute("aria-pressed", String(muted.has(seat)));
    say(t(muted.has(seat) ? "seat.muted" : "seat.unmuted"));
  });
  return button;
}
