// What is told: one log that is only ever added to, and one status line for answers. Facts measured with a screen
// reader: an added paragraph is always spoken; a status set to the same text is silent unless it was empty before.

import { byId, figures, h, word } from "./dom.mjs";

const KEPT = 40; // paragraphs of the log
const GATHER = 80; // ms: what comes in one burst is one utterance
const EMPTY = 100; // ms the status stays empty before the same words are spoken again

let waiting = [];
let gathering = 0;
let speaking = 0;
let walked = null; // the message read again last, while one walks back

/** Adds lines to the log; those that come together are one paragraph. */
export function tell(lines) {
  if (!lines.length) return;
  waiting.push(...lines);
  gathering ||= setTimeout(flush, GATHER);
}

const line = (text) => h("p", { data: { said: text } }, ...figures(text));

function flush() {
  gathering = 0;
  const log = byId("log");
  log.append(line(waiting.join(" ")));
  waiting = [];
  walked = null;
  while (log.children.length > KEPT) log.firstElementChild.remove();
  log.scrollTop = log.scrollHeight;
}

/** Fills the log with what is past: shown, not spoken. */
export function recall(lines) {
  const log = byId("log");
  log.setAttribute("aria-live", "off");
  log.replaceChildren(...lines.slice(-KEPT).map(line));
  log.scrollTop = log.scrollHeight;
  setTimeout(() => log.setAttribute("aria-live", "polite"), 2 * EMPTY);
}

/**
 * Says something at once, also when it is what was said last. `tone`: `plain`, `warn`, or `advice`, which is long and
 * brought into view; nothing else is, for what moves between two touches of a card is another card.
 */
export function say(text, tone = "plain") {
  const status = byId("said");
  clearTimeout(speaking);
  status.textContent = "";
  status.dataset.tone = tone;
  speaking = setTimeout(() => {
    word(status, text);
    if (tone === "advice") status.scrollIntoView({ block: "nearest" });
  }, EMPTY);
}

/** Takes away what was said, once it no longer holds: all of it, or only in one tone. */
export function hush(tone = byId("said").dataset.tone) {
  if (byId("said").dataset.tone !== tone) return;
  clearTimeout(speaking);
  byId("said").textContent = "";
}

/** Reads the message before the one read last (`step` -1), or the one after it (+1). */
export function walk(step) {
  const all = [...byId("log").children];
  const at = walked && walked.isConnected ? all.indexOf(walked) : all.length;
  walked = all[Math.max(0, Math.min(all.length - 1, at + step))] ?? null;
  if (walked) say(walked.dataset.said);
}
