// The score sheet: a row a deal, the lines of its count on demand.

import { byId, h, number, set } from "../dom.mjs";
import { draws } from "../scene.mjs";
import { t } from "../texts.mjs";

const open = new Set(); // the deals whose lines are shown

/** Draws the sheet, and the deal in words, from now on. */
export function begin() {
  new ResizeObserver(reachable).observe(byId("sheet"));
  draws(["sheet"], paint);
  draws(["history", "last"], paintHistory);
}

function paint({ sheet }) {
  const { columns, deals, totals, bags, counts_bags: counted, target } = sheet;
  const head = h(
    "tr",
    {},
    h("th", { scope: "col" }, t("sheet.deal")),
    ...columns.map((name) => h("th", { scope: "col", dir: "auto" }, name)),
  );
  const rows = deals.flatMap((deal, at) => row(deal, at));
  const sums = [sum(t("sheet.total"), totals, "is-total"), counted && sum(t("sheet.bags"), bags, "is-bags")];
  const parts = [
    h(
      "table",
      { "aria-labelledby": "sheet-heading" },
      h("thead", {}, head),
      h("tbody", {}, ...rows),
      h("tfoot", {}, ...sums),
    ),
  ];
  byId("sheet").dataset.columns = columns.length > 4 ? "many" : "few";
  if (!deals.length) parts.unshift(h("p", { class: "quiet" }, t("sheet.empty")));
  if (target !== null) parts.push(h("p", { class: "quiet" }, t("sheet.target", { target })));
  byId("sheet").replaceChildren(...parts);
  reachable();
}

/** A sheet too wide for its panel can be scrolled by keys. */
function reachable() {
  const box = byId("sheet");
  set(box, "tabindex", box.scrollWidth > box.clientWidth ? "0" : null);
}

const sum = (name, values, kind) =>
  h("tr", { class: kind }, h("th", { scope: "row" }, name), ...values.map((value) => h("td", {}, ...number(value))));

function row({ number: deal, text, cells }, at) {
  const lines = h("tr", { class: "sheet-lines", hidden: !open.has(at) }, h("td", {}), ...cells.map(detail));
  const toggle = h(
    "button",
    { type: "button", class: "sheet-toggle", "aria-expanded": String(open.has(at)), title: text },
    deal ? String(deal) : text,
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

const detail = ({ lines }) =>
  h(
    "td",
    {},
    h(
      "ul",
      {},
      ...lines.map(({ text, points }) => h("li", {}, text, " ", h("b", {}, ...number(points, { signed: true })))),
    ),
  );

function paintHistory({ history, last }) {
  const lines = (history ?? []).map(({ text }) => h("li", {}, text));
  byId("history").replaceChildren(
    ...(lines.length ? [h("ol", {}, ...lines)] : [h("p", { class: "quiet" }, t("history.empty"))]),
  );
  byId("recall").hidden = !last;
}
