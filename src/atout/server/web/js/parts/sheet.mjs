// The score sheet: a row a deal, the lines of its count on demand; a row a player, one deal at a time, where players are
// too many for the width of a panel.

import { byId, h, number, set } from "../dom.mjs";
import { draws, reviewOf } from "../scene.mjs";
import { t } from "../texts.mjs";

const MOST_ACROSS = 4; // columns of figures that fit a panel, or a phone
const open = new Set(); // the deals whose lines are shown
let looked = /** @type {number | null} */ (null); // of many players: the deal looked at; `null` is the last one

/** Draws the sheet, and the deal in words, from now on. */
export function begin() {
  new ResizeObserver(reachable).observe(byId("sheet"));
  draws(["sheet"], paint);
  draws(["history", "last", "sheet", "table"], paintHistory);
}

function paint({ sheet }) {
  const parts = sheet.columns.length > MOST_ACROSS ? down(sheet) : [across(sheet)];
  if (!sheet.deals.length) parts.unshift(h("p", { class: "quiet" }, t("sheet.empty")));
  const end = sheet.down ? t("sheet.down", { target: sheet.target }) : t("sheet.target", { target: sheet.target });
  if (sheet.target !== null) parts.push(h("p", { class: "quiet" }, end));
  byId("sheet").replaceChildren(...parts);
  reachable();
}

const heads = (...names) => h("thead", {}, h("tr", {}, ...names.map((name) => h("th", { scope: "col", dir: "auto" }, name))));

/** A row a deal, a column a side. */
function across({ columns, deals, totals, bags, counts_bags: bagged }) {
  const sums = [sum(t("sheet.total"), totals, "is-total"), bagged && sum(t("sheet.bags"), bags, "is-bags")];
  return h(
    "table",
    { "aria-labelledby": "sheet-heading" },
    heads(t("sheet.deal"), ...columns),
    h("tbody", {}, ...deals.flatMap((deal, at) => row(deal, at))),
    h("tfoot", {}, ...sums),
  );
}

/** A row a side: what it made in one deal, which can be chosen, and where it stands. */
function down(sheet) {
  const { columns, deals, totals, bags, counts_bags: bagged } = sheet;
  const at = looked === null || looked >= deals.length ? deals.length - 1 : looked;
  const shown = deals[at];
  const chosen = (deal, index) =>
    h("button", { type: "button", class: "plain", title: deal.text, "aria-pressed": String(index === at) }, name(deal));
  const buttons = deals.map(chosen);
  buttons.forEach((button, index) =>
    button.addEventListener("click", () => {
      looked = index === deals.length - 1 ? null : index;
      paint({ sheet });
      byId("sheet").querySelectorAll(".sheet-deals button")[index].focus();
    }),
  );
  const figures = (side, index) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", dir: "auto" }, side),
      shown && h("td", {}, ...number(shown.cells[index].points, { signed: true })),
      h("td", {}, h("b", {}, ...number(totals[index]))),
      bagged && h("td", {}, ...number(bags[index])),
    );
  const lines = (index) =>
    h("tr", { class: "sheet-lines" }, h("td", { colspan: bagged ? "4" : "3" }, told(shown.cells[index])));
  const rows = columns.flatMap((side, index) => [figures(side, index), ...(shown ? [lines(index)] : [])]);
  const row = h("div", { class: "row sheet-deals", role: "group", "aria-label": t("sheet.deals") }, ...buttons);
  const table = h(
    "table",
    { "aria-labelledby": "sheet-heading" },
    heads(...[t("sheet.side"), shown?.text, t("sheet.total"), bagged && t("sheet.bags")].filter(Boolean)),
    h("tbody", {}, ...rows),
  );
  return deals.length > 1 ? [row, table] : [table];
}

/** The lines of a side's count. */
const told = ({ lines }) =>
  h("ul", {}, ...lines.map(({ text, points }) => h("li", {}, text, " ", h("b", {}, ...number(points, { signed: true })))));

const name = ({ number: deal, text }) => (deal ? String(deal) : text);

/** A sheet too wide for its panel can be scrolled by keys. */
function reachable() {
  const box = byId("sheet");
  set(box, "tabindex", box.scrollWidth > box.clientWidth ? "0" : null);
}

const sum = (name, values, kind) =>
  h("tr", { class: kind }, h("th", { scope: "row" }, name), ...values.map((value) => h("td", {}, ...number(value))));

function row(deal, at) {
  const { text, cells } = deal;
  const lines = h("tr", { class: "sheet-lines", hidden: !open.has(at) }, h("td", {}, again(deal)), ...cells.map(detail));
  const toggle = h(
    "button",
    { type: "button", class: "sheet-toggle", "aria-expanded": String(open.has(at)), title: text },
    name(deal),
  );
  toggle.addEventListener("click", () => {
    lines.hidden = !lines.hidden;
    toggle.setAttribute("aria-expanded", String(!lines.hidden));
    lines.hidden ? open.delete(at) : open.add(at);
  });
  return [h("tr", {}, h("th", { scope: "row" }, toggle), ...cells.map(cell)), lines];
}

const cell = ({ points, total }) =>
  h(
    "td",
    {},
    h("span", { class: "sheet-points" }, ...number(points, { signed: true })),
    " ",
    h("b", {}, ...number(total)),
  );

/** The way to a deal, all cards visible; there is none to a ruling. */
const again = ({ number: deal }) =>
  deal > 0 && h("a", { href: reviewOf(deal), "aria-label": t("sheet.review-deal", { deal }) }, t("sheet.review"));

const detail = (cell) => h("td", {}, told(cell));

/** A finished trick; once its deal is counted, with the way to it, all cards visible. */
function past({ number: trick, text }, { sheet, table }) {
  if (!sheet.deals.some(({ number: deal }) => deal === table.deal)) return h("li", {}, text);
  const link = h("a", { href: reviewOf(table.deal, trick) }, t("history.review-trick", { trick }));
  return h("li", {}, text, " ", link);
}

function paintHistory(scene) {
  const { history, last } = scene;
  const lines = (history ?? []).map((trick) => past(trick, scene));
  byId("history").replaceChildren(
    ...(lines.length ? [h("ol", {}, ...lines)] : [h("p", { class: "quiet" }, t("history.empty"))]),
  );
  byId("recall").hidden = !last;
}
