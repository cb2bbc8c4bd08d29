// The score sheet for real cards: a new one to open, or one to look at and to write on. Counting is the server's.

import { byId, h, twice, word } from "./dom.mjs";
import { open, words } from "./frame.mjs";
import { get, post } from "./http.mjs";
import { onChange } from "./settings.mjs";
import * as around from "./sheet/around.mjs";
import * as beginning from "./sheet/beginning.mjs";
import * as entry from "./sheet/entry.mjs";
import { drawRows, drawTotals } from "./sheet/rows.mjs";
import { language, t } from "./texts.mjs";
import { say } from "./voice.mjs";

const LOOKS = 3_000; // ms between two looks at what others have written
const key = location.pathname.split("/").filter(Boolean)[1] ?? null;
const path = `/api/sheets/${encodeURIComponent(key ?? "")}`;

let tag = /** @type {string | null} */ (null);
let shown = /** @type {any} */ (null);
let looking = 0; // the clock of looking again

// --- reading ---------------------------------------------------------------------------------------------------------

/** Looks what the sheet is now. */
async function look() {
  const answer = await get(path, tag);
  byId("trouble").hidden = answer.ok || answer.status === 304;
  if (answer.status === 304) return;
  if (answer.status === 404) clearInterval(looking); // a link to nothing stays one
  word(byId("trouble-text"), answer.ok ? "" : answer.text);
  document.body.dataset.state = answer.ok || shown ? "ready" : "trouble";
  if (!answer.ok) return;
  const news = shown && answer.value.version > shown.version && tag !== null;
  tag = answer.tag ?? null;
  draw(answer.value);
  if (news) say(t("sheet.changed"));
}

function draw(sheet) {
  shown = sheet;
  byId("kept").hidden = false;
  document.title = `${sheet.players.join(", ")} – ${t("sheet.title")}`;
  word(byId("heading"), sheet.name);
  byId("kept-summary").replaceChildren(...twice(sheet.summary));
  byId("whole-rules").setAttribute("href", `/rules/${encodeURIComponent(sheet.rules)}?lang=${language()}`);
  drawTotals(sheet);
  drawRows(sheet, (row) => entry.correct(sheet, row));
  entry.draw(sheet);
  around.draw(sheet, `${path}`);
  byId("turns").hidden = !sheet.writes;
  byId("undo").disabled = !sheet.undo;
  byId("redo").disabled = !sheet.redo;
  beginning.remember(key, sheet);
}

// --- writing ---------------------------------------------------------------------------------------------------------

/** Writes a line on the sheet as it is shown; `null` once it is written, else the sentence why not. */
async function write(line, done = "") {
  const answer = await post(`${path}/lines`, { version: shown.version, line });
  if (answer.ok) {
    tag = null; // the next look brings everything once, and its tag
    draw(answer.value.sheet);
    say(done || answer.value.told);
    return null;
  }
  if (answer.status === 409) {
    tag = null; // what is new needs no announcement: the answer tells of it
    await look();
  }
  say(answer.text, "warn");
  return answer.text;
}

async function start() {
  if (key === null) return beginning.draw();
  byId("new").hidden = true;
  clearInterval(looking);
  looking = setInterval(() => document.hidden || look(), LOOKS);
  await look();
}

entry.begin(write);
around.begin(write);
beginning.begin();
byId("retry").addEventListener("click", start);
byId("undo").addEventListener("click", () => write({ type: "undo" }, t("sheet.undone")));
byId("redo").addEventListener("click", () => write({ type: "redo" }, t("sheet.redone")));
onChange(async (name) => {
  if (name !== "lang") return;
  await words("sheet");
  tag = null;
  await start();
});

try {
  await open("sheet");
  word(byId("heading"), t("sheet.title"));
  await start();
} catch {
  document.body.dataset.state = "trouble"; // not even words
}
