// What a person is to the cases of a booking: its renter, its host or an admin.
import { partiesToBooking, type BookingParty } from "../../../domain/policies/booking.ts";
import { authorize } from "../../../domain/policies/policy.ts";
import { TRIP_CASE_POLICY } from "../../../domain/policies/trip/trip-case.ts";
import type { DbCtx, User } from "../../platform/context.ts";
import { getDetails, type BookingDetails } from "../bookings/bookings.service.ts";

type Action = keyof typeof TRIP_CASE_POLICY;

/** Who the caller is to a booking's cases. @throws DomainError not_found, forbidden */
export async function authorizeForCases(
  ctx: DbCtx,
  user: User,
  bookingId: string,
  action: Action,
): Promise<{ party: BookingParty; booking: BookingDetails }> {
  const booking = await getDetails(ctx.db, bookingId);
  const parties = partiesToBooking(booking, user);
  // An admin never decides about a booking of their own.
  const allowed = action === "decide" ? parties.slice(0, 1) : parties;
  return { party: authorize<BookingParty>(TRIP_CASE_POLICY[action], allowed, "booking"), booking };
}
