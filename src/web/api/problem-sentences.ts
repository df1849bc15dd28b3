// The message that users read for each error code, with the specification's wording where it has
// one. A code without a message is a compile error.
import {
  describeBrokenRule,
  describeClosedCar,
  describeTooManyDays,
} from "../../domain/text/broken-rule.ts";
import { CHECKOUT_MINUTES } from "../../domain/booking/booking-deadlines.ts";
import { fromWireRange, todayInNassau } from "../../domain/calendar/dates.ts";
import {
  formatList,
  formatCount,
  formatDeadline,
  formatInstant,
  formatLong,
  formatDayRange,
  formatUsd,
} from "../../domain/text/format.ts";
import type { CaseErrorDetails } from "../../domain/cases/errors.ts";
import type { ChangeErrorDetails } from "../../domain/booking/changes/errors.ts";
import type { HelperErrorDetails } from "../../domain/helper/errors.ts";
import type { ErrorCode, ErrorDetails } from "../../domain/errors.ts";
import { IDENTITY_DOCUMENT_NAMES } from "../../domain/person/identity.ts";
import { describeNeeded } from "../../domain/listing/required-documents.ts";
import { capitalised } from "../../domain/text/capitalised.ts";
import { formatAdminRoles } from "../../domain/person/roles.ts";
import type { StormErrorDetails } from "../../domain/storm/errors.ts";
import type { TripErrorDetails } from "../../domain/trip/errors.ts";
import { MAX_UPLOADS_AT_ONCE } from "../../domain/listing/photo.ts";
import { ADD_ON_SENTENCES } from "./add-on-sentences.ts";
import { ApiError } from "./api.ts";
import { DRIVER_SENTENCES } from "./driver-sentences.ts";
import { OFFLINE } from "./offline-sentence.ts";

/** The others are in parts/trip (trips, changes and cases), parts/helper, parts/storm and
 *  areas/host/templates. */
type Code = Exclude<
  ErrorCode,
  | keyof TripErrorDetails
  | keyof ChangeErrorDetails
  | keyof CaseErrorDetails
  | keyof HelperErrorDetails
  | Exclude<keyof StormErrorDetails, "car_awaits_inspection">
>;
type Sentences = { [C in Code]: (details: ErrorDetails[C]) => string };

