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

export const hasAddOns = ({ meetingPlace, extras }: AddOns): boolean =>
  meetingPlace !== null || extras.length > 0;

/** What is offered, as sent over the wire. */
export const readOffered = (car: {
  meeting_places: readonly MeetingPlace[];
  extras: readonly Extra[];
}): OfferedAddOns => ({ meetingPlaces: car.meeting_places, extras: car.extras });

/** What is requested, as sent over the wire. */
export const toWireAddOns = ({ meetingPlace, extras }: AddOns) => ({
  meeting_place_id: meetingPlace?.place_id ?? null,
  extras: extras.map(({ extra: { extra_id }, quantity }) => ({ extra_id, quantity })),
});

/**
 * Finds what is requested among what is offered, extras in the order of the host's list.
 * @returns the add-ons that are offered; whether the place is not, and the ids of extras that are
 * not
 */
export function chooseAddOns(
  offered: OfferedAddOns,
  requested: AddOnRequest,
): { addOns: AddOns; isPlaceMissing: boolean; missingExtras: string[] } {
  const { meetingPlaceId } = requested;
  const place = offered.meetingPlaces.find(({ place_id }) => place_id === meetingPlaceId);
  const quantities = new Map(
    requested.extras.map(({ extra_id, quantity }) => [extra_id, quantity]),
  );
  const extras = offered.extras.flatMap((extra) => {
    const quantity = quantities.get(extra.extra_id);
    return quantity === undefined ? [] : [{ extra, quantity }];
  });
  const ids = offered.extras.map(({ extra_id }) => extra_id);
  return {
    addOns: { meetingPlace: place ?? null, extras },
    isPlaceMissing: meetingPlaceId !== null && !place,
    missingExtras: [...quantities.keys()].filter((id) => !ids.includes(id)),
  };
}
