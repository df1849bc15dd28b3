// Every expected failure of the product: its stable code and its details. HTTP statuses are in
// contract/problem.ts, texts in web/api/problem-sentences.ts; both cover every code.
import type { AddOnErrorDetails } from "./listing/add-ons/errors.ts";
import type { CancellationErrorDetails } from "./booking/host-cancellation/errors.ts";
import type { CaseErrorDetails } from "./cases/errors.ts";
import type { ChangeErrorDetails } from "./booking/changes/errors.ts";
import type { DriverErrorDetails } from "./booking/drivers/errors.ts";
import type { DocumentErrorDetails } from "./listing/document-errors.ts";
import type { OpenBooking } from "./booking/admin/open-booking.ts";
import type { BookedRange, CalendarDate } from "./calendar/dates.ts";
import type { FeedErrorDetails } from "./calendar/feed-errors.ts";
import type { HandoverTime, WirePeriod } from "./calendar/time-of-day.ts";
import type { HelperErrorDetails } from "./helper/errors.ts";
import type { IdentityDocument, IdentityState } from "./person/identity.ts";
import type { ChargeDetails } from "./money/charge-line.ts";
import type { PayoutState } from "./money/payout.ts";
import type { AdminRole } from "./person/roles.ts";
import type { AdminStep } from "./person/sign-in/second-factor.ts";
import type { ReviewErrorDetails } from "./review/errors.ts";
import type { StormErrorDetails } from "./storm/errors.ts";
import type { TariffErrorDetails } from "./tariff/errors.ts";
import type { TripErrorDetails } from "./trip/errors.ts";

/** The nearest periods of the car that can be booked. */
export interface NearestFree {
  nearest_free: WirePeriod[];
}

/** An error in one field: a dotted path into the request ("body.start_date") and a sentence. */
export interface FieldError {
  field: string;
  message: string;
}

type None = Record<string, never>;

