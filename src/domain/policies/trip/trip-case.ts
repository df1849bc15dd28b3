// Who may do what with a case. When they may is in domain/cases.
import type { BookingParty } from "../booking.ts";
import { allow, type Statement } from "../policy.ts";

export const TRIP_CASE_POLICY = {
  read: allow(["renter", "host", "admin"], { others: "not_found" }),
  add_file: allow(["renter", "host"], { others: "not_found" }),
  open: allow(["host"]),
  answer: allow(["renter"]),
  accept: allow(["renter"]),
  withdraw: allow(["host"]),
  appeal: allow(["renter", "host"]),
  // With admin.decide_bookings, and only for the bookings of others.
  decide: allow(["admin"]),
} satisfies Record<string, Statement<BookingParty, unknown>>;
