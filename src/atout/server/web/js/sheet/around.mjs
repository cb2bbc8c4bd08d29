// Around the sheet: names, a ruling of the table, links for others, files to take home, paper.

import { invitation } from "../copying.mjs";
import { byId, h } from "../dom.mjs";
import { mark } from "../faults.mjs";
import { get } from "../http.mjs";
import { language, t } from "../texts.mjs";
import { nameField, namesIn } from "./beginning.mjs";

const POINTS = /^[-−+]?\d{1,6}$/;
let sheet = /** @type {any} */ (null);
let path = "";

/** Makes it work; `write` writes a line. */
export function begin(write) {
  byId("names-form").addEventListener("submit", (event) => {
    event.preventDefault();
    write({ type: "names", names: namesIn("renamed", sheet.players.length) });
  });
  byId("adjust-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = byId("adjust-points");
    const typed = field.value.trim();
    mark(field, POINTS.test(typed) ? "" : t("sheet.adjust-number"));
    if (!POINTS.test(typed)) return field.focus();
    const line = { type: "ruling", side: Number(byId("adjust-side").value), points: Number(typed.replace("−", "-")), reason: byId("adjust-reason").value.trim() };
    if ((await write(line)) === null) byId("adjust-form").reset();
  });
  byId("share").addEventListener("toggle", () => byId("share").open && drawLinks());
  byId("print").addEventListener("click", () => print());
}

/** Draws it for a sheet, found at that path of the server. */
export function draw(shown, at) {
  sheet = shown;
  path = at;
  for (const element of document.querySelectorAll(".for-writers")) element.hidden = !sheet.writes;
  const typing = document.activeElement?.closest("#names-form, #adjust-form");
  if (!typing) {
    byId("names").replaceChildren(...sheet.players.map((_, seat) => nameField("renamed", seat, sheet.given[seat] ?? "", sheet.sides)));
    const chosen = byId("adjust-side").value;
    byId("adjust-side").replaceChildren(...sheet.columns.map((name, side) => h("option", { value: side + 1, dir: "auto" }, name)));
    if (chosen) byId("adjust-side").value = chosen;
  }
  byId("to-record").setAttribute("href", `${path}/record?lang=${language()}`);
  byId("to-csv").setAttribute("href", `${path}/csv?lang=${language()}`);
}

async function drawLinks() {
  const answer = await get(`${path}/links`);
  const links = Object.entries(answer.ok ? answer.value : {}).toReversed();
  byId("links").replaceChildren(...links.map(([name, link]) => invitation(`link-${name}`, link, t(`sheet.share-${name}`))));
}
