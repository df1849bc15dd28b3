// A booking that is still to take place, as an admin decides about it (product.md, Admins).
import type { CalendarDate } from "../../calendar/dates.ts";

/** request: waits for an answer; upcoming: approved; in_progress: from the start date on. */
export const OPEN_STATES = ["request", "upcoming", "in_progress"] as const;
export type OpenState = (typeof OPEN_STATES)[number];

/** An open booking of a person, as the admin sees it before suspending them. */
export interface OpenBooking {
  id: string;
  number: string;
  /** Which side of the booking the person is. */
  side: "renter" | "host";
  state: OpenState;
  start_date: CalendarDate;
  end_date: CalendarDate;
  car: string;
  license_plate: string | null;
  /** The name of the other side. */
  other: string;
  amount_due_cents: number;
  /** What the renter pays with credit. */
  credit_cents: number;
  /** What a cancellation returns now, as credit too; 0 for a request. */
  refund_cents: number;
  /** False while a card is being charged. */
  may_cancel: boolean;
  on_hold: boolean;
  /** Changes with the booking. */
  version: string;
}
