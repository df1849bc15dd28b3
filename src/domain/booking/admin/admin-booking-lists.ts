// The filters and orders of the admins' list of bookings.
import { BOOKING_STATUSES } from "../booking.ts";

/** By status; pending are the requests that wait for a response. `in_progress` are the trips under
 *  way today, and `today` those that begin or end today, all of them approved. `flagged` are the
 *  requested and approved trips of drivers with a flag. */
export const ADMIN_BOOKING_FILTERS = [
  "all",
  ...BOOKING_STATUSES,
  "in_progress",
  "today",
  "flagged",
] as const;
export type AdminBookingFilter = (typeof ADMIN_BOOKING_FILTERS)[number];

/** When it was made, when the trip begins or ends, or the amount charged; each either way. */
export const ADMIN_BOOKING_SORTS = [
  "newest",
  "oldest",
  "first_pickup",
  "last_pickup",
  "first_return",
  "last_return",
  "highest",
  "lowest",
] as const;
export type AdminBookingSort = (typeof ADMIN_BOOKING_SORTS)[number];
