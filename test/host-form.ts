// Changes a car through its host's listing form.
import { expect } from "vitest";
import type { HostListing } from "../src/contract/host/host-listings.ts";
import type { Bookings } from "./booking.ts";
import { toListingForm } from "./listing-form.ts";

/** What the host reads about a car. */
export const readHostCar = async (t: Bookings, car: string): Promise<HostListing> =>
  (await t.app.call("GET", `/api/host/listings/${car}`, { as: t.host.token })).body;

/** Sends the listing form with these changes. */
export const changeCar = async (
  t: Bookings,
  car: string,
  changes: Partial<Record<keyof HostListing, unknown>>,
) =>
  t.app.call("PUT", `/api/host/listings/${car}`, {
    as: t.host.token,
    body: { ...toListingForm(await readHostCar(t, car)), ...changes },
  });

/** Sends the listing form, which must be accepted. */
export async function setCar(...given: Parameters<typeof changeCar>): Promise<void> {
  expect((await changeCar(...given)).status).toBe(200);
}
