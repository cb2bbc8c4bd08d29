// The settings: a dialog made from a list. Everything is kept in this browser, but the pace, which is the table's.

import { byId, h } from "../dom.mjs";
import { keysOf } from "../keys.mjs";
import { parts } from "../scene.mjs";
import { BY_HAND, change, ONE_OF, PACES, paceOf, setting } from "../settings.mjs";
import { commands, t } from "../texts.mjs";

const dialog = byId("settings");

const SWITCHES = ["oneTap", "sounds", "keys"];

/** @type {(message: object) => void} */
let ask;

/** Makes the dialog work; `command` sends to the table. */
export function begin(command) {
  ask = command;
  byId("open-settings").addEventListener("click", show);
}

function show() {
  paint();
  dialog.showModal();
}

/** The open dialog in the words of another language; focus stays where the language was chosen. */
export function reword() {
  if (!dialog.open) return;
  paint();
  byId("setting-lang").focus();
}

function paint() {
  const fields = [...Object.entries(ONE_OF).map(oneOf), ...SWITCHES.map(toggle), pace(), remapping()];
  byId("settings-fields").replaceChildren(...fields.filter(Boolean));
}

const label = (name) => t(`settings.${name}`);

function select(name, text, options, chosen, picked) {
  const list = h(
    "select",
    { id: `setting-${name}` },
    ...options.map(([value, words]) => h("option", { value }, words)),
  );
  list.value = chosen;
  list.addEventListener("change", () => picked(list.value));
  return h("p", { class: "field" }, h("label", { for: list.id }, text), list);
}

const oneOf = ([name, values]) =>
  select(
    name,
    label(name),
    values.map((value) => [value, t(`settings.${name}-value.${value}`)]),
    setting(name) ?? document.documentElement.lang,
    (value) => change(name, value),
  );

function toggle(name) {
  const box = h("input", { type: "checkbox", id: `setting-${name}` });
  box.checked = setting(name);
  box.addEventListener("change", () => change(name, box.checked));
  return h("p", { class: "field is-switch" }, box, h("label", { for: box.id }, label(name)));
}

function pace() {
  if (!parts.seats?.some(({ bot }) => bot)) return null;
  const chosen = parts.table.pace;
  const options = PACES.map((value) => [value, t(`settings.pace-value.${value}`)]);
  const nearest = chosen === null ? BY_HAND : PACES.find((value) => Number(value) >= chosen);
  return select("pace", label("pace"), options, nearest, (value) =>
    ask({ type: "settings", ...(value === BY_HAND ? { by_hand: true } : { by_hand: false, pace: paceOf(value) }) }),
  );
}

/** One's own key for each command; nothing written: the usual ones. */
function remapping() {
  const rows = commands()
    .filter(({ keys }) => keys.every((key) => key.length === 1 && /[\p{L}?]/u.test(key)))
    .map((command) => {
      const field = h("input", {
        id: `key-${command.name}`,
        maxlength: "1",
        size: "2",
        autocomplete: "off",
        placeholder: command.keys.join(" "),
      });
      field.value = setting("remapped")[command.name] ?? "";
      field.addEventListener("change", () => {
        const { [command.name]: _, ...others } = setting("remapped");
        change(
          "remapped",
          field.value.trim() ? { ...others, [command.name]: field.value.trim().toUpperCase() } : others,
        );
      });
      return h("p", { class: "field" }, h("label", { for: field.id }, command.help), field);
    });
  return h("details", {}, h("summary", {}, t("settings.remap")), ...rows);
}

/**
 * The list of commands: each with its keys and a line of help, and a button for what can be done from here.
 * @param {Record<string, (event?: KeyboardEvent) => void>} handlers
 */
export function help(handlers) {
  const rows = commands()
    .filter(({ name, keys }) => name in handlers || keys.length)
    .map((command) => {
      const run = handlers[command.name];
      const button = run && h("button", { type: "button", class: "plain", on: { click: () => run() } }, command.word);
      const keys = keysOf(command).map((key) => h("kbd", {}, t(`keys.${key}`)));
      return h("li", {}, button, ...keys, h("span", {}, command.help));
    });
  byId("help-list").replaceChildren(...rows);
}
