// Example responses of the API for component tests.
import type { EndpointOutput } from "../../src/web/api/api-cache.ts";

type Booking = EndpointOutput<"GET /api/bookings/{id}">;
type Payout = EndpointOutput<"GET /api/admin/payout-batches/{id}/payouts">["payouts"][number];

export const id = (digit: number): string => `${digit}0000000-0000-4000-8000-000000000000`;

/** The signed-in person. */
export const me: EndpointOutput<"GET /api/profile"> = {
  id: id(1),
  user_id: id(1),
  first_name: "Keisha",
  last_name: "Rolle",
  email: "keisha@example.test",
  user_type: "host",
  phone: null,
  phone_verified_at: null,
  date_of_birth: null,
  about: null,
  photo_id: null,
  created_at: "2026-01-05T14:00:00.000Z",
  roles: ["renter", "host", "admin"],
  admin_role: "owner",
  admin_step: null,
};

/** Marta's approved and paid booking of three days, $260.39, of which the host earns $198.90. */
export const booking = (changes: Partial<Booking> = {}): Booking => ({
  id: id(2),
  number: "BK-4821-7390",
  start_date: "2026-07-06",
  end_date: "2026-07-09",
  pickup_time: "10:00",
  return_time: "10:00",
  status: "approved",
  payment_status: "paid",
  dispute: null,
  on_hold: false,
  total_amount: 234,
  special_requests: null,
  created_at: "2026-05-20T14:00:00.000Z",
  booking_mode: "approval",
  price_per_day: 78,
  day_prices_cents: null,
  lines: [],
  service_fee_cents: 1755,
  processing_fee_cents: 884,
  amount_due_cents: 26_039,
  host_share_cents: 19_890,
  borne_by_host_cents: 0,
  approving: false,
  refunded_cents: 0,
  refund_pending_cents: 0,
  refund_pending: false,
  withdrawn: false,
  lapses_at: null,
  decision_reason: null,
  car: {
    id: id(3),
    title: "Beach Jeep",
    make: "Jeep",
    model: "Wrangler",
    year: 2022,
    license_plate: null,
    images: [],
    location: "Nassau",
    latitude: null,
    longitude: null,
    pickup_instructions: null,
    host: {
      first_name: "Keisha",
      last_name: "Rolle",
      email: "keisha@example.test",
      phone: null,
      identity: "verified",
    },
  },
  renter: {
    first_name: "Marta",
    last_name: "Silva",
    email: "marta@example.test",
    phone: null,
    identity: "verified",
    rating: null,
    flags: [],
  },
  review: { state: "none", ends_at: "2026-07-24T04:00:00.000Z", other_wrote: false },
  cancellation: {
    allowed: true,
    fee_cents: 0,
    refund_cents: 26_039,
    until: "2026-07-05T04:00:00.000Z",
  },
  host_actions: { approve: false, reject: false, cancel: true },
  may: ["cancel"],
  ...changes,
});

/** The booking as a request that the host has not answered. */
export const request = (): Booking =>
  booking({
    status: "pending",
    payment_status: "authorized",
    host_actions: { approve: true, reject: true, cancel: false },
    may: ["approve", "reject"],
  });

export const payout = (changes: Partial<Payout> = {}): Payout => ({
  id: id(4),
  reference: "CD-2026-22",
  period_end: "2026-05-31",
  amount_cents: 19_890,
  state: "pending",
  bank: "rbc",
  account_last4: "4567",
  bank_reference: null,
  failure_reason: null,
  created_at: "2026-06-01T11:00:00.000Z",
  paid_at: null,
  failed_at: null,
  host: { id: id(5), name: "Dario Knowles", email: "dario@example.test" },
  ...changes,
});

export const batch: EndpointOutput<"GET /api/admin/payout-batches/{id}"> = {
  id: id(6),
  period_end: "2026-05-31",
  created_at: "2026-06-01T11:00:00.000Z",
  exported_at: null,
  exported_by: null,
  pending: { payouts: 3, amount_cents: 61_250 },
  paid: { payouts: 0, amount_cents: 0 },
  failed: { payouts: 0, amount_cents: 0 },
  carried: 0,
};

