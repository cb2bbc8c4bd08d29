// The keys of the action area, from the server's table of commands and this browser's changes to it.

import { setting } from "./settings.mjs";
import { commands } from "./texts.mjs";

const DIGIT = /^(?:Digit|Numpad)(\d)$/;

/** The key of a command as it is now: the person's own, or the usual ones. */
export const keysOf = ({ name, keys }) => (setting("remapped")[name] ? [setting("remapped")[name]] : keys);

/** The command a key calls, if any. A letter is a letter in either case. */
const called = (key) =>
  commands().find((command) => keysOf(command).some((own) => own.toUpperCase() === key.toUpperCase()));

/**
 * Listens inside a region, the only place where single keys mean something.
 * @param {HTMLElement} region
 * @param {Record<string, (event: KeyboardEvent) => void>} handlers by command name
 * @param {(digit: string) => void} digit digits by their place on the keyboard: the AZERTY row needs Shift
 * @param {() => void} escape
 */
export function listen(region, handlers, digit, escape) {
  region.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (event.key === "Escape") return escape();
    if (!setting("keys")) return;
    const handler = handlers[called(event.key)?.name ?? ""];
    const number = DIGIT.exec(event.code);
    if (handler) handler(event);
    else if (number) digit(number[1]);
    else return;
    event.preventDefault();
  });
}
