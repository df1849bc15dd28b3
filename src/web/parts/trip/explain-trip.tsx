// The message for each error code about trips. They are not in api/problem-sentences.ts, because
// public pages load that.
import type { ErrorDetails } from "../../../domain/errors.ts";
import { formatCount, formatDeadline, formatInstant } from "../../../domain/text/format.ts";
import type { TripErrorDetails } from "../../../domain/trip/errors.ts";
import { ApiError } from "../../api/api.ts";
import { sentenceFor } from "../../api/problem-sentences.ts";

/** The booking page shows an outstanding balance with a link (obstacle-note.tsx). */
type Code = Exclude<keyof TripErrorDetails, "outstanding_balance">;
type Sentences = { [C in Code]: (details: ErrorDetails[C]) => string };

const on = (at: string): string => formatInstant(new Date(at));
const until = (at: string): string => formatDeadline(new Date(at));

const SENTENCES: Sentences = {
  no_trip: ({ status }) =>
    status === "cancelled"
      ? "This booking was cancelled."
      : "This booking has no trip: it was not approved.",
  pickup_not_confirmed: () => "The pickup isn't confirmed yet.",
  trip_entry_too_early: ({ opens_at }) => `You can add this from ${on(opens_at)}.`,
  trip_entry_too_late: ({ closed_at }) => `You had until ${until(closed_at)} to add this.`,
  trip_entry_in_future: () =>
    "Your phone's clock was ahead when you recorded this. Please set it to the right time.",
  trip_entry_id_taken: () => "Something went wrong while sending. Please try again.",
  too_many_trip_entries: ({ limit }) => `A handover can have up to ${limit} of these.`,
  trip_photo_repeated: () => "This photo is already here. Please take another.",
  level_unit_wrong: ({ unit }) =>
    unit === "percent" ? "Enter the charge in per cent." : "Enter the fuel in eighths of the tank.",
  odometer_backwards: ({ pickup_miles }) =>
    `At the pickup the car had ${formatCount(pickup_miles)} miles. Please check the reading.`,
  odometer_too_far: ({ max_miles, miles_per_day }) =>
    `That's more than ${miles_per_day} miles a day. The reading can't be above ${formatCount(max_miles)} miles yet, so please check it.`,
  handover_already_confirmed: ({ confirmed_at }) =>
    `This was already confirmed, on ${on(confirmed_at)}.`,
  handover_reading_missing: () => "The readings that this code confirms haven't arrived yet.",
  handover_reading_changed: () => "The reading has changed. Please check it, then use a new code.",
  handover_code_wrong: ({ tries_left }) =>
    tries_left === 0
      ? "That's not the code. Ask your host to make a new one, on the phone if you've left."
      : `That's not the code, or your host's phone has other readings. You have ${tries_left} ${tries_left === 1 ? "try" : "tries"} left.`,
  no_valid_handover_code: () =>
    "This code is no longer valid. Ask your host for another, on the phone if you've left. Their page can check for a new one.",
  runner_link_used: () => "This handover is done, so its link no longer works. Thank you!",
  runner_link_revoked: () => "The host has revoked this link. Ask them if you need a new one.",
  runner_link_expired: ({ expired_at }) =>
    `This link expired on ${until(expired_at)}. Ask the host for a new one.`,
  runner_trip_over: () => "This trip is over or was cancelled, so there's nothing to hand over.",
  runner_token_expired: () => "Please open the link again.",
  too_many_runner_links: ({ limit }) =>
    `A handover can have up to ${limit} open links. Revoke one to create another.`,
  trip_mark_unknown: () => "The mark in this photo hasn't arrived yet. We'll try again.",
  trip_mark_has_photo: () => "This mark already has a photo. Add this one as another photo.",
  no_lockbox: () => "This car has no lockbox at the moment. Please message your host.",
  lockbox_too_early: ({ opens_at }) => `You can see the lockbox code from ${on(opens_at)}.`,
  lockbox_needs_photos: () => "Please photograph the outside of the car first.",
  lockbox_not_opened: () => "Please open the lockbox code at the pickup first.",
  lockbox_reading_missing: () => "Your readings haven't arrived yet. We'll try again.",
  not_confirmed_by_lockbox: () => "There is nothing to accept or contest here.",
  lockbox_already_answered: ({ answered_at }) => `You answered this on ${on(answered_at)}.`,
  lockbox_answer_too_late: ({ closed_at }) => `You had until ${until(closed_at)} to answer this.`,
  later_charge_closed: ({ state }) =>
    state === "paid"
      ? "This charge is already paid."
      : state === "waived"
        ? "This charge was waived: you don't have to pay it."
        : "This charge has changed in the meantime.",
  deposit_closed: () => "The deposit has changed in the meantime. Please check it again.",
  delay_after_pickup: () => "The pickup is already confirmed.",
  delay_off_grid: () => "Please choose a time on the hour or half hour.",
  delay_not_later: ({ pickup_at }) =>
    `Please choose a time after the booked pickup, ${on(pickup_at)}.`,
  delay_too_long: ({ hours, latest_at }) =>
    `You can be up to ${hours} hours late, until ${on(latest_at)}. For a later pickup, please message your host.`,
  delay_in_past: () => "That time has passed. Please choose a later one.",
  agreement_changed: () =>
    "The agreement has changed since you opened it. Please read the new text, then sign.",
  agreement_already_signed: ({ signed_at }) => `You signed this agreement on ${on(signed_at)}.`,
  signature_name_missing: () => "Type your full name.",
  signature_name_unprintable: ({ characters }) =>
    `The PDF can't show ${characters}. Please type your name in Latin letters.`,
  signature_path_invalid: () => "That signature couldn't be read. Please clear it and sign again.",
  return_not_due: ({ due_at }) =>
    due_at === null
      ? "The storm has delayed this return. You can confirm it alone once the car is due back."
      : `You can confirm this alone from ${on(due_at)}.`,
};

/** The message for a refusal about trips; undefined for any other failure. */
export function describeTripError(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || !Object.hasOwn(SENTENCES, error.code)) return undefined;
  const sentence = SENTENCES[error.code as keyof Sentences] as (details: unknown) => string;
  return sentence(error.details);
}

/** The message for any failure; `otherwise` covers failures without one of our error codes. */
export const explainTrip = (error: unknown, otherwise: string): string =>
  describeTripError(error) ?? sentenceFor(error, otherwise);

/** The error below a control of a trip's page. */
export const TripFailure = ({ error, otherwise }: { error: Error | null; otherwise: string }) => (
  <p role="alert" className="text-sm text-destructive-text empty:hidden">
    {error && explainTrip(error, otherwise)}
  </p>
);
