// The sentence that a person reads for each code; a code without one does not compile. The specification's words where it has them.
import { CHECKOUT_MINUTES } from "../../domain/booking/booking-deadlines.ts";
import { formatInstantInNassau, formatLong, formatRange, todayInNassau } from "../../domain/calendar/dates.ts";
import type { ErrorCode, ErrorDetails } from "../../domain/errors.ts";
import { IDENTITY_DOCUMENT_NAMES } from "../../domain/person/identity.ts";
import { formatUsd } from "../../domain/money/money.ts";
import { MAX_UPLOADS_AT_ONCE } from "../../domain/listing/photo.ts";
import { ApiError } from "./api.ts";
import { OFFLINE } from "./explain.ts";

type Sentences = { [C in ErrorCode]: (details: ErrorDetails[C]) => string };

const SENTENCES: Sentences = {
  invalid_request: () => "Please check what you entered.",
  malformed_json: () => "Something went wrong while sending. Please try again.",
  payload_too_large: () => "That is too much text to send at once.",
  unsupported_media_type: () => "Something went wrong while sending. Please try again.",
  route_not_found: () => "This page is out of date. Please reload it.",
  upgrade_required: () => "This page is out of date. Please reload it.",
  rate_limited: ({ retry_after_seconds: seconds }) =>
    `Too many attempts. Try again in ${seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`}.`,
  busy: () => "The server is busy. Please try again in a moment.",
  internal: () => "Something went wrong on our side. Please try again.",
  unauthenticated: () => "Your session has ended. Sign in again.",
  forbidden: () => "Your account may not do that.",
  account_suspended: () => "This account is suspended. Please contact support.",
  PGRST116: ({ what }) => `This ${what || "entry"} was not found.`,
  dates_missing: () => "Please select start and end dates",
  dates_invalid: ({ field }) => `The ${field === "start_date" ? "start" : "end"} date is not a date.`,
  dates_reversed: () => "End date must be after start date",
  dates_past: ({ today }) => `The start date is in the past. Today in Nassau is ${formatLong(today)}.`,
  dates_too_long: ({ max_days }) => `A rental can last ${max_days} days at most.`,
  dates_too_far: ({ max_days_ahead }) => `A rental can start ${max_days_ahead} days ahead at most.`,
  dates_taken: () => "The car is taken on these dates. Please choose others.",
  dates_booked: ({ ranges }) =>
    `Days with a booking can't be blocked: ${ranges.map((range) => formatRange({ start: range.start_date, end: range.end_date }, todayInNassau(new Date()))).join("; ")}.`,
  block_too_far: () => "Days can be blocked two years ahead at most.",
  calendar_window_too_long: ({ max_days }) => `The calendar shows ${max_days} days at once at most.`,
  too_many_feeds: ({ limit }) => `A car can have ${limit} other calendars at most. Remove one first.`,
  feed_known: () => "This calendar is already connected to the car.",
  feed_url_invalid: () => "The address of a calendar begins with https:// or http:// and holds no user name.",
  feed_address_refused: () => "This address does not lead to the public internet, so it can't be read.",
  feed_unreachable: () => "The other site could not be reached. Please check the address.",
  feed_too_slow: ({ seconds }) => `The other site did not send the calendar within ${seconds} seconds.`,
  feed_too_many_redirects: ({ limit }) => `The address leads on to others more than ${limit} times.`,
  feed_answer_refused: ({ status }) =>
    status === 404 || status === 410
      ? "There is no calendar at this address any more. Please copy the address from the other site again."
      : `The other site does not hand the calendar out (answer ${status}).`,
  feed_too_large: ({ limit_bytes }) => `The calendar is larger than ${limit_bytes / 1_000_000} MB.`,
  feed_not_calendar: () =>
    "What is at this address is not a calendar that can be read. It should be an iCal (.ics) link.",
  feed_too_many_events: ({ limit }) => `The calendar has more than ${limit.toLocaleString("en-US")} events.`,
  feed_too_complex: () => "The recurring events of this calendar are too complicated to work out.",
  identity_settled: ({ state }) =>
    state === "submitted"
      ? "We are looking at your documents. Take them back first if you want to send others."
      : "You are verified already, so no documents are needed.",
  identity_incomplete: ({ missing }) =>
    `We need both documents. Still missing: ${missing.map((kind) => IDENTITY_DOCUMENT_NAMES[kind]).join(" and ")}.`,
  identity_changed: () => "This verification has changed meanwhile. It is shown as it is now.",
  driver_not_verified: ({ state }) =>
    ({
      none: "Only verified drivers can book. Send us your driving licence and ID on your profile.",
      submitted:
        "Only verified drivers can book. We are looking at your documents, and tell you as soon as it is done.",
      rejected:
        "Only verified drivers can book. Your profile says why we could not verify you, and takes new documents.",
      verified: "Only verified drivers can book. Please try again.",
    })[state],
  phone_missing: () => "Save your phone number first.",
  phone_code_not_offered: () => "Phones can't be verified here at the moment.",
  phone_code_wrong: ({ tries_left: left }) =>
    left > 0
      ? `This code is not right. You have ${left === 1 ? "one try" : `${left} tries`} left.`
      : "This code is not right, and was the last try. Ask for a new one.",
  phone_code_over: () => "This code does not count any more. Ask for a new one.",
  sms_refused: () => "Text messages can't be sent to this number. Please check it.",
  sms_failed: () => "The text message could not be sent. Please try again in a moment.",
  unsubscribe_link_invalid: () => "This link is not whole, or not from a mail of ours.",
  notification_refused: ({ type }) => `This booking has no ${type} to tell of.`,
  too_many_favourites: ({ limit }) => `You have saved ${limit} cars, which is as many as can be. Remove one first.`,
  car_not_available: () => "Car not found or not available",
  price_changed: () => "The price has changed since you opened this page. Please look at the new total and book again.",
  own_car: () => "This is your own car, so you can't book it.",
  renter_too_young: ({ minimum_age }) => `You must be at least ${minimum_age} on the start date to rent a car.`,
  date_of_birth_required: () => "Please enter your date of birth. We ask once, because renters must be 21.",
  too_many_holds: ({ limit }) =>
    `You have ${limit} unpaid bookings open. Pay for one of them or release its dates, on the page of its car; each ends by itself ${CHECKOUT_MINUTES} minutes after it was opened.`,
  hold_limit_reached: ({ retry_at }) =>
    `You've reached the limit for holding this car without paying. You can book it again from ${formatInstantInNassau(new Date(retry_at))}.`,
  request_too_soon: ({ retry_at }) =>
    `Your last request for some of these days was not approved. You can ask for them again from ${formatInstantInNassau(new Date(retry_at))}, or choose other days now.`,
  too_many_abandoned: ({ limit, retry_at }) =>
    `You left ${limit} checkouts unpaid in the last 24 hours. You can open the next one from ${formatInstantInNassau(new Date(retry_at))}.`,
  checkout_under_way: () =>
    "A checkout for this car is already opening, perhaps in another tab. Please try again in a moment.",
  payment_under_review: () =>
    "Your payment for this car does not match our records, so we are checking it. Please contact support before you book the car again.",
  transition_refused: ({ status }) =>
    status === "pending"
      ? "The booking has changed meanwhile, so this is no longer possible."
      : `The booking has changed meanwhile: it is ${status} now.`,
  cancellation_too_late: ({ hours }) =>
    hours > 0
      ? `A booking can be cancelled until ${hours} hours before its start.`
      : "A booking can be cancelled until the end of its start date.",
  refund_too_high: ({ refundable_cents }) =>
    refundable_cents > 0
      ? `At most ${formatUsd(refundable_cents)} can be given back here. To give back everything before the trip is over, cancel the booking.`
      : "Nothing is left to give back of this booking.",
  refund_id_taken: () => "This refund was stored with another amount before. Reload the booking to see it.",
  case_changed: () => "This case has changed meanwhile. It is shown as it is now: look at what is new, then try again.",
  assignee_not_admin: () => "This person is no admin any more. Choose another.",
  incident_changed: () => "This has happened again meanwhile. It is shown as it is now, and stays open.",
  dispute_decided: () => "The bank has decided this dispute already.",
  payout_changed: ({ state }) => `Somebody has marked this payout as ${state} meanwhile. It is shown as it is now.`,
  message_empty: () => "Write something first.",
  message_too_long: ({ limit }) =>
    `A message can have ${limit.toLocaleString("en-US")} characters. Shorten it, or send it in two.`,
  message_id_taken: () => "This message can't be sent again. Please write it anew.",
  message_to_self: () => "This car is your own, so there is nobody to ask.",
  payout_batch_exported: () =>
    "Somebody has taken this file meanwhile. The page says who: ask before it goes to the bank again.",
  payout_batch_settled: () => "Somebody has marked the payouts of this batch meanwhile. None is waiting any more.",
  not_charged: () => "The card was not charged for this booking, so there is no receipt.",
  listing_has_bookings: ({ last_day }) =>
    `This car is booked until ${formatLong(last_day)}. Deactivate the listing to take no more bookings, and delete it after that day.`,
  listing_changed: () => "This listing was changed elsewhere. Reload it before you save, so that nothing is lost.",
  listing_id_taken: () => "The listing could not be stored, and what you entered is kept. Please save once more.",
  insurance_expired: ({ expired_on }) =>
    `The insurance of this car was valid until ${formatLong(expired_on)}. Upload the renewed one in your settings, then activate the car.`,
  document_too_large: ({ limit_megabytes: limit }) =>
    `This file is too large. A document may have ${limit} MB at most.`,
  document_type_refused: () =>
    "This is not a document that we can read. Please choose a PDF, or a JPEG, PNG, WebP or HEIC picture.",
  document_broken: () => "This file is incomplete or damaged. Please choose it again, or another.",
  document_store_failed: () => "The document could not be stored. Please try again in a moment.",
  document_needed: () =>
    "The insurance of an approved car, or one that has expired, can't be removed. Upload the new one in its place.",
  review_no_stay: () => "You can write a review once the trip is completed.",
  review_twice: () => "You have reviewed this trip before.",
  review_too_late: ({ ended_at }) =>
    `The time for reviews of this trip ended on ${formatInstantInNassau(new Date(ended_at))}.`,
  review_scores_invalid: ({ max }) => `Please give 1 to ${max} stars for everything that is asked.`,
  review_empty: () => "Please write a few words.",
  review_too_long: ({ limit }) => `This can have ${limit.toLocaleString("en-US")} characters at most.`,
  review_has_contacts: () => "Everybody can read this, so please leave out email addresses and phone numbers.",
  review_answered: () => "You have answered this review before.",
  review_own: () => "This is your own review. Write to support if something in it has to go.",
  review_reported: () => "You have reported this review before. We are looking at it.",
  user_changed: () => "This account was changed elsewhere meanwhile. It is shown as it is now.",
  last_admin: () => "This is the last admin. Grant the role to somebody else first.",
  password_wrong: () => "The current password is not right.",
  account_needed: () => "Bookings or money still need your account. The page says which.",
  copy_too_soon: ({ may_ask_from }) =>
    `You can ask for the next copy from ${formatInstantInNassau(new Date(may_ask_from))}.`,
  payment_declined: ({ reason }) =>
    ({
      card_declined: "Your card was declined.",
      insufficient_funds: "Your card has insufficient funds.",
      authentication_failed: "Your bank did not confirm the payment.",
    })[reason],
  payment_session_closed: ({ state }) =>
    state === "complete"
      ? "This checkout is already paid."
      : "This checkout has expired. Nothing was charged; please book again.",
  payment_provider_failed: () => "The card provider did not answer. Please try again in a moment.",
  checkout_refused: () =>
    "The card provider did not open a checkout. Nothing was charged. Please contact support if it happens again.",
  webhook_signature_invalid: () => "Something went wrong on our side. Please try again.",
  uploads_under_way: () =>
    `${MAX_UPLOADS_AT_ONCE} of your files are on their way already. Please try again when one of them is done.`,
  photo_name_refused: () => "Something went wrong while sending. Please try again.",
  photo_exists: () => "This photo was uploaded already.",
  photo_too_large: ({ limit_megabytes: limit }) => `This photo is too large. A photo may have ${limit} MB at most.`,
  photo_type_refused: () => "This is not a photo that we can read. Please choose a JPEG, PNG, WebP or HEIC picture.",
  photo_too_many_pixels: ({ limit_megapixels: limit }) =>
    `This picture is too large. A photo may have ${limit} megapixels at most.`,
  photo_too_narrow: ({ limit_aspect: limit }) =>
    `This picture is too long and narrow. Its longer side may be ${limit} times its shorter one at most.`,
  photo_broken: () => "This photo is incomplete or damaged. Please choose it again, or another.",
  photo_store_failed: () => "The photo could not be stored. Please try again in a moment.",
};

/** What to tell a person about a failure of any kind; `otherwise` stands for what has no code of ours. */
export function sentenceFor(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError)) return otherwise;
  if (error.code === "offline") return OFFLINE;
  if (error.code === "internal") return otherwise;
  const sentence = SENTENCES[error.code] as (details: unknown) => string;
  return sentence(error.details);
}
