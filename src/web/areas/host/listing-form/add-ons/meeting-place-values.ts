// The meeting places of the form: as typed, as the API sends and takes them, and their errors.
import {
  MAX_MEETING_FEE_CENTS,
  MAX_MEETING_PLACES,
  type MeetingPlace,
  type MeetingPlaceInput,
} from "../../../../../domain/listing/add-ons/meeting-places.ts";
import { centsToDollars } from "../../../../../domain/money/money.ts";
import { formatUsd } from "../../../../../domain/text/format.ts";
import { readCents } from "../typed-price.ts";

/** A meeting place in the form. */
export type MeetingPlaceValue = {
  place_id: string;
  name: string;
  /** In dollars; empty for none. */
  fee: string;
};

export const toMeetingPlaceValues = (places: readonly MeetingPlace[]): MeetingPlaceValue[] =>
  places.map(({ place_id, name, fee_cents }) => ({
    place_id,
    name,
    fee: fee_cents === 0 ? "" : centsToDollars(fee_cents).toFixed(2),
  }));

/** A fee as typed, in integer cents; undefined for anything but an amount. */
const readFee = (typed: string): number | undefined => (typed.trim() === "" ? 0 : readCents(typed));

/** For values that passed checkMeetingPlaceValues. */
export const readMeetingPlaces = (values: readonly MeetingPlaceValue[]): MeetingPlaceInput[] =>
  values.map(({ place_id, fee }) => ({ place_id, fee_cents: readFee(fee) ?? 0 }));

export const isFee = (typed: string): boolean => {
  const cents = readFee(typed);
  return cents !== undefined && cents >= 0 && cents <= MAX_MEETING_FEE_CENTS;
};

/** The first error in the list. */
export function checkMeetingPlaceValues(values: readonly MeetingPlaceValue[]): string | undefined {
  if (values.length > MAX_MEETING_PLACES) return `Choose up to ${MAX_MEETING_PLACES} places`;
  const wrong = values.find(({ fee }) => !isFee(fee));
  return wrong && `${wrong.name}: enter a fee from $0 to ${formatUsd(MAX_MEETING_FEE_CENTS)}`;
}