export const user: EndpointOutput<"POST /api/admin/users/{id}/suspension"> = {
  id: id(5),
  first_name: "Dario",
  last_name: "Knowles",
  email: "dario@example.test",
  phone: null,
  user_type: "host",
  roles: ["renter", "host"],
  admin_role: null,
  is_booking_banned: false,
  is_email_confirmed: true,
  suspended_at: null,
  last_sign_in_at: null,
  created_at: "2026-01-05T14:00:00.000Z",
};

export const listing: EndpointOutput<"GET /api/host/listings/{id}"> = {
  id: id(3),
  title: "Beach Jeep",
  description: null,
  make: "Jeep",
  model: "Wrangler",
  year: 2022,
  color: null,
  license_plate: "SD 4711",
  location: "Nassau",
  latitude: null,
  longitude: null,
  island: "new-providence",
  price_per_day: 78,
  weekend_price: null,
  weekend_days: ["friday", "saturday"],
  discount_3_days: 0,
  discount_7_days: 0,
  discount_28_days: 0,
  body_type: "jeep",
  transmission: "automatic",
  fuel_type: "gasoline",
  seats: 4,
  features: [],
  images: [],
  booking_mode: "instant",
  instant_for_verified: false,
  pickup_instructions: null,
  pickup_from: "08:00",
  pickup_until: "20:00",
  turnaround_hours: 0,
  advance_notice_hours: 0,
  min_days: 1,
  max_days: 90,
  is_available: true,
  is_approved: true,
  rejection_reason: null,
  documents: [],
  out_of_service: null,
  created_at: "2026-01-05T14:00:00.000Z",
  updated_at: "2026-01-05T14:00:00.000Z",
  may: ["set_availability", "delete"],
};

export const feed: EndpointOutput<"GET /api/host/cars/{id}/feeds">["feeds"][number] = {
  id: id(7),
  name: "Airbnb",
  url: "https://airbnb.example/calendar.ics",
  state: "ok",
  answered_at: "2026-06-01T11:30:00.000Z",
  failing_since: null,
  error: null,
  next_fetch_at: "2026-06-01T12:30:00.000Z",
  days_ahead: 4,
  conflicts: [],
};

/** Four blocked days, from Monday to Thursday. */
export const block: EndpointOutput<"GET /api/host/calendar">["cars"][number]["ranges"][number] = {
  id: id(8),
  kind: "block",
  start_date: "2026-07-06",
  end_date: "2026-07-10",
  booking_id: null,
  note: "In the garage",
  outage: null,
  feeds: [],
  conflicts: [],
};

export const report: EndpointOutput<"GET /api/admin/reviews/reports">["reports"][number] = {
  id: id(9),
  booking_number: "BK-4821-7390",
  reason: "It insults me.",
  created_at: "2026-05-30T14:00:00.000Z",
  reporter: { id: id(5), name: "Dario Knowles" },
  decision: null,
  decided_at: null,
  decided_by: null,
  booking_id: id(2),
  author: { id: id(2), name: "Marta Silva" },
  review: {
    id: id(2),
    side: "renter",
    author: { first_name: "Marta", initial: "S", photo_id: null },
    car: { id: id(3), title: "Beach Jeep" },
    stars: 1,
    scores: { cleanliness: 1, condition: 1, communication: 1, value: 1 },
    body: "Never again.",
    created_at: "2026-05-29T14:00:00.000Z",
    answer: null,
    is_hidden: false,
  },
};

/** The alerts of a host with a verified phone who has chosen nothing. */
export const alertSettings: EndpointOutput<"GET /api/alert-settings"> = {
  text: { request: true, today: true, cancellation: true, message: false },
  push: { request: true, today: true, cancellation: true, message: true },
  quiet: { is_quiet: true, quiet_from: 22, quiet_until: 7, urgent_anyway: true },
  text_state: "ready",
  push_key: "the-key",
  push_endpoint: null,
};
