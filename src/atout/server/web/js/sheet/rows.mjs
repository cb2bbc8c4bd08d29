// The sheet itself: totals above, a row for each deal and ruling, every line of the count on demand. Where the sides are
// too many for a small screen each deal is a table of its own, a row a side.

import { bagMarks } from "../bags.mjs";
import { byId, h, number, seen, spoken, twice } from "../dom.mjs";
import { t } from "../texts.mjs";

const MOST_ACROSS = 4; // sides that fit side by side on a small screen
const small = matchMedia("(max-width: 39.99rem)");
let redraw = () => {};
small.addEventListener("change", () => redraw());
const open = new Set(); // the rows whose lines are shown

/** Where the scores stand. */
export function drawTotals({ columns, totals, bags, counts_bags: counted }) {
  const side = (name, at) =>
    h(
      "li",
      {},
      h("span", { class: "side-name", dir: "auto" }, name),
      h("b", {}, ...number(totals[at])),
      counted && h("span", { class: "side-bags" }, bagMarks(bags[at]), spoken(t("sheet.bags", { bags: bags[at] }))),
    );
  byId("totals").replaceChildren(...columns.map(side));
}

/** Every row, the newest last; `correct` puts a deal right. */
export function drawRows(sheet, correct) {
  const box = byId("rows");
  redraw = () => drawRows(sheet, correct);
  if (!sheet.rows.length) return box.replaceChildren(h("p", { class: "quiet" }, t("sheet.empty")));
  if (sheet.columns.length > MOST_ACROSS && small.matches) return box.replaceChildren(...sheet.rows.flatMap((row, at) => down(sheet, row, at, correct)));
  const left = box.querySelector(".scroll")?.scrollLeft ?? 0;
  const scroll = across(sheet, correct);
  box.replaceChildren(scroll);
  scroll.scrollLeft = left;
}

/** One table: a row a deal, a column a side. */
function across(sheet, correct) {
  const head = h("tr", {}, h("th", { scope: "col" }, t("sheet.deal")), ...sheet.columns.map((name) => h("th", { scope: "col", dir: "auto" }, name)));
  const sums = h("tr", { class: "is-total" }, h("th", { scope: "row" }, t("sheet.total")), ...sheet.totals.map((total) => h("td", {}, ...number(total))));
  const rows = sheet.rows.flatMap((row, at) => draw(sheet, row, at, correct));
  const table = h("table", { "aria-labelledby": "rows-heading" }, h("thead", {}, head), h("tbody", {}, ...rows), h("tfoot", {}, sums));
  return h("div", { class: "scroll", role: "region", tabindex: "0", "aria-labelledby": "rows-heading" }, table);
}

/** A table a deal: a row a side, and the lines of the count below it. */
function down(sheet, row, at, correct) {
  const lines = h("div", { class: unfolded(at) }, ...details(sheet, row, correct));
  const head = h("tr", {}, h("th", { scope: "col" }, t("sheet.side")), h("th", { scope: "col" }, toggled(row, at, lines, `${t("sheet.deal")} ${row.number}`)), h("th", { scope: "col" }, t("sheet.total")));
  const side = (name, index) => {
    const [points, total] = scored(row.cells[index], row.kind);
    return h("tr", {}, h("th", { scope: "row", dir: "auto" }, name), h("td", {}, ...told(sheet, row, index), ...points), h("td", {}, ...total));
  };
  const remark = row.remark && h("p", { class: "remark" }, row.remark);
  return [h("table", { class: "sheet-deal", "aria-label": labelled(row) }, h("thead", {}, head), h("tbody", {}, ...sheet.columns.map(side))), remark, lines].filter(Boolean);
}

const unfolded = (at) => `sheet-lines${open.has(at) ? " is-open" : ""}`;
const labelled = ({ kind, number: deal }) => (kind === "ruling" ? t("sheet.ruling") : t("sheet.details", { deal }));

/** The button that unfolds the lines of a row, with the row's name. */
function toggled(row, at, lines, name = String(row.number)) {
  const ruling = row.kind === "ruling";
  const toggle = h("button", { type: "button", class: "sheet-toggle", "aria-expanded": String(open.has(at)), "aria-label": ruling ? null : labelled(row) }, ruling ? labelled(row) : name);
  toggle.addEventListener("click", () => {
    const shown = lines.classList.toggle("is-open");
    toggle.setAttribute("aria-expanded", String(shown));
    shown ? open.add(at) : open.delete(at);
  });
  return toggle;
}

function draw(sheet, row, at, correct) {
  const lines = h("tr", { class: unfolded(at) }, h("td", { colspan: sheet.columns.length + 1 }, ...details(sheet, row, correct)));
  const cells = row.cells.map((cell, side) => {
    const [points, total] = scored(cell, row.kind);
    return h("td", {}, ...told(sheet, row, side), ...points, total.length > 0 && " ", ...total);
  });
  return [h("tr", { class: `is-${row.kind}` }, h("th", { scope: "row" }, toggled(row, at, lines), row.remark && h("span", { class: "remark" }, row.remark)), ...cells), lines];
}

/** What a side bid and took: "5/7" for the eye, words for speech. */
function told(sheet, { written, kind }, side) {
  const seats = sheet.sides[side];
  if (!written) return [];
  if (!written.bids) return written.tricks !== null && seats.includes(written.maker) ? [...pair(String(written.tricks), t("sheet.cell-tricks", { won: written.tricks })), " "] : [];
  const bids = seats.map((seat) => written.bids[seat - 1]);
  const won = kind === "counted" ? seats.map((seat) => written.won[seat - 1]) : null;
  const shown = bids.map((bid, at) => (won ? `${bid}/${won[at]}` : String(bid))).join(" + ");
  const facts = { bid: bids.join(" + "), won: won?.join(" + ") };
  return [...pair(shown, t(won ? "sheet.cell" : "sheet.cell-bid", facts)), " "];
}

const pair = (shown, said) => [seen(shown, "bid"), spoken(said)];

/** The points of a side in a row, and its total after it: nothing where there is none. */
const scored = ({ points, total }, kind) => [
  points === null ? [] : [h("span", { class: "sheet-points" }, ...number(points, { signed: true }))],
  kind === "counted" || points !== null ? [h("b", {}, ...number(total))] : [],
];

function details(sheet, row, correct) {
  const sides = row.cells.map(({ lines }, side) => lines.length > 0 && h("li", {}, h("b", { dir: "auto" }, sheet.columns[side]), h("ul", {}, ...lines.map(line))));
  const told = row.cells.some(({ lines }) => lines.length) ? h("ul", { class: "counted" }, ...sides.filter(Boolean)) : h("p", { class: "quiet" }, ...twice(row.told.join(" ") || row.remark));
  const button = sheet.writes && row.kind !== "ruling" && h("button", { type: "button", class: "plain", "aria-label": t("sheet.correct-deal", { deal: row.number }), on: { click: () => correct(row) } }, t("sheet.correct"));
  return [told, button].filter(Boolean);
}

const line = ({ text, points }) => h("li", {}, h("span", {}, ...twice(text)), " ", h("b", {}, ...number(points, { signed: true })));
