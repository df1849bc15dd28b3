// Handover codes through the API: made from a secret, entered at once or sent days later, and every
// refusal.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makePerson } from "../../../../test/factories.ts";
import { makeReading, startTrips, type Trips } from "../../../../test/trips.ts";

let t: Trips;
let id: string;
let readingId: string;
beforeAll(async () => {
  t = await startTrips();
});
beforeEach(async () => {
  id = await t.book();
  readingId = randomUUID();
  await t.add(id, t.host, makeReading(100, { id: readingId }));
});
afterAll(() => t.app.close());

const showCode = (): Promise<string> => t.showCode(id, "pickup", 100);
const enter = (code: string, more: object = {}) =>
  t.enterCode(id, { reading_id: readingId, code, ...more });
const wrong = (code: string): string => (code === "000000" ? "000001" : "000000");

test("only the host gets the secret of the codes, and keeps it while tries are left", async () => {
  const first = await t.shareSecret(id, "pickup");
  expect(first.body).toEqual({
    secret: expect.stringMatching(/^[\w-]{43}$/),
    tries_left: 5,
  });
  expect((await t.shareSecret(id, "pickup")).body).toEqual(first.body);
  expect((await t.shareSecret(id, "return")).body.secret).not.toBe(first.body.secret);
  const stored = await t.app.ctx.db.selectFrom("handover_secrets").selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(String(first.body.secret));
  expect((await t.shareSecret(id, "pickup", t.renter)).status).toBe(403);
  expect((await t.shareSecret(id, "pickup", await makePerson(t.app))).status).toBe(404);

  const code = await showCode();
  expect((await t.enterCode(id, { reading_id: readingId, code }, t.host)).status).toBe(403);
  // The code may wait on the renter's phone.
  expect((await t.shareSecret(id, "pickup", t.host, true)).body).toEqual(first.body);
  const typed = await showCode();
  expect((await enter(` ${typed.slice(0, 3)} ${typed.slice(3)} `)).status).toBe(200);
  expect((await t.shareSecret(id, "pickup")).body.code).toBe("handover_already_confirmed");
});

test("codes are available from check-in", async () => {
  t.app.clock.set("2026-12-04T14:59:59.999Z");
  for (const handover of ["pickup", "return"] as const)
    expect((await t.shareSecret(id, handover)).body.code).toBe("trip_entry_too_early");
  t.app.clock.set("2026-12-04T15:00:00.000Z");
  for (const handover of ["pickup", "return"] as const)
    expect((await t.shareSecret(id, handover)).status).toBe(200);
});

test.each([
  ["2026-12-05T14:54:59.999Z", "handover_code_wrong"],
  ["2026-12-05T14:55:00.000Z", "2026-12-05T15:00:00.000Z"],
  ["2026-12-05T15:07:30.000Z", "2026-12-05T15:07:00.000Z"],
  ["2026-12-05T15:14:59.999Z", "2026-12-05T15:14:00.000Z"],
  ["2026-12-05T15:15:00.000Z", "handover_code_wrong"],
])(
  "a code shown at 15:00, entered at %s and received a week later, gives %s",
  async (at, result) => {
    const code = await showCode();
    t.app.clock.set("2026-12-12T15:00:00.000Z");
    const { body } = await enter(code, { at });
    expect(body.code ?? body.pickup.confirmation?.at).toBe(result);
  },
);

test("refuses all codes after five wrong tries, until the host makes another secret", async () => {
  const code = await showCode();
  for (const tries_left of [4, 3, 2, 1, 0])
    expect((await enter(wrong(code))).body).toMatchObject({
      code: "handover_code_wrong",
      details: { tries_left },
    });
  expect((await enter(code)).body.code).toBe("no_valid_handover_code");
  const { body: spent } = await t.shareSecret(id, "pickup");
  expect(spent.tries_left).toBe(0);
  const { body: renewed } = await t.shareSecret(id, "pickup", t.host, true);
  expect(renewed.tries_left).toBe(5);
  expect(renewed.secret).not.toBe(spent.secret);
  expect((await enter(await showCode())).status).toBe(200);
});

test("a code takes no more than five wrong tries, however fast they come", async () => {
  const code = await showCode();
  const tried = await Promise.all(Array.from({ length: 8 }, () => enter(wrong(code))));
  const codes = tried.map(({ body }) => body.code).toSorted();
  expect(codes).toEqual([
    ...Array<string>(5).fill("handover_code_wrong"),
    ...Array<string>(3).fill("no_valid_handover_code"),
  ]);
  expect((await enter(code)).body.code).toBe("no_valid_handover_code");
});

test("our own failures use up no tries, and the right code counts once they end", async () => {
  const code = await showCode();
  const { db } = t.app.ctx;
  await sql`create function refuse_entries() returns trigger language plpgsql as
    $$begin if new.booking_id = '${sql.raw(id)}' then raise 'down'; end if; return new; end$$`.execute(
    db,
  );
  await sql`create trigger refuse_entries before insert on trip_entries
    for each row execute function refuse_entries()`.execute(db);
  for (let sent = 0; sent < 7; sent++) expect((await enter(code)).status).toBe(500);
  await sql`drop trigger refuse_entries on trip_entries`.execute(db);
  await sql`drop function refuse_entries`.execute(db);
  expect((await t.shareSecret(id, "pickup")).body.tries_left).toBe(5);
  expect((await enter(code)).status).toBe(200);
});

