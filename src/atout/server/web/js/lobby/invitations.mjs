// A table is open: the links that lead to its seats.

import { invitation } from "../copying.mjs";
import { byId } from "../dom.mjs";
import { t } from "../texts.mjs";

/** Shows the invitations of a table just opened and moves there; `reachable`: others can come at all. */
export function show({ url, seat, invitations }, reachable) {
  const others = Object.entries(invitations).filter(([number]) => Number(number) !== seat);
  byId("local-only").hidden = reachable;
  byId("invitations-list").replaceChildren(...others.map(([number, link]) => invitation(`invitation-${number}`, link, t("lobby.seat", { seat: number }))));
  byId("to-table").setAttribute("href", url);
  byId("invitations").hidden = false;
  byId("custom").open = false;
  byId("invitations-heading").focus();
}
