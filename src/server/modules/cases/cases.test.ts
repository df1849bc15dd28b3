// Cases through the API: what a claim needs, who reads what when, and every refusal.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CEILING_CENTS, CLAIM_CENTS, startCases, type Cases } from "../../../../test/cases.ts";
import { eventually } from "../../../../test/eventually.ts";
import { makePerson } from "../../../../test/factories.ts";
import { RETURN_AT } from "../../../../test/trips.ts";
import { readBuffer } from "../../platform/storage/object-store.ts";
import { careForTrips } from "../trips/trips.routes.ts";
import { maintainCaseFiles } from "./case-files.service.ts";

let t: Cases;
beforeAll(async () => {
  t = await startCases();
});
afterAll(() => t.close());

const fails = (response: { status: number; body: { code?: string; details?: object } }) => [
  response.status,
  response.body.code,
];

test("the renter sees a claim's amount and evidence immediately, and its text after answering", async () => {
  const { found } = await t.openNew();
  expect(found).toMatchObject({
    kind: "damage",
    side: "host",
    state: "answering",
    claimed_cents: CLAIM_CENTS,
    kind_max_cents: 50_000,
    ceiling_cents: CEILING_CENTS,
    ceiling_left_cents: CEILING_CENTS - CLAIM_CENTS,
    answer_due_at: "2026-12-11T15:00:00.000Z",
    may: ["withdraw"],
  });
  expect(found.number).toMatch(/^DC-\d{4,}$/);
  expect(found.statements).toMatchObject([{ kind: "claim", words: "The scrape is new." }]);
  const before = await t.readCase(found);
  expect(before).toMatchObject({ side: "renter", may: ["accept", "answer"] });
  expect(before.statements).toMatchObject([{ words: null, files: [{ type: "application/pdf" }] }]);
  expect(before.statements[0]?.entry_ids).toHaveLength(2);
  // Nor can an admin read one side before the other.
  expect(await t.readCase(found, t.admin)).toMatchObject({
    review: null,
    statements: [{ words: null }],
  });

  t.passHours(27);
  const { fileId } = await t.sendFile(found.booking_id, t.renter);
  const answered = await t.answer(found, { file_ids: [fileId] });
  expect([answered.status, answered.body]).toMatchObject([
    200,
    {
      state: "deciding",
      statements_open_at: "2026-12-09T18:00:00.000Z",
      decision_due_at: "2026-12-14T18:00:00.000Z",
      statements: [{ words: "The scrape is new." }, { words: "It was there before." }],
      may: ["accept"],
    },
  ]);
  expect((await t.readCase(found, t.host)).statements).toHaveLength(2);
  expect((await t.readCase(found, t.admin)).may).toEqual(["decide"]);
  // Emails are sent by a job.
  const expectMail = (to: string, subject: string) =>
    eventually(async () =>
      expect(await t.app.mails(to)).toContainEqual(
        expect.objectContaining({ subject: expect.stringContaining(subject) }),
      ),
    );
  await expectMail(t.renter.email, "claims $380.00 for damage");
  await expectMail(t.otherAdmin.email, "Decide a case about damage: $380.00");
});

test("a repeat of a claim or an answer gets the same answer; another one with its id is refused", async () => {
  const trip = await t.returnCar();
  const body = { id: randomUUID(), file_ids: [(await t.sendFile(trip.id, t.host)).fileId] };
  const [first, again] = [await t.open(trip, body), await t.open(trip, body)];
  expect([first.status, again.status, again.body.id]).toEqual([200, 200, first.body.id]);
  expect((await t.readCases(trip.id)).cases).toHaveLength(1);
  expect(fails(await t.open(trip, { ...body, amount_cents: 100 }))).toEqual([409, "case_id_taken"]);
  const answer = { id: randomUUID() };
  expect((await t.answer(first.body, answer)).status).toBe(200);
  expect((await t.answer(first.body, answer)).body.statements).toHaveLength(2);
  const other = await t.open(trip, { kind: "smoking", amount_cents: 15_000 });
  expect(fails(await t.answer(other.body, answer))).toEqual([409, "case_id_taken"]);
});

