// The sheet itself: totals above, a row for each deal and ruling, every line of the count on demand.

import { byId, h, number, seen, spoken, twice } from "../dom.mjs";
import { t } from "../texts.mjs";

const BAG_MARKS = 10;
const open = new Set(); // the rows whose lines are shown

/** Where the scores stand. */
export function drawTotals({ columns, totals, bags, counts_bags: counted }) {
  const marks = (count) =>
    h("span", { class: "bag-marks", "aria-hidden": "true" }, ...Array.from({ length: Math.max(BAG_MARKS, count) }, (_, at) => h("i", { class: at < count ? "is-full" : "" })));
  const side = (name, at) =>
    h(
      "li",
      {},
      h("span", { class: "side-name", dir: "auto" }, name),
      h("b", {}, ...number(totals[at])),
      counted && h("span", { class: "side-bags" }, marks(bags[at]), spoken(t("sheet.bags", { bags: bags[at] }))),
    );
  byId("totals").replaceChildren(...columns.map(side));
}

/** Every row, the newest last; `correct` puts a deal right. */
export function drawRows(sheet, correct) {
  const box = byId("rows");
  const top = box.querySelector(".scroll")?.scrollLeft ?? 0;
  if (!sheet.rows.length) return box.replaceChildren(h("p", { class: "quiet" }, t("sheet.empty")));
  const head = h("tr", {}, h("th", { scope: "col" }, t("sheet.deal")), ...sheet.columns.map((name) => h("th", { scope: "col", dir: "auto" }, name)));
  const sums = h("tr", { class: "is-total" }, h("th", { scope: "row" }, t("sheet.total")), ...sheet.totals.map((total) => h("td", {}, ...number(total))));
  const rows = sheet.rows.flatMap((row, at) => draw(sheet, row, at, correct));
  const table = h("table", { "aria-labelledby": "rows-heading" }, h("thead", {}, head), h("tbody", {}, ...rows), h("tfoot", {}, sums));
  const scroll = h("div", { class: "scroll", role: "region", tabindex: "0", "aria-labelledby": "rows-heading" }, table);
  box.dataset.columns = sheet.columns.length > 4 ? "many" : "few";
  box.replaceChildren(scroll);
  scroll.scrollLeft = top;
}

function draw(sheet, row, at, correct) {
  const ruling = row.kind === "ruling";
  const lines = h("tr", { class: `sheet-lines${open.has(at) ? " is-open" : ""}` }, h("td", { colspan: sheet.columns.length + 1 }, ...details(sheet, row, correct)));
  const label = ruling ? t("sheet.ruling") : String(row.number);
  const toggle = h("button", { type: "button", class: "sheet-toggle", "aria-expanded": String(open.has(at)), "aria-label": ruling ? null : t("sheet.details", { deal: row.number }) }, label);
  toggle.addEventListener("click", () => {
    const shown = lines.classList.toggle("is-open");
    toggle.setAttribute("aria-expanded", String(shown));
    shown ? open.add(at) : open.delete(at);
  });
  const cells = row.cells.map((cell, side) => h("td", {}, ...told(sheet, row, side), ...score(cell, row.kind)));
  return [h("tr", { class: `is-${row.kind}` }, h("th", { scope: "row" }, toggle, row.remark && h("span", { class: "remark" }, row.remark)), ...cells), lines];
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

const score = ({ points, total }, kind) => [
  points !== null && h("span", { class: "sheet-points" }, ...number(points, { signed: true })),
  (kind === "counted" || points !== null) && " ",
  (kind === "counted" || points !== null) && h("b", {}, ...number(total)),
];

function details(sheet, row, correct) {
  const sides = row.cells.map(({ lines }, side) => lines.length > 0 && h("li", {}, h("b", { dir: "auto" }, sheet.columns[side]), h("ul", {}, ...lines.map(line))));
  const told = row.cells.some(({ lines }) => lines.length) ? h("ul", { class: "counted" }, ...sides.filter(Boolean)) : h("p", { class: "quiet" }, ...twice(row.told.join(" ") || row.remark));
  const button = sheet.writes && row.kind !== "ruling" && h("button", { type: "button", class: "plain", "aria-label": t("sheet.correct-deal", { deal: row.number }), on: { click: () => correct(row) } }, t("sheet.correct"));
  return [told, button].filter(Boolean);
}

const line = ({ text, points }) => h("li", {}, h("span", {}, ...twice(text)), " ", h("b", {}, ...number(points, { signed: true })));
