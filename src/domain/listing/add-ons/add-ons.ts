// What a renter adds to the rental of a car, out of what its host offers.
import type { ChosenExtra, Extra, ExtraRequest } from "./extras.ts";
import type { MeetingPlace } from "./meeting-places.ts";

/** What a host offers with a car. */
export interface OfferedAddOns {
  meetingPlaces: readonly MeetingPlace[];
  extras: readonly Extra[];
}

/** What a renter asks for. */
export interface AddOnRequest {
  /** Null to meet at the car's own location. */
  meetingPlaceId: string | null;
  extras: readonly ExtraRequest[];
}

/** What a rental is charged for besides its days. */
export interface AddOns {
  meetingPlace: MeetingPlace | null;
  extras: readonly ChosenExtra[];
}

export const NO_ADD_ONS: AddOns = { meetingPlace: null, extras: [] };

/** What is offered, as sent over the wire. */
export const readOffered = (car: {
  meeting_places: readonly MeetingPlace[];
  extras: readonly Extra[];
}): OfferedAddOns => ({ meetingPlaces: car.meeting_places, extras: car.extras });

/** What a renter asks for that cannot be had. */
export type MissingAddOn =
  | { code: "meeting_place_not_offered" }
  | { code: "extra_not_offered" }
  | { code: "extra_quantity_out_of_range"; max: number };

/**
 * Finds what is asked for among what is offered, in the order of the host's list.
 * @returns `missing` says what the host does not offer; the add-ons are then without it
 */
export function chooseAddOns(
  offered: OfferedAddOns,
  asked: AddOnRequest,
): { addOns: AddOns; missing: MissingAddOn | null } {
  const place = offered.meetingPlaces.find(({ place_id }) => place_id === asked.meetingPlaceId);
  const quantities = new Map(asked.extras.map(({ extra_id, quantity }) => [extra_id, quantity]));
  const extras = offered.extras.flatMap((extra) => {
    const quantity = quantities.get(extra.extra_id);
    return quantity === undefined ? [] : [{ extra, quantity }];
  });
  const within = extras.filter(({ extra, quantity }) => quantity >= 1 && quantity <= extra.stock);
  return {
    addOns: { meetingPlace: place ?? null, extras: within },
    missing: findMissing({
      isPlaceMissing: asked.meetingPlaceId !== null && !place,
      isExtraMissing: extras.length < asked.extras.length,
      outOfRange: extras.find((each) => !within.includes(each)),
    }),
  };
}

function findMissing({
  isPlaceMissing,
  isExtraMissing,
  outOfRange,
}: {
  isPlaceMissing: boolean;
  isExtraMissing: boolean;
  outOfRange: ChosenExtra | undefined;
}): MissingAddOn | null {
  if (isPlaceMissing) return { code: "meeting_place_not_offered" };
  if (isExtraMissing) return { code: "extra_not_offered" };
  return outOfRange ? { code: "extra_quantity_out_of_range", max: outOfRange.extra.stock } : null;
}
