// Tables to return to, and public ones to join or to watch.

import { byId, h, twice } from "../dom.mjs";
import { get, post } from "../http.mjs";
import { setting } from "../settings.mjs";
import { t } from "../texts.mjs";
import { say } from "../voice.mjs";

/** Lets the list be drawn anew; `refresh` gets everything. */
export function begin(refresh) {
  byId("refresh").addEventListener("click", async () => {
    await refresh();
    say(t("lobby.refreshed"));
  });
}

/** Draws both lists. */
export function draw({ mine, tables }) {
  const returned = mine.toReversed();
  byId("mine").hidden = !returned.length;
  byId("mine-list").replaceChildren(...returned.map((table) => row(table, [to(table, "return")])));
  drawPublic(tables);
}

function drawPublic(tables) {
  byId("public-empty").hidden = tables.length > 0;
  byId("public-list").replaceChildren(...tables.map((table) => row(table, doors(table))));
}

/** The public tables again, without disturbing anything else. */
export async function update() {
  const answer = await get("/api/tables");
  if (answer.ok) drawPublic(answer.value);
}

function row({ table, summary, names, free, deal, over }, actions) {
  const facts = [
    names.length > 0 && h("span", { dir: "auto" }, names.join(", ")),
    over ? t("lobby.over") : t(deal ? "lobby.deal" : "lobby.not-begun", { deal }),
    free.length > 0 && t("lobby.free", { count: free.length }),
  ].filter(Boolean);
  const told = facts.flatMap((fact, at) => (at ? [" · ", fact] : [fact]));
  return h("li", {}, h("p", { id: `table-${table}` }, h("b", {}, ...twice(summary))), h("p", { class: "quiet" }, ...told), h("p", { class: "doors" }, ...actions));
}

const to = ({ table, url }, key) => h("a", { class: "button", href: url, "aria-describedby": `table-${table}` }, t(`lobby.${key}`));

function doors(table) {
  if (table.mine) return [to(table, "return")];
  const join = h("button", { type: "button", class: "primary", "aria-describedby": `table-${table.table}`, on: { click: () => take(table) } }, t("lobby.join"));
  return [...(table.free.length ? [join] : []), to(table, "watch")];
}

async function take({ table }) {
  const answer = await post(`/api/tables/${table}/seats`, { name: setting("name") });
  if (answer.ok) return location.assign(answer.value.url);
  say(answer.text, "warn");
  await update();
}
