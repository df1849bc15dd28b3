// Suspends a person with everything that follows: their listings leave the site, and each of their
// open bookings is cancelled, kept or put on hold.
import type { AdminUser } from "../../../contract/admin/admin-users.ts";
import { inTransaction, type Ctx, type User } from "../../platform/context.ts";
import { setSuspension } from "../accounts/admin-users.service.ts";
import { settleCancelled } from "../bookings/bookings.service.ts";
import {
  applyChoices,
  type OpenBookingChoice,
} from "../bookings/trip-holds/open-bookings.service.ts";
import { unlistHostListings } from "../listings/review/listing-review.service.ts";

/** What an admin requests; without bookings, the person must have none open. */
export type RequestedSuspension =
  | { suspended: true; reason: string; bookings?: readonly OpenBookingChoice[] | undefined }
  | { suspended: false };

/**
 * Suspends a person, or lifts a suspension, which leaves trips on hold as they are. Refunds are
 * requested after the transaction.
 * @throws DomainError not_found, user_changed, last_admin, open_bookings_changed, and
 * transition_refused while a card is being charged; then nothing has changed
 */
export async function changeSuspension(
  ctx: Ctx,
  admin: User,
  id: string,
  requested: RequestedSuspension,
): Promise<AdminUser> {
  const { user, cancelled } = await inTransaction(ctx, async (tx) => {
    const changed = await setSuspension(tx, admin, id, requested);
    if (!requested.suspended) return { user: changed, cancelled: [] };
    const ids = await applyChoices(tx, admin, id, requested.bookings ?? []);
    await unlistHostListings(tx, admin, id, "suspended");
    return { user: changed, cancelled: ids };
  });
  await settleCancelled(ctx, cancelled);
  return user;
}
