// An admin suspends a person, with a choice for each of their open bookings.
import type { BookingChoice } from "../src/domain/booking/admin/trip-hold.ts";
import type { Person } from "./factories.ts";
import type { TestApp } from "./harness.ts";

export const readOpenBookings = async (app: TestApp, admin: Person, personId: string) =>
  (await app.call("GET", `/api/admin/users/${personId}/open-bookings`, { as: admin.token })).body
    .bookings;

/** @param choose the choice for a booking; by default all are kept */
export async function suspend(
  app: TestApp,
  admin: Person,
  personId: string,
  choose: (bookingId: string) => BookingChoice = () => "keep",
) {
  const open = await readOpenBookings(app, admin, personId);
  return app.call("POST", `/api/admin/users/${personId}/suspension`, {
    as: admin.token,
    body: {
      suspended: true,
      reason: "No-show.",
      bookings: open.map(({ id, state, version }) => ({ id, state, version, choice: choose(id) })),
    },
  });
}
