// SQL for what hosts offer with their cars.
import type { ExtraInput } from "../../../../domain/listing/add-ons/extras.ts";
import type { MeetingPlace } from "../../../../domain/listing/add-ons/meeting-places.ts";
import type { Db } from "../../../platform/database/database.ts";

/** An extra as it is stored. */
export type StoredExtra = ExtraInput & { extra_id: string };

/** What a host's list contains. */
export interface StoredAddOns {
  meetingPlaces: MeetingPlace[];
  extras: StoredExtra[];
}

/**
 * What is offered with each car, in the order of the host's list.
 * @returns a lookup by car id; a car without add-ons has empty lists
 */
export async function findAddOns(
  db: Db,
  carIds: readonly string[],
): Promise<(carId: string) => StoredAddOns> {
  if (carIds.length === 0) return () => ({ meetingPlaces: [], extras: [] });
  const [places, extras] = await Promise.all([
    db
      .selectFrom("car_meeting_places")
      .where("car_id", "in", carIds)
      .select(["car_id", "place_id", "name", "latitude", "longitude", "fee_cents"])
      .orderBy("position")
      .execute(),
    db
      .selectFrom("car_extras")
      .where("car_id", "in", carIds)
      .select(["car_id", "extra_id", "kind", "description", "price_cents", "per", "stock"])
      .orderBy("position")
      .execute(),
  ]);
  return (carId) => ({
    meetingPlaces: selectCarRows(places, carId),
    extras: selectCarRows(extras, carId),
  });
}

/** The rows of one car, without its id. */
const selectCarRows = <R extends { car_id: string }>(rows: readonly R[], carId: string) =>
  rows.filter(({ car_id }) => car_id === carId).map(({ car_id: _carId, ...row }) => row);

/** Replaces a car's list. Call it with the car's row locked. */
export async function saveMeetingPlaces(
  db: Db,
  carId: string,
  places: readonly MeetingPlace[],
): Promise<void> {
  await db.deleteFrom("car_meeting_places").where("car_id", "=", carId).execute();
  if (places.length === 0) return;
  await db
    .insertInto("car_meeting_places")
    .values(places.map((place, index) => ({ ...place, car_id: carId, position: index + 1 })))
    .execute();
}

/** Replaces a car's list. Call it with the car's row locked. */
export async function saveExtras(
  db: Db,
  carId: string,
  extras: readonly StoredExtra[],
): Promise<void> {
  await db.deleteFrom("car_extras").where("car_id", "=", carId).execute();
  if (extras.length === 0) return;
  await db
    .insertInto("car_extras")
    .values(extras.map((extra, index) => ({ ...extra, car_id: carId, position: index + 1 })))
    .execute();
}
