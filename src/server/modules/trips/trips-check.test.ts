// The chain of a trip's entries: the database refuses changes, and the check finds those that were
// made anyway.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTrips, type Trips } from "../../../../test/trips.ts";
import { hashEntry } from "./chain.ts";
import { checkTrips, reportChangedTrips } from "./trips-check.service.ts";
import { findEntries } from "./trips.repository.ts";

let t: Trips;
let id: string;
beforeAll(async () => {
  t = await startTrips();
  await t.confirm(await t.book(), "pickup", 100);
  id = await t.book();
  await t.add(id, t.renter, { kind: "mark", part: "roof", damage: "dent", words: "Small" });
  await t.confirm(id, "pickup", 200);
});
afterAll(() => t.app.close());

test("finds nothing while nothing was changed", async () => {
  expect(await checkTrips(t.app.ctx)).toEqual({ trips: 2, entries: 5, changed: [] });
});

test.each([
  "update trip_entries set made_at = received_at",
  "delete from trip_entries",
  "truncate trip_entries cascade",
])("the database refuses: %s", async (statement) => {
  await expect(sql.raw(statement).execute(t.app.ctx.db)).rejects.toThrow("append-only");
});

/** Tampers with the data despite the triggers, and undoes it after `work`. */
async function tamper(statement: string, work: () => Promise<void>): Promise<void> {
  const { db } = t.app.ctx;
  const rows = await db.selectFrom("trip_entries").selectAll().execute();
  const run = (change: string) =>
    db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql.raw(change).execute(tx);
    });
  await run(statement);
  await work();
  await run("delete from trip_entries");
  await db
    .insertInto("trip_entries")
    .values(rows.map((row) => ({ ...row, content: JSON.stringify(row.content) })))
    .execute();
}

test.each([
  [
    `update trip_entries set content = '{"miles": 300, "level": {"unit": "eighths", "value": 8}}' where kind = 'reading'`,
    2,
  ],
  ["update trip_entries set side = 'host' where position = 1", 1],
  [
    "update trip_entries set author_id = (select user_id from profiles where user_id <> author_id limit 1) where position = 1",
    1,
  ],
  ["update trip_entries set made_at = made_at - interval '1 minute' where position = 3", 3],
  ["update trip_entries set received_at = received_at + interval '1 second' where position = 3", 3],
  ["delete from trip_entries where position = 2", 2],
  ["update trip_entries set hash = previous_hash where position = 2", 2],
  ["delete from trip_entries where position = 1", 1],
  // The shorter chain is intact, but the audit log has the confirmation that is missing.
  ["delete from trip_entries where position = 3", 3],
  ["delete from trip_entries", 1],
])("finds: %s", async (statement, position) => {
  await tamper(
    `${statement}${/where/.test(statement) ? " and" : " where"} booking_id = '${id}'`,
    async () => {
      expect((await checkTrips(t.app.ctx)).changed).toMatchObject([{ bookingId: id, position }]);
    },
  );
  expect((await checkTrips(t.app.ctx)).changed).toEqual([]);
});

test("finds a changed chain even if all hashes were recomputed without the key", async () => {
  const { ctx } = t.app;
  const key = Buffer.alloc(32);
  const known = ctx.keys.sealing.current.id;
  const guessed = { id: known, key };
  const forged = { current: guessed, all: new Map([[known, guessed]]) };
  let previous: Buffer | null = null;
  const statements: string[] = [];
  for (const { hash: _, ...entry } of await findEntries(ctx.db, id)) {
    const hash = hashEntry(forged, { ...entry, side: "host", previous_hash: previous });
    const before: string = previous ? `'\\x${previous.toString("hex")}'` : "null";
    statements.push(
      `update trip_entries set side = 'host', previous_hash = ${before}, hash = '\\x${hash.toString("hex")}' where id = '${entry.id}'`,
    );
    previous = hash;
  }
  await tamper(statements.join("; "), async () => {
    expect((await checkTrips(ctx)).changed).toMatchObject([{ bookingId: id, position: 1 }]);
  });
});

test("finds times on the booking that differ from the entries", async () => {
  const { db } = t.app.ctx;
  const { picked_up_at } = await db
    .selectFrom("bookings")
    .select("picked_up_at")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const change = (values: { picked_up_at: string | null; returned_at: string | null }) =>
    db.updateTable("bookings").set(values).where("id", "=", id).execute();
  await change({ picked_up_at: null, returned_at: "2026-12-08T15:00:00.000Z" });
  expect((await checkTrips(t.app.ctx)).changed).toMatchObject([
    { bookingId: id, position: null, differing: ["pickup", "return"] },
  ]);
  await change({ picked_up_at, returned_at: null });
  expect((await checkTrips(t.app.ctx)).changed).toEqual([]);
});

test("the nightly check reports each changed trip, and differing times, to the admins once", async () => {
  const returned_at = "2026-12-08T15:00:00.000Z";
  const setReturn = (at: string | null) =>
    t.app.ctx.db.updateTable("bookings").set({ returned_at: at }).where("id", "=", id).execute();
  await setReturn(returned_at);
  await tamper(
    `update trip_entries set side = 'host' where position = 1 and booking_id = '${id}'`,
    async () => {
      for (let night = 0; night < 2; night++) await reportChangedTrips(t.app.ctx);
    },
  );
  await setReturn(null);
  const incidents = t.app.ctx.db.selectFrom("payment_incidents").selectAll().orderBy("key");
  expect(await incidents.execute()).toMatchObject([
    {
      kind: "trip_record_changed",
      booking_id: id,
      times: 2,
      details: { differing: "return", head_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    },
    {
      kind: "trip_record_changed",
      booking_id: id,
      times: 2,
      details: { position: 1, head_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    },
  ]);
});
