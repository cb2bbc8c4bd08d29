// Whoever comes to a table with others without a name is asked for one, once, and may well do without.

import { byId } from "../dom.mjs";
import { draws, me, seatOf } from "../scene.mjs";
import { change, setting } from "../settings.mjs";

const form = byId("arrival");
const field = byId("arrival-name");

let ask = (/** @type {object} */ _message) => Promise.resolve(/** @type {any} */ ({}));
let tried = false; // whether the name this browser keeps was given to the table by itself
let trying = false;

/** Asks from now on; `command` sends to the table. */
export function begin(command) {
  ask = command;
  form.addEventListener("submit", submit);
  form.addEventListener("keydown", ({ key }) => key === "Escape" && skip());
  byId("arrival-skip").addEventListener("click", skip);
  draws(["seats", "table"], paint);
}

const take = async (name) => (await ask({ type: "settings", name })).ok;

/** Whether one sits among others without a name, and has not said that there will be none. */
function nameless(table) {
  const mine = me.seat && seatOf(me.seat);
  return mine && mine.kind === "person" && !mine.named && !table.solo && !history.state?.unnamed;
}

async function paint({ table }) {
  if (!nameless(table)) return leave();
  if (trying || !form.hidden) return;
  if (!tried && setting("name")) {
    tried = trying = true;
    const taken = await take(setting("name"));
    trying = false;
    if (taken) return;
  }
  field.value = setting("name");
  form.hidden = false;
  await null; // a first scene is seen once all of it is drawn
  if (document.activeElement === document.body) field.focus();
}

async function submit(event) {
  event.preventDefault();
  const name = field.value.trim();
  if (!name) return skip();
  change("name", name);
  if (!(await take(name))) field.focus(); // the table has said why
}

/** No name at this table: not asked again when the page is loaded anew. */
function skip() {
  history.replaceState({ ...history.state, unnamed: true }, "");
  leave();
}

/** The form goes; whoever was in it goes on to the game. */
function leave() {
  const inside = form.contains(document.activeElement);
  form.hidden = true;
  if (inside) byId("status").focus();
}
