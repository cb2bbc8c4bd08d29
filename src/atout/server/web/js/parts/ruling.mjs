// A ruling of whoever opened the table: points for a side, with the reason; a deal thrown in. The table says what may be.

import { byId, h } from "../dom.mjs";
import { confirmed } from "../press.mjs";
import { draws, me } from "../scene.mjs";

/** Draws the form from now on; `ask` sends to the table. */
export function begin(ask) {
  const [box, form, side] = [byId("ruling"), byId("ruling-form"), byId("ruling-side")];
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const points = Number(byId("ruling-points").value.replace("\u2212", "-"));
    const reason = byId("ruling-reason").value.trim();
    const answer = await ask({ type: "rule", side: Number(side.value), points, reason });
    if (answer.ok) form.reset();
  });
  byId("ruling-void").addEventListener(
    "click",
    ({ currentTarget }) => confirmed(currentTarget) && ask({ type: "rule" }),
  );
  draws(["table", "sheet"], ({ sheet }) => {
    box.hidden = !me.host;
    const chosen = side.value;
    side.replaceChildren(...sheet.columns.map((name, at) => h("option", { value: String(at + 1) }, name)));
    if (chosen) side.value = chosen;
  });
}
