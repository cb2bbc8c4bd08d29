// The page of a table: joins, draws what it is sent, sends what is pressed. It knows no rule of any game.

import { byId, twice } from "./dom.mjs";
import { listen } from "./keys.mjs";
import * as mixing from "./mixing.mjs";
import * as arrival from "./parts/arrival.mjs";
import * as chat from "./parts/chat.mjs";
import * as choices from "./parts/choices.mjs";
import * as formats from "./parts/formats.mjs";
import * as hand from "./parts/hand.mjs";
import * as place from "./parts/place.mjs";
import * as preferences from "./parts/preferences.mjs";
import * as ruling from "./parts/ruling.mjs";
import * as seats from "./parts/seats.mjs";
import * as sheet from "./parts/sheet.mjs";
import * as surroundings from "./parts/surroundings.mjs";
import { confirmed, noRepeats, restAll } from "./press.mjs";
import { between, draws, me, parts, redraw, show } from "./scene.mjs";
import { onChange, wantedLanguage } from "./settings.mjs";
import { Connection } from "./socket.mjs";
import * as sounds from "./sounds.mjs";
import { definitions, SUITS } from "./suits.mjs";
import { load, t } from "./texts.mjs";
import { hush, recall, say, tell, walk } from "./voice.mjs";

const table = location.pathname.split("/").filter(Boolean).at(-1) ?? "";
const actions = byId("actions");
const status = byId("status");

/** The number of the last update drawn; `null` asks for everything. */
let n = /** @type {number | null} */ (null);
let asked = 0; // how often advice was asked for at this decision

const line = new Connection(path, {
  state: surroundings.connection,
  frame: (message) => ready.then(() => frames[message.type]?.(message)),
  cut: exists,
});

function path() {
  const since = n === null ? "" : `&since=${n}`;
  return `/api/tables/${encodeURIComponent(table)}/socket?lang=${encodeURIComponent(wantedLanguage())}${since}`;
}

// --- what comes in ---------------------------------------------------------------------------------------------------

const frames = {
  view(message) {
    const missed = n !== null && message.since !== null && message.since !== undefined;
    Object.assign(me, { seat: message.seat, host: message.host });
    take(message); // the log is on the screen from here on: only then it can be scrolled to its end
    missed ? tell(message.log) : recall(message.log);
  },
  update(message) {
    if (n === null || message.n > n + 1) return anew(); // something was missed: everything, please
    if (message.events.length) hush("warn"); // what was refused may be allowed now
    take(message);
    tell(message.log);
  },
  chat: chat.heard,
  fault: ({ text }) => say(text, "warn"),
  notice: ({ text }) => say(text, "warn"),
  closing: ({ text }) => line.state === "gone" && surroundings.failed(text),
};

/** Advice begins anew with a new decision: somebody who comes or leaves, or the same view once more, is none. */
function take({ n: number, scene, events }) {
  if (events ? events.length : number !== n) asked = 0;
  n = number;
  show(scene);
  Object.assign(document.body.dataset, { state: "ready", n });
}

/** A table that was never reached may not exist: the socket alone cannot tell. */
async function exists() {
  if (n !== null) return;
  const answer = await fetch(location.href, { method: "HEAD" }).catch(() => null);
  if (answer?.status !== 404) return;
  line.end();
  surroundings.failed(t("error.no-table"));
}

function anew() {
  n = null;
  line.again();
}

// --- what goes out ---------------------------------------------------------------------------------------------------

/** Sends a command; a refusal is shown and said. */
async function ask(message) {
  const answer = await line.ask(message);
  if (answer.ok === false) {
    hand.putBack();
    sounds.play("refused");
    if (answer.text) say(answer.text, "warn");
  } else {
    hush("warn"); // what was refused before is done now
    if (answer.text) say(answer.text, message.type === "hint" ? "advice" : "plain");
  }
  if (answer.tokens) hand.point(answer.tokens);
  return answer;
}

/** The items that are messages of their own; every other one is a token to act with. */
const MESSAGES = ["next", "rematch"];

