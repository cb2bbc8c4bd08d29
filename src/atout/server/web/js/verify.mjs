// The page of verified deals: a proof is computed again in this browser too.

import { byId, h } from "./dom.mjs";
import { verified } from "./verify/deal.mjs";

const pasted = /** @type {HTMLTextAreaElement} */ (byId("pasted"));
const here = byId("here");

/** What this browser finds for each deal of the proof; nothing for what is no proof. */
function found() {
  try {
    const { table, deals } = JSON.parse(pasted.value);
    return deals.map((deal) => {
      const said = verified(table, deal) ? here.dataset.same : here.dataset.differs;
      return h("p", {}, said.replace("{deal}", deal.number));
    });
  } catch {
    return []; // the server says what is wrong with it
  }
}

const said = byId("result") ? found() : [];
here.append(...said);
here.hidden = !said.length;
