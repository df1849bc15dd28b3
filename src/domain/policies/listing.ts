// Who may do what with a listing. Expired insurance and upcoming bookings can still stand in the
// way; the refusal names them.
import { allow, isAdmin, isAllowed, type Reader, type Statement } from "./policy.ts";

const PARTIES = ["host", "admin"] as const;
/** helper: a person whom the host has given the right to manage the calendar. */
type CalendarParty = ListingParty | "helper";
export type ListingParty = (typeof PARTIES)[number];

export const LISTING_ACTIONS = [
  "read",
  "edit",
  "set_availability",
  "delete",
  "manage_calendar",
  "approve",
  "reject",
  "accept_changes",
] as const;
export type ListingAction = (typeof LISTING_ACTIONS)[number];

interface ListingState {
  isApproved: boolean;
  /** Whether changes to the approved listing wait for an admin. */
  isUnreviewed: boolean;
}

/** Another host's listing does not exist for an admin who would act as its host. */
const allowHost = () => allow(["host"], { others: "not_found" });

export const LISTING_POLICY = {
  read: allow(PARTIES),
  edit: allowHost(),
  set_availability: allowHost(),
  delete: allowHost(),
  manage_calendar: allow(PARTIES),
  // Not among the actions of a listing, whose readers manage the calendar anyway.
  set_days: allow([...PARTIES, "helper"]),
  approve: allow(["admin"], { when: ({ isApproved }: ListingState) => !isApproved }),
  // Rejecting an approved listing takes it off the site.
  reject: allow(["admin"]),
  accept_changes: allow(["admin"], { when: ({ isUnreviewed }: ListingState) => isUnreviewed }),
} satisfies Record<ListingAction | "set_days", Statement<CalendarParty, ListingState>>;

/** What a reader is to a listing; nothing for a stranger. */
export function partiesToListing({ host_id }: { host_id: string }, reader: Reader): ListingParty[] {
  const is: Record<ListingParty, boolean> = { host: host_id === reader.id, admin: isAdmin(reader) };
  return PARTIES.filter((party) => is[party]);
}

/** What a party may do with a listing now. */
export const allowedOnListing = (party: ListingParty, listing: ListingState): ListingAction[] =>
  LISTING_ACTIONS.filter((action) => isAllowed(LISTING_POLICY[action], party, listing));
