// Who may do what with a change to a booking. Which side may take a step now is in
// domain/booking/changes.
import type { BookingParty } from "./booking.ts";
import { allow, type Statement } from "./policy.ts";

export const BOOKING_CHANGE_POLICY = {
  read: allow(["renter", "host", "admin"], { others: "not_found" }),
  request: allow(["renter", "host"], { others: "not_found" }),
  answer: allow(["renter", "host"], { others: "not_found" }),
  pay: allow(["renter"]),
  move_in_storm: allow(["renter", "host"], { others: "not_found" }),
} satisfies Record<string, Statement<BookingParty, unknown>>;