function act(token) {
  hush();
  return ask(MESSAGES.includes(token) ? { type: token } : { type: "act", token, expect: n });
}

const read = (command) => ask({ type: "read", command, suits: hand.suitsInHand() });

const tools = {
  hint: () => ask({ type: "hint", more: asked++ }),
  undo: () => ask({ type: "undo" }),
  claim: () =>
    parts.choices?.claim ? confirmed(byId("tool-claim")) && act("claim") : ask({ type: "why", token: "claim" }),
  recall: seats.recall,
  "more-time": () => ask({ type: "more-time" }),
  "take-back": () => ask({ type: "take-back" }),
};

// --- keys ------------------------------------------------------------------------------------------------------------

const READINGS = ["table", "led", "information", "scores", "turn", "hand", "last", "repeat", "rules"];

/** What each command does here; `says` of the others is asked of the server. */
const handlers = {
  ...Object.fromEntries(READINGS.map((name) => [name, () => read(name)])),
  bids: () => (choices.bidding() ? choices.toChoices() : read("bids")),
  next: () => hand.nextLegal() || choices.nextLegal() || read("turn"),
  messages: (event) => walk(event?.shiftKey ? 1 : -1),
  claim: tools.claim,
  undo: tools.undo,
  hint: tools.hint,
  "more-time": tools["more-time"],
  help: () => surroundings.openHelp(),
};

function digit(pressed) {
  if (choices.bidding()) choices.type(pressed);
  else if (SUITS[Number(pressed) - 1]) hand.toSuit(SUITS[Number(pressed) - 1]);
}

function escape() {
  restAll(actions);
  for (const button of actions.querySelectorAll("[data-lifted]")) delete button.dataset.lifted;
  hush();
}

// --- beginning -------------------------------------------------------------------------------------------------------

function paintStatus({ status: text, title, seats: people }) {
  status.replaceChildren(...twice(text));
  document.title = title;
  status.classList.toggle("is-turn", Boolean(me.seat && people?.some(({ seat, turn }) => turn && seat === me.seat)));
}

function paintTools({ table: info, hand: cards, seats: people, trick, clock }) {
  const mine = people?.find(({ seat }) => seat === me.seat);
  byId("tool-hint").hidden = !cards || !info.deal || between();
  byId("tool-review").hidden = !between() || byId("afterwards").hidden;
  byId("tool-undo").hidden = !cards || !info.undo;
  byId("tool-claim").hidden = !cards || !trick;
  byId("tool-more-time").hidden = !clock || clock.seat !== me.seat;
  byId("tool-take-back").hidden = !(mine?.kind === "person" && mine.bot);
}

async function words() {
  await load(wantedLanguage());
  chat.words();
  preferences.help(handlers);
  surroundings.words();
}

function begin() {
  document.body.prepend(definitions());
  hand.begin(act);
  choices.begin(act);
  seats.begin(place.menu);
  arrival.begin(ask);
  place.begin(ask);
  ruling.begin(ask);
  sheet.begin();
  formats.begin();
  chat.begin(ask);
  sounds.begin();
  preferences.begin(ask);
  surroundings.begin();
  mixing.begin((message) => line.ask(message));
  draws(["status", "title", "seats"], paintStatus);
  draws(["table", "choices", "hand", "seats", "sheet", "trick", "clock"], paintTools);
  noRepeats();
  listen(actions, handlers, digit, escape);
  status.addEventListener("click", () => read("turn"));
  for (const [name, run] of Object.entries(tools))
    byId(name === "recall" ? name : `tool-${name}`).addEventListener("click", run);
}

/** Without its words the page says nothing: it waits for them, quietly. */
async function allWords(wait = 500) {
  try {
    await words();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, wait));
    await allWords(Math.min(2 * wait, 8_000));
  }
}

onChange(async (name) => {
  if (name === "lang") {
    await allWords();
    preferences.reword();
    anew();
  } else redraw();
  if (name === "remapped") preferences.help(handlers);
});

begin();
const ready = allWords(); // meanwhile the table is called
line.start();
