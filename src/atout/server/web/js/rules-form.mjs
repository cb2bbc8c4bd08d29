// Choosing rules: a game or a rule of the house to start from, then options. The form is what the server says it is;
// what does not go together is told at its field while one chooses.

import { h, minus, set, twice, word } from "./dom.mjs";
import { mark } from "./faults.mjs";
import { post } from "./http.mjs";
import { t } from "./texts.mjs";

const OTHER = "…"; // the entry of a list that opens a field of one's own
const HOUSE = "house:"; // entries of the list that are a rule of the house, by its place

/** A rules spec as the form has it: the profile, and options by name. */
const parted = (spec) => {
  const [profile, ...pairs] = spec.split(" ");
  return { profile, options: Object.fromEntries(pairs.map((pair) => pair.split("="))) };
};

/** An option: one row, made once and kept, so that focus stays where it is. */
class Row {
  constructor(field, pick) {
    this.id = `option-${field.key}`;
    this.kind = field.kind;
    this.help = h("p", { class: "help", id: `${this.id}-help` });
    this.label = h("label", { for: this.id });
    this.control = field.kind === "yes-no" ? h("input", { type: "checkbox", id: this.id }) : h("select", { id: this.id });
    this.other = h("input", { id: `${this.id}-other`, class: "other", maxlength: "64", autocomplete: "off", spellcheck: "false" });
    this.other.hidden = true;
    const parts = field.kind === "yes-no" ? [h("span", { class: "check" }, this.control, this.label)] : [this.label, this.control, this.other];
    this.element = h("div", { class: "field" }, ...parts, this.help);
    this.control.addEventListener("change", () => this.#chosen(pick));
    this.other.addEventListener("change", () => pick(field.key, this.other.value));
    set(this.control, "aria-describedby", this.help.id);
  }

  #chosen(pick) {
    const key = this.id.slice("option-".length);
    if (this.kind === "yes-no") return pick(key, this.control.checked ? "yes" : "no");
    this.other.hidden = this.control.value !== OTHER;
    if (this.other.hidden) pick(key, this.control.value);
    else this.other.focus();
  }

  /** Shows the option as the server has it; what conflicts stays as it was typed. */
  draw(field, typed, conflict) {
    this.label.replaceChildren(capital(field.name));
    this.help.replaceChildren(...twice(field.help));
    set(this.other, "aria-label", t("rules-form.own", { name: field.name }));
    const value = conflict ? typed : field.value;
    if (this.kind === "yes-no") this.control.checked = value === "yes";
    else this.#list(field, value);
    mark(this.control, conflict ?? "");
  }

