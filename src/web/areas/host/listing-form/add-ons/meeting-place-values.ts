// The meeting places of the form: as typed, as the API sends and takes them, and their errors.
import {
  MAX_MEETING_FEE_CENTS,
  MAX_MEETING_PLACES,
  type MeetingPlace,
  type MeetingPlaceInput,
} from "../../../../../domain/listing/add-ons/meeting-places.ts";
import { formatUsd } from "../../../../../domain/text/format.ts";
import { formatOptional, isOptionalPrice, readOptionalCents } from "../typed-price.ts";

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
    fee: formatOptional(fee_cents),
  }));

/** For values that passed checkMeetingPlaceValues. */
export const readMeetingPlaces = (values: readonly MeetingPlaceValue[]): MeetingPlaceInput[] =>
  values.map(({ place_id, fee }) => ({ place_id, fee_cents: readOptionalCents(fee) ?? 0 }));

/** The first error in the list. */
export function checkMeetingPlaceValues(values: readonly MeetingPlaceValue[]): string | undefined {
  if (values.length > MAX_MEETING_PLACES) return `Choose up to ${MAX_MEETING_PLACES} places`;
  const wrong = values.find(({ fee }) => !isOptionalPrice(fee, MAX_MEETING_FEE_CENTS));
  return wrong && `${wrong.name}: enter a fee from $0 to ${formatUsd(MAX_MEETING_FEE_CENTS)}`;
}
