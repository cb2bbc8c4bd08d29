// A finished match as a file of another program: written by the server, or why that cannot be.

import { byId, h } from "../dom.mjs";
import { draws, parts } from "../scene.mjs";
import { language, t } from "../texts.mjs";
import { say } from "../voice.mjs";

const FORMATS = ["egn", "ptn"];

/** Offers them from now on, once a match is over. */
export function begin() {
  draws(["table"], ({ table }) => {
    byId("formats").hidden = !table.over;
    byId("formats-list").replaceChildren(...FORMATS.map(button));
  });
}

const button = (form) => h("button", { type: "button", class: "plain", on: { click: () => take(form) } }, t(`history.format.${form}`));

async function take(form) {
  const id = parts.table.id;
  const answer = await fetch(`/api/tables/${encodeURIComponent(id)}/record?format=${form}&lang=${language()}`).catch(() => null);
  if (!answer?.ok) {
    const refusal = await answer?.json().catch(() => null);
    return say(refusal?.text ?? t("trouble.offline"), "warn");
  }
  const url = URL.createObjectURL(await answer.blob());
  h("a", { href: url, download: `${id}.${form}` }).click();
  URL.revokeObjectURL(url);
  const notes = decodeURIComponent(answer.headers.get("atout-notes") ?? "");
  say(`${t("history.written", { file: `${id}.${form}` })} ${notes}`.trim());
}