  #list({ kind, values, least, most }, value) {
    const known = values.some((one) => one.value === value) ? values : [...values, { value, label: value }];
    const free = kind === "number" || kind === "text" ? [{ value: OTHER, label: t("rules-form.other") }] : [];
    this.control.replaceChildren(...[...known, ...free].map((one) => h("option", { value: one.value }, minus(one.label))));
    if (kind === "number" && least !== null) set(this.other, "placeholder", `${least} – ${most}`);
    if (document.activeElement === this.other) return;
    this.control.value = value;
    this.other.hidden = true;
  }
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export class RulesForm {
  /** Options changed by hand. @type {Record<string, string>} */
  options = {};
  profile = "";
  /** What the server made of it last. @type {any} */
  chosen = null;
  #rows = new Map();
  #asked = 0;

  /**
   * @param {HTMLElement} root where the form is drawn
   * @param {HTMLElement} summary where the rules are told in words
   * @param {(chosen: any) => void} changed
   */
  constructor(root, summary, changed) {
    this.summary = summary;
    this.changed = changed;
    this.start = h("select", { id: "rules-start", "aria-describedby": "rules-start-help" });
    this.players = h("select", { id: "rules-players" });
    this.startLabel = h("label", { for: "rules-start" });
    this.playersLabel = h("label", { for: "rules-players" });
    this.startHelp = h("p", { class: "help", id: "rules-start-help" });
    this.fields = h("div", { class: "fields" });
    this.closed = h("ul", { class: "closed" });
    this.optionsTitle = h("summary");
    this.closedTitle = h("summary");
    this.closedBox = h("details", {}, this.closedTitle, this.closed);
    const options = h("details", { id: "rules-options" }, this.optionsTitle, this.fields, this.closedBox);
    const row = h("div", { class: "pair" }, h("div", { class: "field" }, this.startLabel, this.start, this.startHelp), h("div", { class: "field" }, this.playersLabel, this.players));
    root.replaceChildren(row, options);
    this.start.addEventListener("change", () => this.#begin(this.start.value));
    this.players.addEventListener("change", () => this.#pick("players", this.players.value));
  }

  /** What there is to start from, in the language of the page. */
  offer(profiles, saved) {
    this.profiles = profiles;
    this.saved = saved;
    const entry = ({ profile, name }) => h("option", { value: profile }, name);
    const house = saved.map(({ name }, at) => h("option", { value: HOUSE + at, dir: "auto" }, name));
    const groups = [h("optgroup", { label: t("rules-form.games") }, ...profiles.map(entry))];
    if (house.length) groups.push(h("optgroup", { label: t("rules-form.saved") }, ...house));
    this.start.replaceChildren(...groups);
    word(this.startLabel, t("rules-form.start"));
    word(this.startHelp, t("rules-form.start-help"));
    word(this.playersLabel, t("rules-form.players"));
    word(this.optionsTitle, t("rules-form.options"));
    word(this.closedTitle, t("rules-form.closed"));
    this.start.value = this.#started ?? profiles[0].profile;
    return this.profile ? this.ask() : this.#begin(this.start.value);
  }

  #started = null;

  /** Begins with a game, or a rule of the house. */
  #begin(start) {
    this.#started = start;
    const house = start.startsWith(HOUSE) && this.saved[Number(start.slice(HOUSE.length))];
    Object.assign(this, house ? parted(house.rules) : { profile: start, options: {} });
    return this.ask();
  }

  /** Begins with rules by their spec. */
  async use(spec) {
    const at = this.saved.findIndex(({ rules }) => rules === spec);
    this.#started = at < 0 ? spec.split(" ")[0] : HOUSE + at;
    this.start.value = this.#started;
    Object.assign(this, parted(spec));
    await this.ask();
  }

  #pick(key, value) {
    this.options = { ...this.options, [key]: value };
    return this.ask();
  }

  /** Asks the server what the rules come to, and draws the answer; of several the last one counts. */
  async ask() {
    const turn = ++this.#asked;
    const answer = await post("/api/rules", { profile: this.profile, options: this.options });
    if (turn !== this.#asked) return;
    if (answer.ok) this.#draw(answer.value);
    else word(this.summary, answer.text);
    this.changed(answer.ok ? answer.value : null);
  }

  #draw(chosen) {
    this.chosen = chosen;
    const { form, conflicts } = chosen;
    this.summary.replaceChildren(...twice(chosen.summary));
    const { numbers } = this.profiles.find(({ profile }) => profile === this.profile) ?? { numbers: [chosen.players] };
    this.players.replaceChildren(...numbers.map((number) => h("option", { value: number }, String(number))));
    this.players.value = String(chosen.players);
    this.players.disabled = numbers.length < 2;
    const others = form.filter(({ key }) => key !== "players");
    const rows = others.filter(({ key, closed }) => !closed || key in conflicts).map((field) => this.#row(field, conflicts[field.key]));
    for (const child of [...this.fields.children]) if (!rows.includes(child)) child.remove();
    rows.forEach((row, at) => this.fields.children[at] !== row && this.fields.insertBefore(row, this.fields.children[at] ?? null));
    const shut = others.filter(({ key, closed }) => closed && !(key in conflicts));
    this.closed.replaceChildren(...shut.map(({ closed }) => h("li", {}, ...twice(closed))));
    this.closedBox.hidden = !shut.length;
  }

  #row(field, conflict) {
    const key = `${field.key} ${field.kind}`;
    if (!this.#rows.has(key)) this.#rows.set(key, new Row(field, (name, value) => this.#pick(name, value)));
    const row = this.#rows.get(key);
    row.draw(field, this.options[field.key] ?? "", conflict);
    return row.element;
  }

  /** What is to be put right before these rules can be used. */
  get faults() {
    return Object.entries(this.chosen?.conflicts ?? {}).map(([key, text]) => ({ field: document.getElementById(key === "players" ? "rules-players" : `option-${key}`), text }));
  }
}
