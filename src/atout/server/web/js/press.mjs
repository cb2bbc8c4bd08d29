// Pressing: on release, never by holding a key, and twice where it cannot be taken back.

import { t } from "./texts.mjs";
import { say } from "./voice.mjs";

/** A held Enter or Space presses a button once: repeats are dropped, for every button of the page. */
export function noRepeats() {
  document.addEventListener("keydown", (event) => {
    const pressed = event.target instanceof HTMLButtonElement && (event.key === "Enter" || event.key === " ");
    if (event.repeat && pressed) event.preventDefault();
  });
}

/** Something that waits for its second press is put at rest again when attention goes elsewhere. */
function rest(button) {
  delete button.dataset.armed;
}

/** Arms a button at its first press; true at the second, which a held key does not give. */
export function confirmed(button, prompt = t("confirm.again")) {
  if (button.dataset.armed) {
    rest(button);
    return true;
  }
  button.dataset.armed = "yes";
  button.addEventListener("blur", () => rest(button), { once: true });
  say(prompt);
  return false;
}

/** Escape puts everything at rest. */
export function restAll(region) {
  for (const button of region.querySelectorAll("[data-armed]")) rest(button);
}
