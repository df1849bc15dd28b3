// Every expected failure of the product: its stable code and what travels with it.
// HTTP statuses stand in contract/problem.ts, sentences for people in web/api/problem-sentences.ts; both are exhaustive over these codes.

import type { IdentityDocument, IdentityState } from "./person/identity.ts";
import type { PayoutState } from "./money/payout.ts";

/** A free range of rental days, half-open: [start_date, end_date) in Nassau calendar dates (yyyy-MM-dd). */
export interface FreeRange {
  start_date: string;
  end_date: string;
}

/** What the server asks for a rental; amounts in dollars with two decimals, as on the wire. */
export interface QuoteDetails {
  days: number;
  price_per_day: number;
  total_amount: number;
  service_fee: number;
  processing_fee: number;
  amount_due: number;
}

/** Days that a booking or hold takes. */
export interface BookedRange extends FreeRange {
  booking_id: string;
}

/**
 * What is wrong with one field: a dotted path into the request ("body.start_date") and a sentence.
 */
export interface FieldError {
  field: string;
  message: string;
}

type None = Record<string, never>;

/** Each code with the details that travel with it. */
export interface ErrorDetails {
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
  // Who asks
  unauthenticated: None;
  forbidden: None;
  account_suspended: None;
  /** A single row was asked for and is not there, or not for this person (specification section 8 names the code). */
  PGRST116: { what: string };
  // Dates (product.md, Dates)
  dates_missing: None;
  dates_invalid: { field: "start_date" | "end_date" };
  dates_reversed: None;
  dates_past: { today: string };
  dates_too_long: { max_days: number };
  dates_too_far: { max_days_ahead: number };
  dates_taken: { nearest_free: FreeRange[] };
  // A host's calendar, and the calendars of other sites that are read into it
  dates_booked: { ranges: BookedRange[] };
  block_too_far: { max_days_ahead: number };
  calendar_window_too_long: { max_days: number };
  too_many_feeds: { limit: number };
  feed_known: None;
  feed_url_invalid: None;
  feed_address_refused: None;
  feed_unreachable: None;
  feed_too_slow: { seconds: number };
  feed_too_many_redirects: { limit: number };
  feed_answer_refused: { status: number };
  feed_too_large: { limit_bytes: number };
  feed_not_calendar: None;
  feed_too_many_events: { limit: number };
  feed_too_complex: None;
  // Booking
  car_not_available: None;
  too_many_favourites: { limit: number };
  price_changed: { quote: QuoteDetails };
  own_car: None;
  renter_too_young: { minimum_age: number };
  date_of_birth_required: None;
  too_many_holds: { limit: number };
  /** The renter has held the car as long as may be without paying. */
  hold_limit_reached: { limit_minutes: number; retry_at: string; retry_after_seconds: number };
  /** The renter's request for some of the days of the car was rejected, or lapsed, a short time ago. */
  request_too_soon: { retry_at: string; retry_after_seconds: number };
  /** The account has left as many checkouts unpaid as may be in a day. */
  too_many_abandoned: { limit: number; retry_at: string; retry_after_seconds: number };
  /** The renter's other checkout for the car is being opened at this moment. */
  checkout_under_way: None;
  /** What the renter has paid for the car does not fit our record; an admin looks into it. */
  payment_under_review: None;
  transition_refused: { transition: string; status: string; payment_status: string };
  cancellation_too_late: { hours: number };
  /** More than is left to give back of a charge. */
  refund_too_high: { refundable_cents: number };
  /** The id of a refund that was decided is sent again with other words. */
  refund_id_taken: None;
  /** It has happened again since it was read; so often by now. */
  incident_changed: { times: number };
  /** The bank has decided it before. */
  dispute_decided: None;
  // Payouts
  /** Somebody else has marked it before. */
  payout_changed: { state: PayoutState };
  /** Somebody has taken the bank's file since the batch was read. */
  payout_batch_exported: None;
  /** No payout of the batch is pending any more. */
  payout_batch_settled: None;
  /** There is a receipt once the card is charged. */
  not_charged: { payment_status: string };
  // A host's listings
  /** Bookings, requests or open checkouts still need the car. */
  listing_has_bookings: { last_day: string };
  /** Somebody else, or another tab, has changed it since it was read. */
  listing_changed: None;
  /** A new listing came under the id of one that is another host's, or deleted. */
  listing_id_taken: None;
  /** The car stays off the site until its insurance is renewed. */
  insurance_expired: { expired_on: string };
  // The papers of a car
  document_too_large: { limit_megabytes: number };
  /** By its content it is neither a picture nor a PDF. */
  document_type_refused: None;
  /** Empty, cut off or damaged. */
  document_broken: None;
  document_store_failed: None;
  /** An insurance that has expired can be replaced, not removed. */
  document_needed: None;
  // Who people are
  /** The documents are being looked at, or have been. */
  identity_settled: { state: IdentityState };
  identity_incomplete: { missing: IdentityDocument[] };
  /** The person, or another admin, has changed it since it was read. */
  identity_changed: None;
  /** Only verified drivers may book. */
  driver_not_verified: { state: IdentityState };
  phone_missing: None;
  phone_code_not_offered: None;
  phone_code_wrong: { tries_left: number };
  /** Too old, tried too often, or of another number. */
  phone_code_over: None;
  /** The provider will not send to this number. */
  sms_refused: None;
  sms_failed: None;
  // Notifications
  /** The link was changed, or is of a key that this instance has no more. */
  unsubscribe_link_invalid: None;
  /** What was to be said of a booking is not so. */
  notification_refused: { type: string; status: string };
  // Messages
  message_empty: None;
  /** In characters. */
  message_too_long: { limit: number };
  /** The id of a message that was sent is sent again with other words. */
  message_id_taken: None;
  /** A host asks about a car of their own. */
  message_to_self: None;
  // Reviews
  /** The booking is not completed: there is nothing to review yet, or never was. */
  review_no_stay: None;
  review_twice: None;
  review_too_late: { ended_at: string };
  /** Stars and scores are whole numbers from 1; of the renter there are four scores, of the host none. */
  review_scores_invalid: { max: number };
  review_empty: None;
  /** In characters. */
  review_too_long: { limit: number };
  /** An e-mail address or a phone number in what everybody reads. */
  review_has_contacts: None;
  review_answered: None;
  /** By the same person before. */
  review_reported: None;
  /** Written by the person who reports it. */
  review_own: None;
  // What admins do
  /** Somebody has written in the case, taken it or closed it since it was read. */
  case_changed: None;
  /** A case is given to somebody who is no admin. */
  assignee_not_admin: None;
  /** Somebody else, or another tab, has changed the roles or the suspension since they were read. */
  user_changed: None;
  /** Without it nobody could grant the role again. */
  last_admin: None;
  // Leaving
  password_wrong: None;
  /** Bookings or money still need the account; counts of them, and what is owed to the host (below zero: by the host). */
  account_needed: { bookings: number; hosted: number; payouts: number; balance_cents: number };
  copy_too_soon: { may_ask_from: string };
  // Payment
  payment_declined: { reason: "card_declined" | "insufficient_funds" | "authentication_failed" };
  payment_session_closed: { state: "complete" | "expired" };
  payment_provider_failed: None;
  /** The provider has answered, and opens no checkout. */
  checkout_refused: None;
  webhook_signature_invalid: { reason: "missing" | "wrong" | "too_old" };
  // Photos
  /** The sender has as many files on their way as may be, photos or documents. */
  uploads_under_way: None;
  photo_name_refused: None;
  photo_exists: None;
  photo_too_large: { limit_megabytes: number };
  /** By its content it is none of the kinds of picture that are taken. */
  photo_type_refused: None;
  photo_too_many_pixels: { limit_megapixels: number };
  /** One side is more than so many times as long as the other. */
  photo_too_narrow: { limit_aspect: number };
  /** Empty, cut off or damaged. */
  photo_broken: None;
  photo_store_failed: None;
}

export type ErrorCode = keyof ErrorDetails;

/** An expected failure. Nothing was written when one is thrown. */
export class DomainError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "DomainError";
  readonly code: C;
  readonly details: ErrorDetails[C];

  constructor(code: C, ...[details]: ErrorDetails[C] extends None ? [] : [details: ErrorDetails[C]]) {
    super(code);
    this.code = code;
    this.details = (details ?? {}) as ErrorDetails[C];
  }
}

/** Narrows an unknown to a DomainError, of one code where one is given. */
export function isDomainError<C extends ErrorCode>(error: unknown, code?: C): error is DomainError<C> {
  return error instanceof DomainError && (code === undefined || error.code === code);
}
