// Asking the server something over HTTP: its answer, or its sentence about what is the matter.

import { language, t } from "./texts.mjs";

/** @typedef {{ok: boolean, status: number, value?: any, text?: string, field?: string, tag?: string | null}} Answer */

const inLanguage = (path) => `${path}${path.includes("?") ? "&" : "?"}lang=${encodeURIComponent(language())}`;

/** @returns {Promise<Answer>} `status` 0: nobody answers */
async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(inLanguage(path), options);
  } catch {
    return { ok: false, status: 0, text: t("trouble.offline") };
  }
  const value = await answer.json().catch(() => null);
  const text = value?.text ?? t("trouble.failed");
  return { ok: answer.ok, status: answer.status, value, text, field: value?.field, tag: answer.headers.get("etag") };
}

/** Gets something; with the `tag` of what one has, 304 if it is still so. */
export const get = (path, tag = null) => ask(path, tag ? { headers: { "if-none-match": tag } } : {});

/** Asks for something to be done. */
export const post = (path, wish) =>
  ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) });