const SENTENCES: Sentences = {
  ...ADD_ON_SENTENCES,
  ...DRIVER_SENTENCES,
  invalid_request: () => "Please check what you entered.",
  malformed_json: () => "Something went wrong while sending. Please try again.",
  payload_too_large: () => "That's too much text to send in one go.",
  unsupported_media_type: () => "Something went wrong while sending. Please try again.",
  route_not_found: () => "This page is out of date. Please reload it.",
  upgrade_required: () => "This page is out of date. Please reload it.",
  rate_limited: ({ retry_after_seconds: seconds }) =>
    `Too many attempts. Try again in ${seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`}.`,
  busy: () => "The server is busy. Please try again in a moment.",
  internal: () => "Something went wrong on our side. Please try again.",
  unauthenticated: () => "Your session has ended. Sign in again.",
  role_required: ({ roles }) => `Only ${formatAdminRoles(roles)} can do this.`,
  forbidden: () => "Your account doesn't have permission to do that.",
  reauthentication_required: () => "Enter your password to do this.",
  second_factor_required: ({ step }) =>
    ({
      confirm_email:
        "Open the admin area first. We'll email you a link there to confirm that this account is yours.",
      set_up: "Set up a passkey or an authenticator app in your settings to do this.",
      sign_in: "Sign in with your passkey or a code from your app to do this.",
    })[step],
  account_suspended: () => "This account is suspended. Please contact support.",
  reason_required: ({ minutes }) =>
    `You can read these messages for ${minutes} minutes at a time. Enter a reason to continue.`,
  not_found: ({ what }) => `We couldn't find this ${what || "entry"}.`,
  dates_missing: () => "Please select start and end dates",
  dates_invalid: ({ field }) => `The ${field === "start_date" ? "start" : "end"} date isn't valid.`,
  dates_reversed: () => "End date must be after start date",
  dates_past: ({ today }) =>
    `The start date is in the past. Today in Nassau is ${formatLong(today)}.`,
  dates_too_long: ({ max_days }) => describeTooManyDays(max_days),
  dates_too_far: ({ max_days_ahead }) => `You can book up to ${max_days_ahead} days ahead.`,
  dates_taken: () => "This car is booked on these dates. Please choose others.",
  times_off_grid: () => "Please choose a full or half hour for pickup and return.",
  outside_handover_hours: (details) =>
    describeBrokenRule({ code: "outside_handover_hours", ...details }),
  too_soon: (details) => describeBrokenRule({ code: "too_soon", ...details }),
  too_short: (details) => describeBrokenRule({ code: "too_short", ...details }),
  too_long: (details) => describeBrokenRule({ code: "too_long", ...details }),
  dates_booked: ({ ranges }) =>
    `Days with a booking can't be blocked: ${ranges.map((range) => formatDayRange(fromWireRange(range), todayInNassau(new Date()))).join("; ")}.`,
  block_too_far: () => "Days can be blocked two years ahead at most.",
  calendar_window_too_long: ({ max_days }) => `The calendar can show up to ${max_days} days.`,
  too_many_feeds: ({ limit }) => `A car can have up to ${limit} other calendars. Remove one first.`,
  feed_known: () => "This calendar is already connected to the car.",
  feed_url_invalid: () =>
    "A calendar address starts with https:// or http:// and has no user name in it.",
  feed_address_refused: () => "This address isn't on the public internet, so we can't read it.",
  feed_unreachable: () => "We couldn't reach the other site. Please check the address.",
  feed_too_slow: ({ seconds }) => `The other site didn't answer within ${seconds} seconds.`,
  feed_too_many_redirects: ({ limit }) => `The address redirects more than ${limit} times.`,
  feed_answer_refused: ({ status }) =>
    status === 404 || status === 410
      ? "There's no calendar at this address any more. Please copy the address from the other site again."
      : `The other site refused to share the calendar (status ${status}).`,
  feed_too_large: ({ limit_bytes }) => `The calendar is larger than ${limit_bytes / 1_000_000} MB.`,
  feed_not_calendar: () =>
    "We can't read a calendar at this address. It should be an iCal (.ics) link.",
  feed_too_many_events: ({ limit }) => `The calendar has more than ${formatCount(limit)} events.`,
  feed_too_complex: () => "This calendar's recurring events are too complicated for us to read.",
  identity_settled: ({ state }) =>
    state === "submitted"
      ? "We're reviewing your documents. Withdraw them first if you want to send others."
      : "You're already verified, so we don't need any documents.",
  identity_incomplete: ({ missing }) =>
    `We need both documents. Still missing: ${missing.map((kind) => IDENTITY_DOCUMENT_NAMES[kind]).join(" and ")}.`,
  identity_unopened: ({ documents }) =>
    `Open the documents before you approve. Nobody has opened the ${documents.map((kind) => IDENTITY_DOCUMENT_NAMES[kind]).join(" and ")} yet.`,
  vat_number_decided: () => "Someone has already confirmed, rejected or removed this number.",
  vat_number_taken: () => "Another account uses this VAT number. Check the digits, or contact us.",
  identity_changed: () =>
    "This verification has changed since you opened it. You now see the latest version.",
  open_bookings_changed: () => "The open bookings have changed. Check the choices again.",
  car_awaits_inspection: ({ storm }) => describeClosedCar(storm),
  trip_on_hold: () =>
    "This trip is on hold while we look into it. We'll email you once we've decided.",
  booking_banned: () =>
    "You can't book at the moment because your bank took a payment back. Please contact support.",
  passkey_refused: () => "We couldn't verify that passkey. Please try again.",
  too_many_passkeys: ({ limit }) =>
    `You can have up to ${limit} passkeys. Remove one that you no longer use first.`,
  totp_enabled: () => "Two-step verification is already on.",
  totp_code_wrong: () => "That code isn't right. Enter the one that your app shows now.",
  phone_missing: () => "Save your phone number first.",
  phone_code_not_offered: () => "Phone verification isn't available right now.",
  phone_code_wrong: ({ tries_left: left }) =>
    left > 0
      ? `That code is incorrect. You have ${left === 1 ? "one try" : `${left} tries`} left.`
      : "That code is incorrect, and that was your last try. Request a new one.",
  phone_code_over: () => "This code has expired. Request a new one.",
  sms_refused: () => "We can't send text messages to this number. Please check it.",
  push_endpoint_invalid: () =>
    "Alerts don't work in this browser. Try Chrome, Edge, Firefox or Safari.",
  sms_failed: () => "We couldn't send the text message. Please try again in a moment.",
  unsubscribe_link_invalid: () => "This link is incomplete or not from one of our emails.",
  notification_refused: ({ type }) => `There's no ${type} to announce for this booking.`,
  too_many_favourites: ({ limit }) =>
    `You've saved ${limit} cars, which is the maximum. Remove one first.`,
  car_not_available: () => "Car not found or not available",
  no_host_fee: () => "There's no fee to waive. The host pays none, or has deleted their account.",
  host_fee_already_waived: () => "This fee was already waived.",
  host_fee_changed: ({ fee_cents }) =>
    `The cancellation fee is now ${formatUsd(fee_cents)}. Please check it and confirm again.`,
  credit_changed: () =>
    "Your credit has changed. Check the new price and book again if you'd like to.",
  price_changed: () =>
    "The price has changed since you opened this page. Please check the new total and book again.",
  own_car: () => "This is your own car, so you can't book it.",
  renter_too_young: ({ minimum_age }) =>
    `You must be at least ${minimum_age} on the start date to drive.`,
  date_of_birth_required: () => "Please enter your date of birth. Renters must be 21 or older.",
  too_many_holds: ({ limit }) =>
    `You have ${limit} unpaid checkouts open. Pay for one or cancel it on the car's page; each expires ${CHECKOUT_MINUTES} minutes after you opened it.`,
  hold_limit_reached: ({ retry_at }) =>
    `You've reached the limit for holding this car without paying. You can book it again from ${formatInstant(new Date(retry_at))}.`,
  request_too_soon: ({ retry_at }) =>
    `You recently requested some of these dates. Choose other dates, or request them again after ${formatInstant(new Date(retry_at))}.`,
  too_many_abandoned: ({ limit, retry_at }) =>
    `In the last 24 hours, you left checkouts unpaid or withdrew requests ${limit} times. You can book again from ${formatInstant(new Date(retry_at))}.`,
  checkout_under_way: () =>
    "A checkout for this car is already opening, perhaps in another tab. Please try again in a moment.",
  payment_under_review: () =>
    "Your payment for this car doesn't match our records, so we're checking it. Please contact support before you book the car again.",
  transition_refused: ({ status }) =>
    status === "pending"
      ? "The booking has changed, so this is no longer possible."
      : `The booking has changed: it's now ${status}.`,
  car_is_out: () => "Your renter has the car. Please contact us to cancel.",
  cancellation_too_late: ({ hours }) =>
    hours > 0
      ? `You can cancel a booking until ${hours} hours before pickup.`
      : "You can cancel a booking until the end of its start date.",
  refund_too_high: ({ refundable_cents }) =>
    refundable_cents > 0
      ? `You can refund up to ${formatUsd(refundable_cents)} here. To refund everything before the trip is over, cancel the booking.`
      : "There's nothing left to refund on this booking.",
  charge_refund_too_high: ({ refundable_cents }) =>
    refundable_cents > 0
      ? `You can refund up to ${formatUsd(refundable_cents)} of this charge.`
      : "There's nothing left to refund of this charge.",
  charge_elsewhere: () =>
    "This was paid through a card provider we no longer use, so it can't be refunded here. Refund it in that provider's dashboard.",
  refund_id_taken: () =>
    "This refund was already saved with another amount. Reload the booking to see it.",
  case_changed: () =>
    "This case has changed since you opened it. Check what's new, then try again.",
  assignee_not_admin: () => "This person is no longer an admin. Choose someone else.",
  incident_changed: () => "This has happened again since you opened it, so it stays open.",
  dispute_decided: () => "The bank has already decided this dispute.",
  payout_changed: ({ state }) =>
    `Someone has already marked this payout as ${state}. You now see the latest version.`,
  message_empty: () => "Write something first.",
  message_too_long: ({ limit }) =>
    `A message can have up to ${formatCount(limit)} characters. Shorten it or send it in two parts.`,
  message_id_taken: () => "We can't send this message again. Please rewrite it.",
  message_to_self: () => "This is your own car, so there's no host to message.",
  payout_batch_exported: () =>
    "Someone has already downloaded this file. The page shows who: check with them before it goes to the bank again.",
  payout_batch_settled: () =>
    "Someone has already marked the payouts in this batch. None are left to mark.",
  not_charged: () => "The card wasn't charged for this booking, so there's no receipt.",
  listing_has_bookings: ({ last_day }) =>
    `This car is booked until ${formatLong(last_day)}. Deactivate the listing to stop new bookings, and delete it after that day.`,
  listing_island_booked: () =>
    "This car has open bookings. You can move it to another island once they're over.",
  listing_changed: () =>
    "This listing was changed elsewhere. Reload it before you save so that nothing is lost.",
  draft_changed: () => "This draft was changed on another device.",
  price_dates_too_many: ({ max_days }) => `You can price up to ${max_days} days at a time.`,
  price_dates_too_far: ({ max_days_ahead }) => `You can price up to ${max_days_ahead} days ahead.`,
  custom_price_out_of_range: ({ min, max }) =>
    `The price of a date must be from $${min} to $${max.toLocaleString("en-US")}.`,
  date_min_days_too_high: ({ min_days, max_days }) =>
    `Some dates require at least ${min_days} days, more than the car's longest rental (${max_days}).`,
  discount_too_high: ({ max_percent }) => `A discount can be ${max_percent}% at most.`,
  too_many_drafts: ({ limit }) =>
    `You have ${limit} drafts. Discard one in My Listings to save another.`,
  listing_id_taken: () =>
    "We couldn't save the listing. What you entered is still here; please save again.",
  insurance_expired: ({ expired_on }) =>
    `The insurance of this car was valid until ${formatLong(expired_on)}. Upload the renewed one in your settings, then activate the car.`,
  document_too_large: ({ limit_megabytes: limit }) =>
    `This file is too large. The limit is ${limit} MB.`,
  document_type_refused: () =>
    "We can't read this file. Please choose a PDF, JPEG, PNG, WebP or HEIC.",
  document_broken: () =>
    "This file is incomplete or damaged. Please choose it again or try another.",
  document_store_failed: () => "We couldn't save the document. Please try again in a moment.",
  document_needed: () =>
    "The car needs this document, so it can't be removed. Upload the new one in its place.",
  documents_required: ({ needed }) =>
    `This car can't be approved yet. ${capitalised(formatList(needed.map(describeNeeded)))}.`,
  review_no_stay: () => "You can leave a review once the trip is completed.",
  review_twice: () => "You've already reviewed this trip.",
  review_too_late: ({ ended_at }) =>
    `The time to review this trip ended on ${formatDeadline(new Date(ended_at))}.`,
  review_scores_invalid: ({ max }) => `Please give 1 to ${max} stars in every category.`,
  review_empty: () => "Please write a few words.",
  review_too_long: ({ limit }) => `Please use ${formatCount(limit)} characters or fewer.`,
  review_has_contacts: () => "Please leave out email addresses and phone numbers.",
  review_answered: () => "You've already responded to this review.",
  review_own: () => "This is your own review. Contact support if something needs to be removed.",
  review_reported: () => "You've already reported this review. We're looking into it.",
  user_changed: () => "This account was changed elsewhere. You now see the latest version.",
  last_admin: () => "This is the last owner. Make someone else an owner first.",
  approval_required: () => "A second admin has to confirm this first.",
  approval_own: () => "Another admin has to confirm this.",
  approval_over: () => "This request isn't open any more.",
  password_wrong: () => "Your current password is incorrect.",
  account_needed: () => "You still have open bookings or payments. See the list on this page.",
  copy_too_soon: ({ may_ask_from }) =>
    `You can request your next copy from ${formatInstant(new Date(may_ask_from))}.`,
  payment_declined: ({ reason }) =>
    ({
      card_declined: "Your card was declined.",
      insufficient_funds: "Your card has insufficient funds.",
      authentication_failed: "Your bank didn't confirm the payment.",
    })[reason],
  payment_session_closed: ({ state }) =>
    state === "complete"
      ? "This checkout is already paid."
      : "This checkout has ended. If you didn't finish paying, nothing was charged. Please book again.",
  payment_provider_failed: () => "The card provider didn't respond. Please try again in a moment.",
  checkout_refused: () =>
    "The card provider couldn't open a checkout. Nothing was charged. Please contact support if it happens again.",
  webhook_signature_invalid: () => "Something went wrong on our side. Please try again.",
  uploads_under_way: () =>
    `${MAX_UPLOADS_AT_ONCE} of your files are already uploading. Please try again when one of them is done.`,
  photo_name_refused: () => "Something went wrong while sending. Please try again.",
  photo_exists: () => "This photo has already been uploaded.",
  photo_too_large: ({ limit_megabytes: limit }) =>
    `This photo is too large. The limit is ${limit} MB.`,
  photo_type_refused: () => "We can't read this photo. Please choose a JPEG, PNG, WebP or HEIC.",
  photo_too_many_pixels: ({ limit_megapixels: limit }) =>
    `This photo is too large. The limit is ${limit} megapixels.`,
  photo_too_narrow: ({ limit_aspect: limit }) =>
    `This photo is too long and narrow. Its longer side can be up to ${limit} times the shorter one.`,
  photo_too_small: ({ limit }) =>
    `This photo is too small. It needs at least ${limit.longer} × ${limit.shorter} pixels.`,
  photo_broken: () => "This photo is incomplete or damaged. Please choose it again or try another.",
  photo_store_failed: () => "We couldn't save the photo. Please try again in a moment.",
};

/** The message for any failure; `otherwise` covers failures without one of our error codes. */
export function sentenceFor(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError)) return otherwise;
  if (error.code === "offline") return OFFLINE;
  if (error.code === "internal") return otherwise;
  const sentence = SENTENCES[error.code as Code] as ((details: unknown) => string) | undefined;
  return sentence?.(error.details) ?? otherwise;
}
