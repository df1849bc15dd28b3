// Trips on islands where an admin declares storms.
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { CalendarDate } from "../src/domain/calendar/dates.ts";
import type { IslandId } from "../src/domain/place/islands.ts";
import { makeListing, makePerson, type Person } from "./factories.ts";
import { startLaterCharges } from "./later-charges.ts";

export type Storms = Awaited<ReturnType<typeof startStorms>>;

export async function startStorms() {
  const t = await startLaterCharges();
  const admin = await makePerson(t.app, { roles: ["renter", "admin"], adminRole: "support" });
  const asAdmin = async (method: "POST" | "PATCH", path: string, body: object): Promise<void> => {
    const response = await t.app.call(method, path, { as: admin.token, body });
    expect(response.status).toBe(200);
  };
  return {
    ...t,
    admin,
    /** Hurricane Imani. @returns its id */
    async declare(
      island: IslandId,
      first_day: CalendarDate,
      last_day: CalendarDate,
    ): Promise<string> {
      const id = randomUUID();
      await asAdmin("POST", "/api/admin/storms", {
        id,
        name: "Hurricane Imani",
        islands: [island],
        first_day,
        last_day,
        message: "Please stay indoors.",
      });
      return id;
    },
    moveLastDay: (storm: string, last_day: CalendarDate): Promise<void> =>
      asAdmin("PATCH", `/api/admin/storms/${storm}`, { last_day }),
    endStorm: (storm: string, summary = "Over."): Promise<void> =>
      asAdmin("POST", `/api/admin/storms/${storm}/end`, { summary }),
    startRefunds: (storm: string): Promise<void> =>
      asAdmin("POST", `/api/admin/storms/${storm}/refunds`, { action: "start" }),
    /** A booking from December 5 to 8 at 10:00, with a deposit. */
    async bookOn(
      island: IslandId,
      {
        renter = t.renter,
        host = t.host,
        booking_mode = "instant",
      }: { renter?: Person; host?: Person; booking_mode?: "instant" | "approval" } = {},
    ): Promise<string> {
      t.app.clock.set("2026-11-21T17:00:00.000Z");
      const car = await makeListing(t.app, host, { island, booking_mode });
      await t.app.ctx.db
        .updateTable("car_listings")
        .set({ deposit_cents: 15_000 })
        .where("id", "=", car)
        .execute();
      const hours = { pickup_time: "10:00", return_time: "10:00" };
      const opened = await t.checkout(car, renter, hours);
      expect(opened.status).toBe(200);
      await t.pay(opened.body.session_id, { confirmed: true });
      await t.verify(opened.body.session_id, renter);
      return opened.body.booking_id;
    },
  };
}
