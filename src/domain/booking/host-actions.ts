// The actions that a host or an admin may take on a booking now, according to the transition table
// (booking.ts). Screens show them as buttons.

import { canTransition, type TransitionName, type TransitionRequest } from "./booking.ts";

export interface HostActions {
  approve: boolean;
  reject: boolean;
  cancel: boolean;
}

/**
 * The actions that the actor may take now; none for a renter. The server checks them against the
 * same table.
 */
export function hostActions(request: TransitionRequest): HostActions {
  const may = (name: TransitionName): boolean => canTransition(name, request).ok;
  const cancel = request.actorKind === "admin" ? "cancel_by_admin" : "cancel_by_host";
  return { approve: may("request_approval"), reject: may("reject"), cancel: may(cancel) };
}
