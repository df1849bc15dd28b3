// Example changes to bookings for component tests.
import type { BookingChange, ChangeQuote } from "../../src/web/parts/trip/change/change-text.ts";
import { id } from "./examples.ts";

const bookedTerms: BookingChange["from"] = {
  start_date: "2026-07-06",
  end_date: "2026-07-09",
  pickup_time: "10:00",
  return_time: "10:00",
  days: 3,
  meeting_place_id: null,
  meeting_place_name: null,
  extras: [],
};

const twoMoreDays = {
  from: bookedTerms,
  to: { ...bookedTerms, end_date: "2026-07-11" as const, days: 5 },
  lines: [
    {
      code: "rental" as const,
      label: "2 more days",
      quantity: 2,
      unit: "day" as const,
      amount_cents: 15_600,
      earner: "host" as const,
    },
    {
      code: "service_fee" as const,
      label: "Service fee",
      quantity: 1,
      unit: "booking" as const,
      amount_cents: 1_560,
      earner: "platform" as const,
    },
  ],
  amount_due_cents: 17_160,
  refund_cents: 0,
  agreed_refund_max_cents: 0,
  is_auto_accepted: false,
  host_share_cents: null,
};

/** Marta would keep the car two days longer. */
export const changeQuote = (changes: Partial<ChangeQuote> = {}): ChangeQuote => ({
  ...twoMoreDays,
  expires_at: "2026-06-01T20:00:00.000Z",
  has_saved_card: true,
  ...changes,
});

/** Marta asked to keep the car two days longer. */
export const bookingChange = (changes: Partial<BookingChange> = {}): BookingChange => ({
  ...twoMoreDays,
  id: id(6),
  state: "requested",
  requested_by: "renter",
  message: null,
  agreed_refund_cents: null,
  refunded_cents: 0,
  requested_at: "2026-06-01T12:00:00.000Z",
  expires_at: "2026-06-01T20:00:00.000Z",
  answered_at: null,
  closed_at: null,
  declined: null,
  card_last4: null,
  may: [],
  ...changes,
});
