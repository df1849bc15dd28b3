// What the host's side may do with a booking now, read from the transition table (booking.ts): the
// buttons on a screen.

import { canTransition, type TransitionName, type TransitionRequest } from "./booking.ts";

export interface HostActions {
  approve: boolean;
  reject: boolean;
  cancel: boolean;
}

/**
 * What the actor may do with a booking now; nothing for a renter. The server decides by the same
 * table.
 */
export function hostActions(request: TransitionRequest): HostActions {
  const may = (name: TransitionName): boolean => canTransition(name, request).ok;
  const cancel = request.actorKind === "admin" ? "cancel_by_admin" : "cancel_by_host";
  return { approve: may("request_approval"), reject: may("reject"), cancel: may(cancel) };
}
