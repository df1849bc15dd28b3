// How each error code is sent: application/problem+json (RFC 9457) with a stable code.
import { z } from "zod";
import { MAX_DOCUMENT_MEGABYTES } from "../domain/listing/car-documents.ts";
import type { ErrorCode } from "../domain/errors.ts";
import {
  MAX_PHOTO_ASPECT,
  MAX_PHOTO_MEGABYTES,
  MAX_PHOTO_MEGAPIXELS,
  MIN_PHOTO,
  MAX_UPLOADS_AT_ONCE,
} from "../domain/listing/photo.ts";

/** HTTP status and title of every code; a code without a row does not compile. */
export const PROBLEMS: Record<ErrorCode, { status: number; title: string }> = {
  invalid_request: { status: 400, title: "Part of the request is invalid." },
  malformed_json: { status: 400, title: "The body is not valid JSON." },
  payload_too_large: { status: 413, title: "The body is too large." },
  unsupported_media_type: { status: 415, title: "The body must be JSON." },
  route_not_found: { status: 404, title: "There is no such endpoint." },
  upgrade_required: { status: 426, title: "This endpoint is a WebSocket." },
  rate_limited: { status: 429, title: "Too many requests. Try again later." },
  busy: { status: 503, title: "The server is busy. Try again in a moment." },
  internal: { status: 500, title: "Something went wrong on our side." },
  unauthenticated: { status: 401, title: "Sign in first." },
  role_required: { status: 403, title: "Your admin role does not allow this." },
  forbidden: { status: 403, title: "This account may not do that." },
  reauthentication_required: { status: 403, title: "Sign in again to do this." },
  second_factor_required: { status: 403, title: "Sign in with a second factor to do this." },
  account_suspended: { status: 403, title: "This account is suspended." },
  reason_required: { status: 403, title: "Give a reason first." },
  not_found: { status: 404, title: "There is no such row." },
  dates_missing: { status: 422, title: "Please select start and end dates." },
  dates_invalid: { status: 422, title: "A date must exist and be written yyyy-MM-dd." },
  dates_reversed: { status: 422, title: "End date must be after start date." },
  dates_past: { status: 422, title: "The start date is in the past." },
  dates_too_long: { status: 422, title: "The rental is longer than allowed." },
  dates_too_far: { status: 422, title: "The start date is too far ahead." },
  dates_taken: { status: 409, title: "The car is taken on these dates." },
  dates_booked: { status: 409, title: "There is a booking on these days." },
  block_too_far: { status: 422, title: "The days are too far ahead to be blocked." },
  calendar_window_too_long: {
    status: 422,
    title: "The request covers more days than one calendar response may.",
  },
  too_many_feeds: { status: 409, title: "The car has reached the limit of calendars." },
  feed_known: { status: 409, title: "The car already has this calendar." },
  feed_url_invalid: {
    status: 422,
    title: "The address must begin with https:// or http://, without a user name.",
  },
  feed_address_refused: { status: 422, title: "The address is not on the public internet." },
  feed_unreachable: { status: 422, title: "The calendar could not be reached." },
  feed_too_slow: { status: 422, title: "The calendar did not respond in time." },
  feed_too_many_redirects: { status: 422, title: "The address redirects too often." },
  feed_answer_refused: { status: 422, title: "The other site refused to return the calendar." },
  feed_too_large: { status: 422, title: "The calendar is too large." },
  feed_not_calendar: { status: 422, title: "There is no readable iCal calendar at the address." },
  feed_too_many_events: { status: 422, title: "The calendar has too many events." },
  feed_too_complex: { status: 422, title: "The calendar's recurring events are too complex." },
  too_many_favourites: { status: 409, title: "The limit of saved cars is reached." },
  car_not_available: { status: 404, title: "Car not found or not available." },
  price_changed: { status: 409, title: "The price differs from the one that was sent." },
  own_car: { status: 422, title: "You can't book your own car." },
  renter_too_young: { status: 422, title: "The renter is too young on the start date." },
  date_of_birth_required: {
    status: 422,
    title: "A date of birth is needed for the first booking.",
  },
  too_many_holds: { status: 409, title: "Too many unpaid bookings are being held." },
  hold_limit_reached: {
    status: 429,
    title: "The limit for holding this car without paying is reached.",
  },
  request_too_soon: { status: 429, title: "A request for these days ended recently." },
  too_many_abandoned: {
    status: 429,
    title: "Too many checkouts were left unpaid or requests withdrawn.",
  },
  checkout_under_way: { status: 409, title: "Another checkout for this car is being opened." },
  payment_under_review: { status: 409, title: "A payment for this car is under review." },
  transition_refused: { status: 409, title: "The booking is in a state that does not allow this." },
  refund_too_high: { status: 422, title: "The amount is more than can still be refunded." },
  not_charged: { status: 409, title: "The card was not charged for this booking." },
  refund_id_taken: { status: 409, title: "The id belongs to another refund." },
  case_changed: { status: 409, title: "The case has changed since it was read." },
  assignee_not_admin: { status: 422, title: "Cases can be assigned only to admins." },
  incident_changed: { status: 409, title: "The incident has recurred since it was read." },
  dispute_decided: { status: 409, title: "The dispute is not open." },
  payout_changed: { status: 409, title: "The payout has changed since it was read." },
  payout_batch_exported: {
    status: 409,
    title: "The file has been downloaded since the batch was read.",
  },
  payout_batch_settled: { status: 409, title: "No payout of the batch is pending." },
  cancellation_too_late: { status: 409, title: "It is too late to cancel this booking." },
  identity_settled: { status: 409, title: "The documents are under review or have been reviewed." },
  identity_incomplete: { status: 422, title: "A document is missing." },
  identity_changed: { status: 409, title: "The verification has changed since it was read." },
  driver_not_verified: { status: 403, title: "Only verified drivers can book." },
  phone_missing: { status: 422, title: "The profile has no phone number." },
  phone_code_not_offered: { status: 409, title: "This instance sends no text messages." },
  phone_code_wrong: { status: 422, title: "The code is wrong." },
  phone_code_over: { status: 409, title: "The code is no longer valid." },
  passkey_refused: { status: 422, title: "The passkey could not be verified." },
  too_many_passkeys: { status: 409, title: "The limit of passkeys is reached." },
  totp_enabled: { status: 409, title: "Two-step verification is on already." },
  totp_code_wrong: { status: 422, title: "The code is wrong or was used before." },
  sms_refused: { status: 422, title: "Text messages can't be sent to this number." },
  push_endpoint_invalid: { status: 422, title: "This is not the address of a push service." },
  sms_failed: { status: 502, title: "The text message could not be sent. Try again in a moment." },
  unsubscribe_link_invalid: { status: 404, title: "The unsubscribe link is invalid." },
  notification_refused: {
    status: 409,
    title: "The notification does not match the booking's status.",
  },
  listing_has_bookings: { status: 409, title: "The listing still has upcoming bookings." },
  listing_changed: { status: 409, title: "The listing has changed since it was read." },
  draft_changed: { status: 409, title: "The draft has changed since it was read." },
  too_many_drafts: { status: 409, title: "The limit of drafts is reached." },
  listing_id_taken: { status: 409, title: "The id belongs to another listing." },
  insurance_expired: { status: 409, title: "The car's insurance has expired." },
  document_too_large: {
    status: 413,
    title: `A document may be at most ${MAX_DOCUMENT_MEGABYTES} MB.`,
  },
  document_type_refused: {
    status: 422,
    title: "A document must be a JPEG, PNG, WebP or HEIC picture, or a PDF.",
  },
  document_broken: { status: 422, title: "The document is empty, incomplete or damaged." },
  document_store_failed: {
    status: 502,
    title: "The document could not be stored. Try again in a moment.",
  },
  document_needed: {
    status: 409,
    title: "Insurance that has expired or belongs to an approved car can be replaced, not removed.",
  },
  message_empty: { status: 422, title: "The message is empty." },
  message_too_long: { status: 422, title: "The message is longer than allowed." },
  message_id_taken: { status: 409, title: "The id belongs to another message." },
  message_to_self: { status: 422, title: "This car is your own." },
  review_no_stay: { status: 409, title: "The booking is not completed." },
  review_twice: { status: 409, title: "This side has already reviewed the booking." },
  review_too_late: { status: 409, title: "The time for reviews of this booking is over." },
  review_scores_invalid: { status: 422, title: "The stars or the scores are invalid." },
  review_empty: { status: 422, title: "The text is empty." },
  review_too_long: { status: 422, title: "The text is longer than allowed." },
  review_has_contacts: {
    status: 422,
    title: "The text contains an email address or a phone number.",
  },
  review_answered: { status: 409, title: "The review already has a reply." },
  review_own: { status: 409, title: "This person wrote the review." },
  review_reported: { status: 409, title: "This person has already reported the review." },
  user_changed: { status: 409, title: "The account has changed since it was read." },
  last_admin: { status: 409, title: "This is the last owner." },
  approval_required: { status: 409, title: "A second admin has to confirm this first." },
  approval_own: { status: 403, title: "Another admin has to confirm this." },
  approval_over: { status: 409, title: "The request is not open any more." },
  password_wrong: { status: 403, title: "The password is wrong." },
  account_needed: { status: 409, title: "Bookings or money still need the account." },
  copy_too_soon: { status: 429, title: "A copy was requested recently." },
  payment_declined: { status: 402, title: "The card was declined." },
  payment_session_closed: { status: 409, title: "This checkout is closed." },
  payment_provider_failed: { status: 502, title: "The card provider did not respond." },
  checkout_refused: { status: 502, title: "The card provider did not open a checkout." },
  webhook_signature_invalid: {
    status: 400,
    title: "The signature of the event is missing, wrong or too old.",
  },
  uploads_under_way: {
    status: 429,
    title: `A person may upload at most ${MAX_UPLOADS_AT_ONCE} files at a time.`,
  },
  photo_name_refused: {
    status: 422,
    title: "A photo's name must be a random UUID with a photo's file extension.",
  },
  photo_exists: { status: 409, title: "A photo with this name already exists." },
  photo_too_large: { status: 413, title: `A photo may have ${MAX_PHOTO_MEGABYTES} MB at most.` },
  photo_type_refused: { status: 422, title: "A photo must be a JPEG, PNG, WebP or HEIC picture." },
  photo_too_many_pixels: {
    status: 422,
    title: `A photo may have at most ${MAX_PHOTO_MEGAPIXELS} megapixels.`,
  },
  photo_too_narrow: {
    status: 422,
    title: `The longer side of a photo may be at most ${MAX_PHOTO_ASPECT} times the shorter one.`,
  },
  photo_too_small: {
    status: 422,
    title: `A photo of a car needs at least ${MIN_PHOTO.longer} x ${MIN_PHOTO.shorter} pixels.`,
  },
  photo_broken: { status: 422, title: "The photo is empty, incomplete or damaged." },
  photo_store_failed: {
    status: 502,
    title: "The photo could not be stored. Try again in a moment.",
  },
};

/** Codes that any endpoint may return. */
export const COMMON_ERRORS = [
  "invalid_request",
  "rate_limited",
  "busy",
  "internal",
] as const satisfies ErrorCode[];

/** Codes that any endpoint may return to a request with a body, even if it expects none. */
export const BODY_ERRORS = [
  "malformed_json",
  "payload_too_large",
  "unsupported_media_type",
] as const satisfies ErrorCode[];

export const problemSchema = z
  .object({
    type: z.string().describe("A URI that identifies the code."),
    title: z.string(),
    status: z.int(),
    code: z.string().describe("Stable. Clients should branch on this."),
    detail: z.string(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })),
    request_id: z.string(),
    details: z
      .record(z.string(), z.unknown())
      .describe("Data that depends on the code, such as the new quote."),
  })
  .meta({ id: "Problem" });

export type Problem = z.infer<typeof problemSchema>;
