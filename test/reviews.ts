// Helpers for tests of reviews, over HTTP: completed trips, and what renter and host write.
import { expect } from "vitest";
import { sweep } from "../src/server/modules/bookings/settlement/sweep.service.ts";
import { startBookings } from "./booking.ts";
import { makeListing, makePerson, type Person } from "./factories.ts";

/** The afternoon in Nassau of the day after a trip that ended on 8 December. */
export const AFTERWARDS = "2026-12-09T19:00:00.000Z";
/** After the deadline for reviews of that trip. */
export const OVER = "2026-12-23T05:00:00.000Z";

export const OF_CAR = {
  stars: 5,
  scores: { cleanliness: 5, condition: 4, communication: 5, value: 4 },
  body: "Spotless, and the pick-up took two minutes.",
};
export const OF_RENTER = { stars: 4, body: "Kind, and on time." };

export async function startReviews() {
  const bookings = await startBookings();
  const { app } = bookings;
  const get = async <const P extends string>(path: P, by?: Person) =>
    (await app.call("GET", path, { as: by?.token })).body;
  const post = <const P extends string>(path: P, body: unknown, by: Person) =>
    app.call("POST", path, { as: by.token, body });
  return {
    ...bookings,
    get,
    post,
    write: (bookingId: string, by: Person, body: unknown = OF_CAR) =>
      post(`/api/bookings/${bookingId}/reviews`, body, by),
    readReviews: (bookingId: string, by: Person) => get(`/api/bookings/${bookingId}/reviews`, by),
    /** A trip of new people with a new car from 5 to 8 December. Afterwards the clock is set to
     *  `now`. */
    async trip({
      now = AFTERWARDS,
      host,
      car,
    }: { now?: string; host?: Person; car?: string } = {}) {
      const began = app.clock.now();
      if (car === undefined) app.clock.set("2026-11-21T17:00:00.000Z");
      const owner = host ?? (await makePerson(app, { roles: ["renter", "host"], firstName: "Bo" }));
      const renter = await makePerson(app, { firstName: "Alma" });
      const carId = car ?? (await makeListing(app, owner));
      const dates =
        car === undefined
          ? {}
          : { start_date: began.toISOString().slice(0, 10), end_date: dayLater(began) };
      const opened = await bookings.checkout(
        carId,
        renter,
        car === undefined ? {} : { ...dates, total_amount: 60 },
      );
      expect(opened.status).toBe(200);
      const { booking_id: id, session_id: session } = opened.body;
      expect((await bookings.pay(session)).status).toBe(200);
      await bookings.verify(session, renter);
      app.clock.set(
        car === undefined ? now : new Date(began.getTime() + 3 * 86_400_000).toISOString(),
      );
      await sweep(app.ctx);
      return { id, car: carId, host: owner, renter };
    },
  };
}
const dayLater = (at: Date): string =>
  new Date(at.getTime() + 86_400_000).toISOString().slice(0, 10);
export type Reviews = Awaited<ReturnType<typeof startReviews>>;
