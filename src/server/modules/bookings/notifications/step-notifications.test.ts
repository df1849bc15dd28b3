// Which side each decision on a booking notifies in the bell: renter, host or both.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../../test/booking.ts";
import { makePerson, type Person } from "../../../../../test/factories.ts";
import { sweep } from "../settlement/sweep.service.ts";

let t: Bookings;
let admin: Person;
beforeAll(async () => {
  t = await startBookings();
  admin = await makePerson(t.app, { roles: ["renter", "admin"] });
});
afterAll(() => t.close());

/** Makes the card provider refuse the capture. */
const failCapture = (session: string) =>
  t.app.ctx.db
    .updateTable("sandbox_checkouts")
    .set({ intent_status: "canceled" })
    .where("id", "=", session)
    .execute();

const REASON = { reason: "The tyres are worn." };
const approved = async (id: string) => void (await t.decide(id, "approve", t.host));
/** What each side reads in the bell. "Own: " marks what the person did, which is already read. */
test.each<
  [
    step: string,
    by: string,
    take: (id: string, session: string) => Promise<unknown>,
    renter: string | undefined,
    host: string | undefined,
  ]
>([
  [
    "authorise_for_request",
    "the renter, who paid",
    async () => {},
    "Own: Booking requested",
    "You have a booking request",
  ],
  [
    "reject",
    "the host",
    (id) => t.decide(id, "reject", t.host, REASON),
    "Your request wasn't approved",
    undefined,
  ],
  [
    "reject",
    "an admin",
    (id) => t.decide(id, "reject", admin, REASON),
    "Your request wasn't approved",
    "Caydrive declined a request",
  ],
  ["capture_succeeded", "the host", approved, "Booking confirmed", "Own: Your car is booked"],
  [
    "capture_succeeded",
    "an admin",
    (id) => t.decide(id, "approve", admin),
    "Booking confirmed",
    "Your car is booked",
  ],
  [
    "capture_refused",
    "the card provider",
    async (id, session) => {
      await failCapture(session);
      await approved(id);
    },
    "Your card couldn't be charged",
    "A booking fell through",
  ],
  [
    "withdraw_request",
    "the renter",
    (id) => t.decide(id, "withdraw", t.renter),
    "Own: You withdrew your request",
    "Tamika withdrew their request",
  ],
  [
    "lapse",
    "nobody",
    async () => {
      const before = t.app.clock.now().toISOString();
      t.app.clock.advance(25 * 3_600_000);
      await sweep(t.app.ctx);
      t.app.clock.set(before);
    },
    "Your request expired",
    "A request has ended",
  ],
  [
    "cancel_by_renter",
    "the renter",
    async (id) => {
      await approved(id);
      await t.decide(id, "cancel", t.renter);
    },
    "Own: Booking cancelled",
    "The renter cancelled",
  ],
  [
    "cancel_by_host",
    "the host",
    async (id) => {
      await approved(id);
      await t.decide(id, "cancel", t.host, REASON);
    },
    "Booking cancelled",
    "Own: You cancelled this booking",
  ],
  [
    "cancel_by_admin",
    "an admin",
    async (id) => {
      await approved(id);
      await t.decide(id, "cancel", admin, REASON);
    },
    "Booking cancelled",
    "Caydrive cancelled this booking",
  ],
])("%s by %s notifies the sides that it concerns", async (step, _by, take, renter, host) => {
  const { id, session } = await t.book({ mode: "approval" });
  await take(id, session);
  const titleFor = async (person: Person) => {
    const row = await t.app.ctx.db
      .selectFrom("notifications")
      .where("event_key", "=", `booking:${id}:${step}`)
      .where("user_id", "=", person.id)
      .select(["title", "read_at"])
      .executeTakeFirst();
    return row && (row.read_at === null ? row.title : `Own: ${row.title}`);
  };
  expect([await titleFor(t.renter), await titleFor(t.host)]).toEqual([renter, host]);
});
