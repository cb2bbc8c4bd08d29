// The first page: one press plays; below, everything about a table may be chosen. It knows no rule of any game.

import { face } from "./cards.mjs";
import { byId, h, word } from "./dom.mjs";
import { open, words } from "./frame.mjs";
import { get, post } from "./http.mjs";
import * as invitations from "./lobby/invitations.mjs";
import * as lists from "./lobby/lists.mjs";
import { choices, picked } from "./lobby/radios.mjs";
import * as tableForm from "./lobby/table-form.mjs";
import { onChange, setting } from "./settings.mjs";
import { definitions } from "./suits.mjs";
import { language, letters, t } from "./texts.mjs";
import { say } from "./voice.mjs";

const ACES = ["AS", "AH", "AC", "AD"];
const LAST = "atout.game"; // the game played last, in this browser

/** What the server offers. @type {any} */
let offer = null;
let opening = false; // one press is one table

/** Gets everything the page shows; says so where nobody answers. */
async function refresh() {
  const answer = await get("/api/lobby");
  byId("trouble").hidden = answer.ok;
  document.body.dataset.state = answer.ok ? "ready" : "trouble";
  word(byId("trouble-text"), answer.ok ? "" : answer.text);
  if (!answer.ok) return;
  offer = answer.value;
  drawGames();
  lists.draw(offer);
  drawPhones();
  await tableForm.draw(offer);
}

function drawGames() {
  const wanted = picked("game") ?? localStorage.getItem(LAST);
  const games = offer.profiles.map(({ profile, name, summary }) => ({ value: profile, name, text: summary }));
  const chosen = games.some(({ value }) => value === wanted) ? wanted : games[0]?.value;
  byId("games").replaceChildren(...choices("game", games, chosen));
}

function drawPhones() {
  byId("phones").hidden = !offer.address;
  if (!offer.address) return;
  byId("phones-qr").innerHTML = offer.address.qr;
  word(byId("phones-url"), offer.address.url);
}

/** One press: a table of the game chosen, with bots on the other seats. */
async function play(event) {
  event.preventDefault();
  const game = offer?.profiles.find(({ profile }) => profile === picked("game"));
  if (!game || opening) return;
  opening = true;
  say(t("lobby.wait"));
  const bots = Array.from({ length: game.players - 1 }, () => ({ kind: "bot" }));
  const answer = await post("/api/tables", { rules: game.profile, visibility: "solo", name: setting("name"), seats: [{ kind: "me" }, ...bots] });
  opening = answer.ok;
  if (!answer.ok) return say(t("lobby.failed", { reason: answer.text }), "warn");
  localStorage.setItem(LAST, game.profile);
  location.assign(answer.value.url);
}

function drawFan() {
  byId("fan").replaceChildren(...ACES.map((card) => h("span", { html: face(card, { letters: letters(setting("indices")) }) })));
}

/** What hangs on the language alone. */
function drawWords() {
  drawFan();
  byId("to-sheet").setAttribute("href", `/sheet?lang=${language()}`);
  byId("to-dispute").setAttribute("href", `/check?lang=${language()}#dispute`);
}

document.body.prepend(definitions());
byId("quick").addEventListener("submit", play);
byId("retry").addEventListener("click", refresh);
lists.begin(refresh);
tableForm.begin({ opened: invitations.show, refresh });
onChange(async (name) => {
  if (name === "indices" || name === "colours") drawFan();
  if (name !== "lang") return;
  await words("lobby");
  drawWords();
  await refresh();
});
addEventListener("online", refresh);
addEventListener("pageshow", () => (opening = false)); // also when one comes back to the page as it was
document.addEventListener("visibilitychange", () => document.hidden || lists.update());

try {
  await open("lobby");
  drawWords();
  await refresh();
} catch {
  document.body.dataset.state = "trouble"; // not even words
}
