// A form for one text: it may be chosen as a file instead of being pasted.

import { byId } from "./dom.mjs";

const pasted = /** @type {HTMLTextAreaElement} */ (byId("pasted"));
const chosen = /** @type {HTMLInputElement} */ (byId("file"));

chosen.hidden = false;
chosen.labels?.forEach((label) => (label.hidden = false));
chosen.addEventListener("change", async () => {
  const [file] = chosen.files ?? [];
  if (file) pasted.value = await file.text();
});
