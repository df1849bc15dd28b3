// Where a host hands over a car besides its own location (product.md, Meeting places).
import { DomainError } from "../../errors.ts";

export const MAX_MEETING_PLACES = 10;
/** The highest fee of a place, charged once for pickup and return together. */
export const MAX_MEETING_FEE_CENTS = 20_000;
/** The kinds of places in the gazetteer where cars are handed over. */
export const MEETING_PLACE_KINDS = ["airport", "port", "marina", "resort"] as const;

/** A place as a host enters it. */
export interface MeetingPlaceInput {
  /** Of the gazetteer. */
  place_id: string;
  fee_cents: number;
}

/** A place where a host hands over a car. */
export interface MeetingPlace extends MeetingPlaceInput {
  name: string;
  latitude: number;
  longitude: number;
}

/**
 * Checks a host's list, except whether its places exist.
 * @throws DomainError too_many_meeting_places, meeting_place_twice, meeting_fee_out_of_range
 */
export function checkMeetingPlaces(places: readonly MeetingPlaceInput[]): void {
  if (places.length > MAX_MEETING_PLACES)
    throw new DomainError("too_many_meeting_places", { max: MAX_MEETING_PLACES });
  const twice = places.find(({ place_id }, index) =>
    places.slice(0, index).some((other) => other.place_id === place_id),
  );
  if (twice) throw new DomainError("meeting_place_twice", { place_id: twice.place_id });
  if (!places.every(({ fee_cents }) => fee_cents >= 0 && fee_cents <= MAX_MEETING_FEE_CENTS))
    throw new DomainError("meeting_fee_out_of_range", {
      min_cents: 0,
      max_cents: MAX_MEETING_FEE_CENTS,
    });
}
