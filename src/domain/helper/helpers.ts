// Helpers of a host (product.md, Helpers): other people's accounts that do part of the host's work
// with some of the cars.

/** What a helper may do with a car. No right shows money. */
export const HELPER_RIGHTS = ["calendar", "messages", "handovers"] as const;
export type HelperRight = (typeof HELPER_RIGHTS)[number];

/** An invitation is valid for this many days. */
const HELPER_INVITATION_DAYS = 14;
export const MAX_HELPERS = 20;
/** Invitations to help that an address receives from all hosts within 24 hours. */
export const MAX_HELPER_INVITATIONS_A_DAY = 5;
const DAY_MS = 86_400_000;

export const helperInvitationExpiresAt = (now: Date): Date =>
  new Date(now.getTime() + HELPER_INVITATION_DAYS * DAY_MS);

export const HELPER_STATES = ["invited", "expired", "accepted"] as const;
export type HelperState = (typeof HELPER_STATES)[number];

/** @param expiresAt null once the invitation is accepted */
export function helperState({ expiresAt }: { expiresAt: Date | null }, now: Date): HelperState {
  if (expiresAt === null) return "accepted";
  return expiresAt <= now ? "expired" : "invited";
}

/** "Jordan B.": a renter's name for a helper who doesn't have to compare it with a licence. */
export const shortLastName = (lastName: string): string => {
  const [initial] = lastName.trim();
  return initial === undefined ? "" : `${initial.toUpperCase()}.`;
};
