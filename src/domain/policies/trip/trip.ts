// Who may do what with a trip. When they may do it is in domain/trip.
import { allow, type Statement } from "../policy.ts";
import type { BookingParty } from "../booking.ts";

/** helper: a person whom the host has given the right to do handovers with the car. */
export type TripParty = BookingParty | "helper";

/** The agreement names prices, so helpers don't read it. */
export const TRIP_POLICY = {
  read: allow(["renter", "host", "helper", "admin"], { others: "not_found" }),
  read_agreement: allow(["renter", "host", "admin"], { others: "not_found" }),
  record: allow(["renter", "host", "helper"], { others: "not_found" }),
  check_licence: allow(["host", "helper"]),
  show_code: allow(["host", "helper"]),
  enter_code: allow(["renter"]),
  give_return_notice: allow(["renter"]),
  report_delay: allow(["renter"]),
  sign: allow(["renter", "host"], { others: "not_found" }),
  open_lockbox: allow(["renter"]),
  confirm_by_lockbox: allow(["renter"]),
  answer_lockbox: allow(["host"]),
  confirm_return: allow(["host", "helper"]),
  make_runner_link: allow(["host", "helper"], { others: "not_found" }),
  close: allow(["admin"]),
} satisfies Record<string, Statement<TripParty, unknown>>;

/** What somebody may do with the link of a handover, without an account: record it, and no more. */
export const RUNNER_ACTIONS = ["record", "check_licence", "show_code"] as const;
export type RunnerAction = (typeof RUNNER_ACTIONS)[number];