describe("a claim is refused", () => {
  test("too late, or before the car is back", async () => {
    const out = await t.bookWith();
    await t.confirm(out, "pickup", 12_000);
    const early = { id: out, markId: randomUUID(), photoId: randomUUID(), pickupPhotoId: "" };
    expect(fails(await t.open(early, { entry_ids: [] }))).toEqual([409, "case_too_early"]);

    const trip = await t.returnCar();
    const claims = async () => (await t.readCases(trip.id, t.host)).claims;
    expect((await claims()).map(({ kind }: { kind: string }) => kind)).toEqual([
      "cleaning",
      "smoking",
      "lost_key",
      "ticket",
      "damage",
    ]);
    expect((await t.readCases(trip.id)).claims).toEqual([]);
    t.passHours(24);
    const late = await t.open(trip);
    expect(fails(late)).toEqual([409, "case_too_late"]);
    expect(late.body.details).toEqual({ closed_at: "2026-12-09T15:00:00.000Z" });
    expect(await claims()).toEqual([
      { kind: "ticket", left_cents: CEILING_CENTS, until: "2027-03-08T15:00:00.000Z" },
    ]);
    t.app.clock.set("2027-03-08T14:59:00.000Z");
    const ticket = { kind: "ticket", amount_cents: 7500, entry_ids: [] };
    expect((await t.open(trip, ticket)).status).toBe(200);
    t.passHours(1);
    expect(fails(await t.open(trip, ticket))).toEqual([409, "case_too_late"]);
  });

  test("above what is left of the kind's maximum and the ceiling", async () => {
    const trip = await t.returnCar();
    const above = await t.open(trip, { amount_cents: 50_001 });
    expect(fails(above)).toEqual([422, "case_above_ceiling"]);
    expect(above.body.details).toEqual({
      kind: "damage",
      left_cents: 50_000,
      ceiling_cents: CEILING_CENTS,
    });
    expect(fails(await t.open(trip, { amount_cents: 49 }))).toEqual([
      422,
      "case_amount_out_of_range",
    ]);
    const first = await t.open(trip, { amount_cents: 30_000 });
    expect(fails(await t.open(trip, { amount_cents: 20_001 }))).toEqual([
      422,
      "case_above_ceiling",
    ]);
    const ticket = await t.open(trip, { kind: "ticket", amount_cents: 72_000 });
    expect(ticket.status).toBe(200);
    const smoking = { kind: "smoking", amount_cents: 50 };
    expect(fails(await t.open(trip, smoking))).toEqual([422, "case_above_ceiling"]);
    // A case that ends without payment no longer counts.
    expect((await t.step(first.body, "withdrawal", t.host)).body.outcome).toBe("withdrawn");
    expect((await t.open(trip, smoking)).status).toBe(200);
  });

  test("at the same moment as another that takes the rest", async () => {
    const trip = await t.returnCar();
    const file_ids = [(await t.sendFile(trip.id, t.host)).fileId];
    const both = await Promise.all(
      [1, 2].map(() => t.open(trip, { file_ids, amount_cents: 30_000 })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  test("without the evidence of its kind, or with that of others", async () => {
    const trip = await t.returnCar();
    const needs = async (more: object) => {
      const { status, body } = await t.open(trip, more);
      return [status, body.code, body.details?.needs];
    };
    expect(await needs({ entry_ids: [] })).toEqual([422, "case_without_evidence", "mark"]);
    expect(await needs({ file_ids: [] })).toEqual([422, "case_without_evidence", "document"]);
    expect(await needs({ kind: "smoking", amount_cents: 15_000, entry_ids: [] })).toEqual([
      422,
      "case_without_evidence",
      "return_photo",
    ]);
    expect(fails(await t.open(trip, { entry_ids: [trip.markId, trip.pickupPhotoId] }))).toEqual([
      422,
      "case_entry_unknown",
    ]);
    const other = await t.returnCar();
    const { fileId } = await t.sendFile(other.id, t.host);
    expect(fails(await t.open(trip, { file_ids: [fileId] }))).toEqual([422, "case_file_unknown"]);
    const { fileId: ofRenter } = await t.sendFile(trip.id, t.renter);
    expect(fails(await t.open(trip, { file_ids: [ofRenter] }))).toEqual([422, "case_file_unknown"]);
    expect((await t.readCases(trip.id)).cases).toEqual([]);
  });

  test("about a mark that the pickup has", async () => {
    const id = await t.bookWith();
    await t.sendPhoto(id, t.host, await t.newPhoto(), { place: "back" });
    await t.addMark(id, "pickup");
    await t.confirm(id, "pickup", 12_000);
    t.app.clock.set(RETURN_AT);
    await t.confirm(id, "return", 12_100);
    const markId = await t.addMark(id, "return");
    const refused = await t.open({ id, markId, photoId: markId, pickupPhotoId: "" });
    expect(fails(refused)).toEqual([422, "case_mark_at_pickup"]);
    expect(refused.body.details).toEqual({
      mark_id: markId,
      part: "rear_bumper",
      damage: "scratch",
    });
  });
});

test("only the right side takes a step, and strangers learn nothing", async () => {
  const { trip, found } = await t.openNew();
  const stranger = await makePerson(t.app);
  expect(fails(await t.open(trip, {}, t.renter))).toEqual([403, "forbidden"]);
  expect(fails(await t.step(found, "acceptance", t.host))).toEqual([403, "forbidden"]);
  expect(fails(await t.step(found, "withdrawal", t.renter))).toEqual([403, "forbidden"]);
  expect(fails(await t.answer(found, {}, t.host))).toEqual([403, "forbidden"]);
  expect((await t.readCases(trip.id, stranger)).code).toBe("PGRST116");
  expect(fails(await t.step({ ...found, id: randomUUID() }, "acceptance", t.renter))[0]).toBe(404);
  const finance = await makePerson(t.app, { roles: ["renter", "admin"], adminRole: "finance" });
  expect(fails(await t.decide(found, trip, {}, finance))).toEqual([403, "role_required"]);
  expect(fails(await t.decide(found, trip))).toEqual([409, "case_step_refused"]);
});

test("an admin decides with reasons and evidence, at most what was claimed", async () => {
  const { trip, found } = await t.openNew();
  await t.answer(found);
  expect(fails(await t.decide(found, trip, { amount_cents: CLAIM_CENTS + 1 }))).toEqual([
    422,
    "case_amount_out_of_range",
  ]);
  expect(fails(await t.decide(found, trip, { entry_ids: [] }))).toEqual([
    422,
    "case_decision_without_evidence",
  ]);
  expect((await t.decide(found, trip, { words: "" })).status).toBe(400);
  const decided = await t.decide(found, trip);
  expect(decided.body).toMatchObject({
    state: "decided",
    decided_cents: 26_000,
    appeal_due_at: "2026-12-15T15:00:00.000Z",
    final_cents: null,
  });
  const shown = await t.readCase(found);
  expect(shown.statements.at(-1)).toMatchObject({
    kind: "decision",
    author: expect.stringMatching(/^Sharmaine \w+/),
    amount_cents: 26_000,
    words: "The pickup's photo of the back has no scrape.",
    entry_ids: [trip.photoId, trip.pickupPhotoId],
  });
  expect(shown.may).toEqual(["appeal"]);
  const audit = t.app.ctx.db.selectFrom("audit_events").where("action", "like", "trip_case.%");
  expect(
    await audit.where("subject_id", "=", trip.id).select("action").orderBy("id").execute(),
  ).toEqual([
    { action: "trip_case.open" },
    { action: "trip_case.answer" },
    { action: "trip_case.decide" },
  ]);
});

test("a side appeals once, and another admin decides", async () => {
  const { trip, found } = await t.openNew();
  await t.answer(found);
  await t.decide(found, trip);
  const appealed = await t.appeal(found, t.renter);
  expect([appealed.status, appealed.body]).toMatchObject([
    200,
    { state: "appealed", appealed_by: ["renter"], may: [] },
  ]);
  expect(fails(await t.appeal(found, t.renter))).toEqual([409, "case_already_appealed"]);
  expect(fails(await t.decide(found, trip, { amount_cents: 0 }))).toEqual([409, "case_same_admin"]);
  const second = await t.decide(found, trip, { amount_cents: 20_000 }, t.otherAdmin);
  expect(second.body).toMatchObject({ state: "decided", decided_cents: 20_000 });
  expect((await t.readCase(found)).may).toEqual([]);
  expect((await t.readCase(found, t.host)).may).toEqual(["withdraw", "appeal"]);
  t.passHours(7 * 24);
  expect(fails(await t.appeal(found, t.host))).toEqual([409, "case_appeal_too_late"]);
});

test("an admin never decides about a booking of their own", async () => {
  const { trip, found } = await t.openNew();
  await t.answer(found);
  await t.app.ctx.db
    .insertInto("user_roles")
    .values({
      user_id: t.host.id,
      role: "admin",
      admin_role: "owner",
      granted_at: t.app.clock.now().toISOString(),
    })
    .execute();
  expect(fails(await t.decide(found, trip, {}, t.host))).toEqual([403, "forbidden"]);
  await t.app.ctx.db
    .deleteFrom("user_roles")
    .where("user_id", "=", t.host.id)
    .where("role", "=", "admin")
    .execute();
});

test("the database refuses changed claims, statements, and sums above the ceiling", async () => {
  const { trip, found } = await t.openNew();
  const { db } = t.app.ctx;
  const tryTo = (statement: ReturnType<typeof sql>) =>
    statement.execute(db).then(
      () => "done",
      (error: { constraint?: string; code?: string }) => error.constraint ?? error.code,
    );
  expect(
    await Promise.all([
      tryTo(sql`update trip_cases set claimed_cents = 100 where id = ${found.id}`),
      tryTo(sql`delete from trip_cases where id = ${found.id}`),
      tryTo(sql`update case_statements set words = 'Other words.' where case_id = ${found.id}`),
      tryTo(sql`delete from case_evidence`),
      tryTo(
        sql`update trip_cases set state = 'decided', statements_open_at = now(), decided_cents = 0, decided_at = now(), appeal_due_at = now() where id = ${found.id}`,
      ),
      tryTo(sql`insert into trip_cases (id, booking_id, kind, claimed_cents, state, opened_at, answer_due_at)
        values (${randomUUID()}, ${trip.id}, 'ticket', ${CEILING_CENTS - CLAIM_CENTS + 1}, 'answering', now(), now())`),
      tryTo(sql`insert into later_charges (id, booking_id, case_id, kind, origin, quantity, unit, explanation, amount_cents, host_share_cents, state, announced_at, due_at)
        values (${randomUUID()}, ${trip.id}, ${found.id}, 'damage', 'case', 1, 'charge', 'Case', 38000, 38000, 'announced', now(), now())`),
    ]),
  ).toEqual([
    "23001",
    "23001",
    "23001",
    "23001",
    "trip_cases_step_known",
    "trip_cases_within_ceiling",
    "later_charges_case_exists",
  ]);
});

describe("files", () => {
  const read = async (id: string, fileId: string, by: { token: string }) => {
    const response = await fetch(`${t.app.url}/api/bookings/${id}/case-files/${fileId}`, {
      headers: { authorization: `Bearer ${by.token}` },
    });
    return response.status;
  };

  test("are encrypted, read by the other side once a statement names them, and audited for admins", async () => {
    const trip = await t.returnCar();
    const { fileId } = await t.sendFile(trip.id, t.host);
    expect([await read(trip.id, fileId, t.host), await read(trip.id, fileId, t.renter)]).toEqual([
      200, 404,
    ]);
    const stored = await t.app.ctx.caseFiles.read(`${fileId}.sealed`);
    expect((await readBuffer(stored!)).includes("Policy 4711")).toBe(false);
    await t.open(trip, { file_ids: [fileId] });
    for (const by of [t.renter, t.admin]) expect(await read(trip.id, fileId, by)).toBe(200);
    expect(await read(trip.id, fileId, await makePerson(t.app))).toBe(404);
    const views = t.app.ctx.db.selectFrom("audit_events").where("subject_id", "=", trip.id);
    expect(
      await views.where("action", "=", "trip_case.file_view").select("actor_id").execute(),
    ).toEqual([{ actor_id: t.admin.id }]);
    // A repeat is fine; somebody else can't take its id.
    expect((await t.sendFile(trip.id, t.host, undefined, fileId)).status).toBe(200);
    const taken = await t.sendFile(trip.id, t.renter, undefined, fileId);
    expect([taken.status, taken.body.code]).toEqual([409, "case_file_id_taken"]);
  });

  test("stay with the trip's photos until 180 days after the case; unused ones for a day", async () => {
    const { trip, found } = await t.openNew();
    const { fileId: unused } = await t.sendFile(trip.id, t.host);
    const used = found.statements[0]!.files[0]!.id;
    const stored = async () => {
      await maintainCaseFiles(t.app.ctx);
      await careForTrips(t.app.ctx);
      const photos = await t.app.ctx.db
        .selectFrom("trip_photos")
        .select("id")
        .where("booking_id", "=", trip.id)
        .execute();
      const files = t.app.ctx.db.selectFrom("case_files").select("id");
      const ids = (await files.where("booking_id", "=", trip.id).execute()).map(({ id }) => id);
      return [ids.includes(used), ids.includes(unused), photos.length];
    };
    expect(await stored()).toEqual([true, true, 2]);
    t.passHours(25);
    expect(await stored()).toEqual([true, false, 2]);
    t.passHours(190 * 24);
    expect(await stored()).toEqual([true, false, 2]);
    await t.step(found, "withdrawal", t.host);
    t.passHours(179 * 24);
    expect(await stored()).toEqual([true, false, 2]);
    t.passHours(2 * 24);
    expect(await stored()).toEqual([false, false, 0]);
    expect((await t.readCase(found)).statements[0]?.files).toEqual([{ id: used, type: null }]);
  });
});
