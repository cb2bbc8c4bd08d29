// What surrounds the game: the table's name and rules, badges, the state of the connection, help, the menu of a seat.

import { byId, h, seen, spoken, twice, word } from "../dom.mjs";
import { draws, parts, reviewOf } from "../scene.mjs";
import { mark } from "../suits.mjs";
import { language, t } from "../texts.mjs";

const banner = byId("connection");

/** Draws from now on. */
export function begin() {
  draws(["table"], paintTable);
  draws(["table", "sheet"], paintAfterwards);
  draws(["badges"], paintBadges);
  draws(["clock"], paintClock);
}

function paintTable({ table }) {
  word(byId("table-name"), table.name);
  byId("rules-summary").replaceChildren(...twice(table.summary));
  byId("rules-link").setAttribute("href", `/rules/${encodeURIComponent(table.rules)}?lang=${language()}`);
  paintFairness(table);
}

/** What binds the house to its deal before anybody has bid, and where the seeds are published when it is over. */
function paintFairness({ id, verified, over }) {
  byId("fairness").hidden = !verified && !over;
  const facts = ["label", "deal", "commitment", "seats"]
    .filter((name) => verified?.[name])
    .flatMap((name) => [h("dt", {}, t(`verified.${name}`)), h("dd", {}, h("code", {}, verified[name]))]);
  const proof = h("a", { href: `/api/tables/${id}/proof` }, t("verified.proof"));
  const verify = h("a", { href: `/verify?table=${id}&lang=${language()}` }, t("verified.verify"));
  byId("verified").replaceChildren(...facts, h("dt", {}, t("verified.over")), h("dd", {}, proof), h("dd", {}, verify));
}

/** What there is of the deals that are over. */
function paintAfterwards({ table, sheet }) {
  byId("afterwards").hidden = !sheet?.deals.length;
  const last = sheet?.deals.findLast(({ number }) => number); // the one just over, and no ruling
  for (const link of document.querySelectorAll(".to-review")) link.setAttribute("href", reviewOf(last?.number ?? 1));
  byId("to-record").setAttribute("href", `/api/tables/${encodeURIComponent(table.id)}/record`);
}

function paintBadges({ badges }) {
  byId("badges").replaceChildren(
    ...badges.map(({ code, label, text, suit }) =>
      h(
        "li",
        { class: `badge is-${code}`, title: text },
        suit && h("span", { html: mark(suit) }),
        seen(label),
        spoken(text),
      ),
    ),
  );
}

function paintClock({ clock }) {
  word(byId("clock"), clock?.text ?? "");
}

/** Words that stand in the page only while something is the matter. */
const TROUBLE = { waiting: "connection.waiting", offline: "connection.offline", gone: "connection.gone" };

/** The state of the line, shown and said when it changes for the worse or back. */
export function connection(state) {
  document.body.dataset.line = state;
  const key = TROUBLE[state];
  word(banner, key ? t(key) : "");
}

/** Nothing more can be shown here, and why. */
export function failed(text) {
  document.body.dataset.state = "error";
  if (text) word(byId("error"), text);
}

/** Opens the list of keys. */
export function openHelp() {
  const details = byId("help");
  details.open = true;
  details.querySelector("summary")?.focus();
}

/** What hangs on the language alone. */
export const words = () => parts.table && paintTable(/** @type {any} */ (parts));
