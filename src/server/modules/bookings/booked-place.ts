// Where the car of a booking is handed over, if not at its own location.
import type { Booking } from "../../../contract/bookings/bookings.ts";
import type { AddOns } from "../../../domain/listing/add-ons/add-ons.ts";
import type { Selectable } from "kysely";
import type { BookingsTable } from "../../platform/database/schema.ts";

type PlaceColumns = Pick<
  Selectable<BookingsTable>,
  "meeting_place_id" | "meeting_place_name" | "meeting_place_latitude" | "meeting_place_longitude"
>;

/** A place as a booking stores it, so that later changes of the listing never affect it. */
export const toPlaceColumns = ({ meetingPlace: place }: AddOns): PlaceColumns => ({
  meeting_place_id: place?.place_id ?? null,
  meeting_place_name: place?.name ?? null,
  meeting_place_latitude: place?.latitude ?? null,
  meeting_place_longitude: place?.longitude ?? null,
});

/** The meeting place of a booking; null for the car's own location. */
export function toBookedPlace(row: PlaceColumns): Booking["meeting_place"] {
  const {
    meeting_place_id: place_id,
    meeting_place_name: name,
    meeting_place_latitude: latitude,
    meeting_place_longitude: longitude,
  } = row;
  // The database stores all four or none.
  if (place_id === null || name === null || latitude === null || longitude === null) return null;
  return { place_id, name, latitude, longitude };
}
