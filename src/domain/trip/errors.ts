// The errors about trips and their handovers.
import type { DepositState } from "../money/deposit/deposit-states.ts";
import type { AgreementText } from "./agreement-text.ts";
import type { EntryKind, PhotoPlace, TankLevel } from "./entry.ts";

type None = Record<string, never>;

/** Each code with its details. */
export interface TripErrorDetails {
  /** Only an approved booking has a trip. */
  no_trip: { status: string };
  /** The return can't be recorded before the pickup is confirmed. */
  pickup_not_confirmed: None;
  trip_entry_too_early: { opens_at: string };
  trip_entry_too_late: { closed_at: string };
  /** The phone's clock is ahead. The entry is accepted once its time has come. */
  trip_entry_in_future: { tolerance_minutes: number; retry_after_seconds: number };
  /** The id of an existing entry was sent again with different content, or in another trip. */
  trip_entry_id_taken: None;
  too_many_trip_entries: { kind: EntryKind; limit: number };
  /** The trip already has this picture. */
  trip_photo_repeated: None;
  /** The mark of a photo is not in this handover, or not from the same side. */
  trip_mark_unknown: None;
  trip_mark_has_photo: None;
  /** An electric car's level is in per cent, any other's in eighths. */
  level_unit_wrong: { unit: TankLevel["unit"] };
  odometer_backwards: { pickup_miles: number };
  odometer_too_far: { max_miles: number; miles_per_day: number };
  /** The handover is already confirmed. */
  handover_already_confirmed: { confirmed_at: string };
  /** A later reading has arrived since the sender saw this one. */
  handover_reading_changed: None;
  /** The reading that the code agrees on has not arrived yet: another phone may still send it. */
  handover_reading_missing: None;
  /** The code was mistyped, or belongs to another time, handover or reading. */
  handover_code_wrong: { tries_left: number };
  /** The host's phone has no secret, or too many wrong codes were entered. */
  no_valid_handover_code: None;
  /** The handover is confirmed, so its links are used up. */
  runner_link_used: { confirmed_at: string };
  /** The host has revoked the link, or removed the helper who made it. */
  runner_link_revoked: None;
  runner_link_expired: { expired_at: string };
  /** The booking was cancelled, or the trip is closed. */
  runner_trip_over: None;
  /** The token has expired. The page exchanges the link for a new one. */
  runner_token_expired: None;
  too_many_runner_links: { limit: number };
  /** The car has no lockbox. */
  no_lockbox: None;
  /** The code is shown from the pickup time on. */
  lockbox_too_early: { opens_at: string };
  /** Neither side has photographed the whole outside. These photos of the renter are missing. */
  lockbox_needs_photos: { missing: PhotoPlace[] };
  /** Only a renter who was shown the code can confirm without the host. */
  lockbox_not_opened: None;
  /** The reading that the renter confirms has not arrived. */
  lockbox_reading_missing: None;
  /** The host can answer only what the renter confirmed with the lockbox. */
  not_confirmed_by_lockbox: None;
  lockbox_already_answered: { answered_at: string };
  lockbox_answer_too_late: { closed_at: string };
  /** The step is not possible in the deposit's state. */
  deposit_closed: { state: DepositState };
  /** The charge after the trip is paid, waived, contested or being paid. */
  later_charge_closed: { state: string };
  /**
   * The renter first has to pay an outstanding balance. The details have the total, and the amount
   * of each trip, longest owed first.
   */
  outstanding_balance: {
    amount_cents: number;
    balances: { booking_id: string; booking_number: string; amount_cents: number }[];
  };
  /** A delayed flight can't move a pickup that was confirmed. */
  delay_after_pickup: { confirmed_at: string };
  /** Pickup times are on the half hour. */
  delay_off_grid: { minutes: number };
  /** The new time is not after the booked pickup. */
  delay_not_later: { pickup_at: string };
  delay_too_long: { hours: number; latest_at: string };
  delay_in_past: None;
  /** The text has changed since the signer saw it. The details have the current one. */
  agreement_changed: { text_sha256: string } & AgreementText;
  /** This side has signed this text. */
  agreement_already_signed: { signed_at: string };
  signature_name_missing: None;
  /** The PDF's fonts don't have these characters of the name. */
  signature_name_unprintable: { characters: string };
  /** The strokes are not a path within the box. */
  signature_path_invalid: { width: number; height: number };
  /** The host can't confirm a return alone before the car is due; null while a storm delays it. */
  return_not_due: { due_at: string | null };
}
