// The listing form as a host sends it, for tests of what hosts offer with a car.
import { expect } from "vitest";
import type { HostListing } from "../src/contract/host/host-listings.ts";
import type { Bookings } from "./booking.ts";

/** What the host reads about a car. */
export const readHostCar = async (t: Bookings, car: string): Promise<HostListing> =>
  (await t.app.call("GET", `/api/host/listings/${car}`, { as: t.host.token })).body;

/** Sends the listing form with these changes. */
export async function changeCar(
  t: Bookings,
  car: string,
  changes: Partial<Record<keyof HostListing, unknown>>,
) {
  const {
    id: _id,
    island: _island,
    is_available: _available,
    is_approved: _approved,
    rejection_reason: _reason,
    documents: _documents,
    out_of_service: _outage,
    may: _may,
    created_at: _created,
    extras,
    meeting_places: places,
    ...fields
  } = await readHostCar(t, car);
  return t.app.call("PUT", `/api/host/listings/${car}`, {
    as: t.host.token,
    body: {
      ...fields,
      extras: extras.map(({ extra_id: _extra, ...extra }) => extra),
      meeting_places: places.map(({ place_id, fee_cents }) => ({ place_id, fee_cents })),
      ...changes,
    },
  });
}

/** Sends the listing form, which must be accepted. */
export async function setCar(...given: Parameters<typeof changeCar>): Promise<void> {
  expect((await changeCar(...given)).status).toBe(200);
}