test("a fast clock of the host neither changes the reading nor postdates the pickup", async () => {
  const corrected = randomUUID();
  t.app.clock.set("2026-12-05T15:09:00.000Z");
  const ahead = { id: corrected, at: "2026-12-05T15:12:00.000Z" };
  expect((await t.add(id, t.host, makeReading(105, ahead))).status).toBe(200);
  // The host's clock shows the next step.
  t.app.clock.set("2026-12-05T15:12:00.000Z");
  const code = await t.showCode(id, "pickup", 105);
  t.app.clock.set("2026-12-05T15:09:30.000Z");
  const at = "2026-12-05T15:08:30.000Z";
  const { body } = await enter(code, { reading_id: corrected, at });
  expect(body.pickup.confirmation?.at).toBe("2026-12-05T15:09:00.000Z");
});

test("a code counts once, and repeating its confirmation gets the same answer", async () => {
  const code = await showCode();
  const confirmation = { id: randomUUID() };
  const [first, second] = await Promise.all([enter(code, confirmation), enter(code, confirmation)]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect((await enter(code, confirmation)).body).toMatchObject({ state: "in_progress" });
  expect((await enter(code)).body.code).toBe("handover_already_confirmed");
});

test("a code of the pickup, of another trip or of other figures is wrong", async () => {
  const code = await showCode();
  const other = randomUUID();
  t.app.clock.advance(60_000);
  await t.add(id, t.renter, makeReading(101, { id: other }));
  expect((await enter(code)).body.code).toBe("handover_reading_changed");
  if ((await t.showCode(id, "pickup", 101)) !== code)
    expect((await enter(code, { reading_id: other })).body.code).toBe("handover_code_wrong");
  t.app.clock.advance(60_000);
  await t.confirm(id, "pickup", 100);
  const back = randomUUID();
  await t.add(id, t.host, makeReading(100, { id: back, handover: "return" }));
  if ((await t.showCode(id, "return", 100)) !== code)
    expect((await enter(code, { reading_id: back, handover: "return" })).body.code).toBe(
      "handover_code_wrong",
    );
  id = await t.book();
  readingId = randomUUID();
  await t.add(id, t.host, makeReading(100, { id: readingId }));
  expect((await enter(code)).body.code).toBe("no_valid_handover_code");
});

test("two phones that reconnect in either order give the same trip", async () => {
  const trips = [];
  for (const isHostFirst of [true, false]) {
    id = await t.book();
    const code = await t.showCode(id, "pickup", 100);
    await t.shareSecret(id, "return");
    const own = randomUUID();
    const [early, late] = ["2026-12-05T15:01:00.000Z", "2026-12-05T15:20:00.000Z"];
    t.app.clock.set("2026-12-06T15:00:00.000Z");
    // The host entered the same figures and later others, which nobody confirmed.
    const host = async () => {
      await t.add(id, t.host, makeReading(100, { at: early }));
      await t.add(id, t.host, makeReading(105, { at: late }));
    };
    const renter = async () => {
      const entered = { at: "2026-12-05T15:04:10.000Z", reading_id: own, code };
      expect((await t.enterCode(id, entered)).body.code).toBe("handover_reading_missing");
      await t.add(id, t.renter, makeReading(100, { id: own, at: "2026-12-05T15:02:00.000Z" }));
      expect((await t.enterCode(id, entered)).status).toBe(200);
    };
    for (const send of isHostFirst ? [host, renter] : [renter, host]) await send();
    const { pickup, state } = await t.readTrip(id);
    expect(pickup.reading?.id).toBe(own);
    trips.push([state, pickup.reading?.miles, pickup.confirmation?.at]);
  }
  const expected = ["in_progress", 100, "2026-12-05T15:04:00.000Z"];
  expect(trips).toEqual([expected, expected]);
});

test("stores what the phone's clock showed before its correction", async () => {
  const device_at = "2026-12-05T17:00:00.000Z";
  const code = await showCode();
  const confirmation = { id: randomUUID(), device_at };
  for (let sent = 0; sent < 2; sent++) expect((await enter(code, confirmation)).status).toBe(200);
  const { content } = await t.app.ctx.db
    .selectFrom("trip_entries")
    .select("content")
    .where("id", "=", confirmation.id)
    .executeTakeFirstOrThrow();
  expect(content).toMatchObject({ device_at });
});

test("a code is refused while the trip is on hold", async () => {
  const code = await showCode();
  await t.hold(id);
  expect((await enter(code)).body.code).toBe("trip_on_hold");
  expect((await t.shareSecret(id, "pickup")).body.code).toBe("trip_on_hold");
});
