// The first page: one press opens a table of a game, with bots on the other seats.

import { byId, h } from "./dom.mjs";
import { wantedLanguage } from "./settings.mjs";
import { load, t } from "./texts.mjs";
import { say } from "./voice.mjs";

const LEVEL = "casual";

/** Opens a table of a game and goes there. */
async function play({ profile, players }) {
  say(t("lobby.wait"));
  const bots = Array.from({ length: players - 1 }, () => ({ kind: "bot", level: LEVEL }));
  const answer = await fetch("/api/tables", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ rules: profile, visibility: "solo", seats: [{ kind: "me" }, ...bots] }),
  });
  const opened = await answer.json();
  if (answer.ok) location.assign(opened.url);
  else say(t("lobby.failed", { reason: opened.text ?? opened.code ?? answer.status }), "warn");
}

/** A game: its name, what it is, one button. */
const game = (offered) =>
  h(
    "li",
    { class: "game" },
    h("h3", { id: `game-${offered.profile}` }, offered.name),
    h("button", { type: "button", class: "primary", "aria-describedby": `game-${offered.profile}`, on: { click: () => play(offered) } }, t("lobby.play")),
    h("p", {}, offered.summary),
  );

await load(wantedLanguage());
const offer = await (await fetch(`/api/lobby?lang=${wantedLanguage()}`)).json();
byId("games").replaceChildren(...offer.profiles.map(game));
