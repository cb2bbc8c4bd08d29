// A choice of one of a few, each with its name and a line: radio buttons drawn as cards.

import { h, twice } from "../dom.mjs";

/**
 * @param {string} group the name of the group
 * @param {{value: string, name: string, text?: string}[]} offered
 * @param {string} chosen
 */
export const choices = (group, offered, chosen) =>
  offered.map(({ value, name, text }) => {
    const id = `${group}-${value}`;
    const radio = h("input", { type: "radio", name: group, id, value, checked: value === chosen, "aria-describedby": text ? `${id}-text` : null });
    return h("label", { class: "choice-card", for: id }, radio, h("b", {}, name), text && h("span", { id: `${id}-text` }, ...twice(text)));
  });

/** The value chosen in a group. */
export const picked = (group) => document.querySelector(`input[name="${group}"]:checked`)?.value ?? null;