/** Each code with its details. */
export interface ErrorDetails
  extends
    AddOnErrorDetails,
    CancellationErrorDetails,
    CaseErrorDetails,
    ChangeErrorDetails,
    DocumentErrorDetails,
    DriverErrorDetails,
    FeedErrorDetails,
    HelperErrorDetails,
    ReviewErrorDetails,
    StormErrorDetails,
    TariffErrorDetails,
    TripErrorDetails {
  // The request itself
  invalid_request: { errors: FieldError[] };
  malformed_json: None;
  payload_too_large: { limit_bytes: number };
  unsupported_media_type: None;
  route_not_found: None;
  upgrade_required: None;
  rate_limited: { retry_after_seconds: number };
  busy: { retry_after_seconds: number };
  internal: None;
  // The caller
  unauthenticated: None;
  forbidden: None;
  /** Only admins with one of these roles may do it. */
  role_required: { roles: AdminRole[] };
  /** The person signed in longer ago than this; they have to enter their password again. */
  reauthentication_required: { minutes: number };
  /** A passkey or a code of an app has to be set up, or used to sign in, before this. */
  second_factor_required: { step: AdminStep };
  account_suspended: None;
  /** Reading needs a reason, which is recorded; the last one was given too long ago. */
  reason_required: { minutes: number };
  /** The requested resource does not exist, or this person may not see it. See WIRE_CODES. */
  not_found: { what: string };
  // Dates (product.md, Dates)
  dates_missing: None;
  dates_invalid: { field: "start_date" | "end_date" };
  dates_reversed: None;
  dates_past: { today: CalendarDate };
  dates_too_long: { max_days: number };
  dates_too_far: { max_days_ahead: number };
  dates_taken: NearestFree;
  // Pickup and return times, and the rules of one car (booking/booking-rules.ts)
  times_off_grid: { field: "pickup_time" | "return_time"; step_minutes: number };
  outside_handover_hours: NearestFree & {
    field: "pickup_time" | "return_time";
    from: HandoverTime;
    until: HandoverTime;
  };
  too_soon: NearestFree & { notice_hours: number; is_request: boolean; earliest_pickup: string };
  too_short: NearestFree & { min_days: number };
  too_long: NearestFree & { max_days: number };
  // A host's calendar
  dates_booked: { ranges: BookedRange[] };
  block_too_far: { max_days_ahead: number };
  calendar_window_too_long: { max_days: number };
  // Booking
  car_not_available: None;
  too_many_favourites: { limit: number };
  price_changed: { quote: ChargeDetails };
  own_car: None;
  renter_too_young: { minimum_age: number };
  date_of_birth_required: None;
  too_many_holds: { limit: number };
  /** The renter has held the car for the maximum time without paying. */
  hold_limit_reached: { limit_minutes: number; retry_at: string; retry_after_seconds: number };
  /** The renter's request for some of these days was recently rejected, withdrawn or lapsed. */
  request_too_soon: { retry_at: string; retry_after_seconds: number };
  /** The account has reached the limit of unpaid checkouts within 24 hours. */
  too_many_abandoned: { limit: number; retry_at: string; retry_after_seconds: number };
  /** The renter's other checkout for the car is being opened right now. */
  checkout_under_way: None;
  /** The renter's payment for the car does not match our record. An admin is reviewing it. */
  payment_under_review: None;
  transition_refused: { transition: string; status: string; payment_status: string };
  cancellation_too_late: { hours: number };
  car_is_out: None; // The host can't cancel while the renter has the car.
  /** The operations team has to decide about the trip first. */
  trip_on_hold: None;
  /** A dispute of the renter was lost, and no admin has allowed new bookings since. */
  booking_banned: None;
  /** The amount is more than can still be refunded. */
  refund_too_high: { refundable_cents: number };
  /** The amount is more than can still be refunded of a charge after the booking. */
  charge_refund_too_high: { refundable_cents: number };
  /** Another card provider, which we no longer use, took the payment. */
  charge_elsewhere: None;
  /** The id of an existing refund was sent again with different content. */
  refund_id_taken: None;
  /** The incident has recurred since it was read; `times` is its current count. */
  incident_changed: { times: number };
  dispute_decided: None; // by the bank
  // Payouts
  /** Somebody else has already marked the payout. */
  payout_changed: { state: PayoutState };
  /** The bank's file was downloaded after the batch was read. */
  payout_batch_exported: None;
  /** No payout of the batch is pending any more. */
  payout_batch_settled: None;
  /** A receipt exists only once the card is charged. */
  not_charged: { payment_status: string };
  // A host's listings
  /** Bookings, requests or open checkouts still need the car. */
  listing_has_bookings: { last_day: CalendarDate };
  /** The car has to stay on its island until its open bookings are over. */
  listing_island_booked: None;
  /** Somebody else, or another tab, has changed the listing since it was read. */
  listing_changed: None;
  /** Another device has changed the draft since it was read. */
  draft_changed: None;
  too_many_drafts: { limit: number };
  discount_too_high: { max_percent: number };
  price_dates_too_many: { max_days: number };
  price_dates_too_far: { max_days_ahead: number };
  custom_price_out_of_range: { min: number; max: number };
  /** The shortest rental of a date is longer than the car's longest rental. */
  date_min_days_too_high: { min_days: number; max_days: number };
  listing_id_taken: None; // by another host's listing or a deleted one
  /** The car stays off the site until its insurance is renewed. */
  insurance_expired: { expired_on: CalendarDate };
  /** An admin has decided about it, or the host has removed it. */
  vat_number_decided: None;
  /** Somebody else's checked number is the same. */
  vat_number_taken: None;
  // Identity
  /** The documents are under review or have been reviewed. */
  identity_settled: { state: IdentityState };
  identity_incomplete: { missing: IdentityDocument[] };
  /** The person, or another admin, has changed it since it was read. */
  identity_changed: None;
  /** No admin has opened these documents, so none can approve them. */
  identity_unopened: { documents: IdentityDocument[] };
  phone_missing: None;
  phone_code_not_offered: None;
  phone_code_wrong: { tries_left: number };
  phone_code_over: None; // too old, tried too often, or of another number
  /** The provider will not send to this number. */
  sms_refused: None;
  sms_failed: None;
  // Second factors
  /** The passkey is unknown, was not created for this request, or belongs to an account already. */
  passkey_refused: None;
  too_many_passkeys: { limit: number };
  /** Two-step verification is on already. */
  totp_enabled: None;
  totp_code_wrong: None;
  // Notifications
  /** Not the address of a push service. */
  push_endpoint_invalid: None;
  /** The link was altered, or its key no longer exists in this instance. */
  unsubscribe_link_invalid: None;
  /** The notification does not match the booking's status. */
  notification_refused: { type: string; status: string };
  // Messages
  message_empty: None;
  /** In characters. */
  message_too_long: { limit: number };
  /** The id of an existing message was sent again with different content. */
  message_id_taken: None;
  /** A host asks about their own car. */
  message_to_self: None;
  // Admin actions
  /** Somebody has replied to the case, taken it or closed it since it was read. */
  case_changed: None;
  /** The assignee of a case is not an admin. */
  assignee_not_admin: None;
  /** Another admin, or another tab, has changed the roles or the suspension. */
  user_changed: None;
  /** The choices are not those for the person's current open bookings, which these are. */
  open_bookings_changed: { bookings: OpenBooking[] };
  /** Without the last owner nobody could grant the role again. */
  last_admin: None;
  /** A second admin has to confirm this first. */
  approval_required: None;
  /** An admin confirms what they asked for, or a change of their own role. */
  approval_own: None;
  /** The request was decided, withdrawn or lapsed, or the requester may no longer do it. */
  approval_over: None;
  // Account deletion
  password_wrong: None;
  /** What still needs the account; a negative balance is what the host owes us. */
  account_needed: {
    bookings: number;
    hosted: number;
    driving: number;
    payouts: number;
    balance_cents: number;
    is_booking_banned: boolean;
  };
  copy_too_soon: { may_ask_from: string };
  // Payment
  payment_declined: { reason: "card_declined" | "insufficient_funds" | "authentication_failed" };
  payment_session_closed: { state: "complete" | "expired" };
  payment_provider_failed: None;
  /** The provider responded but refused to open a checkout. */
  checkout_refused: None;
  webhook_signature_invalid: { reason: "missing" | "wrong" | "too_old" };
  // Photos
  /** The sender has reached the limit of simultaneous uploads, photos or documents. */
  uploads_under_way: None;
  photo_name_refused: None;
  photo_exists: None;
  photo_too_large: { limit_megabytes: number };
  /** The content is not one of the accepted picture formats. */
  photo_type_refused: None;
  photo_too_many_pixels: { limit_megapixels: number };
  /** The ratio of the sides is higher than the limit. */
  photo_too_narrow: { limit_aspect: number };
  /** Too few pixels for a listing. */
  photo_too_small: { limit: { longer: number; shorter: number } };
  /** Empty, cut off or damaged. */
  photo_broken: None;
  photo_store_failed: None;
}

export type ErrorCode = keyof ErrorDetails;

/** Codes that differ on the wire (specification section 8). */
const WIRE_CODES: Partial<Record<ErrorCode, string>> = { not_found: "PGRST116" };

/** The code as sent in responses. */
export const toWireCode = (code: ErrorCode): string => WIRE_CODES[code] ?? code;

/** The error code for a code received in a response. */
export const fromWireCode = (code: string): ErrorCode =>
  code === WIRE_CODES.not_found ? "not_found" : (code as ErrorCode);

/** An expected failure. Nothing has been written when it is thrown. */
export class DomainError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "DomainError";
  readonly code: C;
  readonly details: ErrorDetails[C];

  constructor(
    code: C,
    ...[details]: ErrorDetails[C] extends None ? [] : [details: ErrorDetails[C]]
  ) {
    super(code);
    this.code = code;
    this.details = (details ?? {}) as ErrorDetails[C];
  }
}

/** Narrows an unknown to a DomainError, optionally of one code. */
export function isDomainError<C extends ErrorCode>(
  error: unknown,
  code?: C,
): error is DomainError<C> {
  return error instanceof DomainError && (code === undefined || error.code === code);
}
