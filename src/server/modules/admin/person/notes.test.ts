// Internal notes, and the messages of a booking that an admin reads for a recorded reason.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Query } from "../../../../../test/api-responses.ts";
import { startBookings, type Bookings } from "../../../../../test/booking.ts";
import { conversationCalls } from "../../../../../test/conversations.ts";
import { makePerson, type Person } from "../../../../../test/factories.ts";

let t: Bookings;
let ada: Person;
let bert: Person;
const MINUTE_MS = 60_000;

beforeAll(async () => {
  t = await startBookings();
  ada = await makePerson(t.app, { roles: ["renter", "admin"], firstName: "Ada" });
  bert = await makePerson(t.app, {
    roles: ["renter", "admin"],
    adminRole: "support",
    firstName: "Bert",
  });
});
afterAll(() => t.close());

const add = (about: "account" | "booking", id: string, body: string, by = ada) =>
  t.app.call("POST", "/api/admin/notes", { as: by.token, body: { about, id, body } });
const list = async (about: "account" | "booking", id: string, cursor = "") =>
  (
    await t.app.call("GET", `/api/admin/notes?about=${about}&id=${id}${cursor}`, {
      as: bert.token,
    })
  ).body;
const withdraw = (id: string, by = ada) =>
  t.app.call("POST", `/api/admin/notes/${id}/withdrawal`, { as: by.token });
const audited = (id: string) =>
  t.app.ctx.db
    .selectFrom("audit_events")
    .select(["action", "actor_id", "subject_type", "reason"])
    .where("subject_id", "=", id)
    .where("actor_kind", "=", "admin")
    .orderBy("id")
    .execute();

test("notes are listed newest first, and withdrawn by their author with a trace", async () => {
  const person = await t.newRenter();
  const first = (await add("account", person.id, "Called, no answer.")).body;
  t.app.clock.advance(MINUTE_MS);
  const second = (await add("account", person.id, "  Called back.  ", bert)).body;
  expect(await list("account", person.id)).toEqual({
    notes: [
      {
        id: second.id,
        body: "Called back.",
        author: { id: bert.id, name: "Bert Rolle" },
        created_at: t.app.clock.now().toISOString(),
        withdrawn_at: null,
      },
      first,
    ],
    next_cursor: null,
  });

  expect((await withdraw(first.id, bert)).body).toMatchObject({ code: "forbidden" });
  const withdrawn_at = t.app.clock.now().toISOString();
  expect((await withdraw(first.id)).body).toEqual({ ...first, withdrawn_at });
  t.app.clock.advance(MINUTE_MS);
  expect((await withdraw(first.id)).body).toEqual({ ...first, withdrawn_at });
  expect((await list("account", person.id)).notes[1]).toEqual({ ...first, withdrawn_at });
  expect((await withdraw(randomUUID())).status).toBe(404);

  // The audit log does not repeat the text.
  const event = { subject_type: "account", reason: null };
  expect(await audited(person.id)).toEqual([
    { ...event, action: "note.add", actor_id: ada.id },
    { ...event, action: "note.add", actor_id: bert.id },
    { ...event, action: "note.withdraw", actor_id: ada.id },
  ]);
});

test("a note needs a text and something that it is about", async () => {
  const { id } = await t.book({ by: await t.newRenter() });
  expect((await add("booking", id, "Host is at the airport.")).status).toBe(200);
  expect((await list("booking", id)).notes).toHaveLength(1);
  expect((await add("booking", id, "   ")).status).toBe(400);
  expect((await add("account", id, "No such person.")).status).toBe(404);
  expect((await add("booking", t.renter.id, "No such booking.")).status).toBe(404);
});

test("the database refuses any change but a withdrawal", async () => {
  const { id } = (await add("account", t.renter.id, "As it was.")).body;
  const change = (set: object) =>
    t.app.ctx.db.updateTable("admin_notes").set(set).where("id", "=", id).execute();
  await expect(change({ body: "Another text." })).rejects.toThrow("can only be withdrawn");
  await change({ withdrawn_at: t.app.clock.now().toISOString() });
  await expect(change({ withdrawn_at: null })).rejects.toThrow("can only be withdrawn");
});

test("an admin reads the messages of a booking for an hour, for a recorded reason", async () => {
  const { open, send, list: inbox } = conversationCalls(t.app);
  const { id } = await t.book({ mode: "approval", by: await t.newRenter() });
  const read = (by = ada, query: Query = "") =>
    t.app.call("GET", `/api/admin/bookings/${id}/messages${query}`, { as: by.token });
  const access = (reason: string, by = ada) =>
    t.app.call("POST", `/api/admin/bookings/${id}/message-access`, {
      as: by.token,
      body: { reason },
    });
  expect((await read()).body).toMatchObject({ code: "reason_required" });
  expect((await access("Because.")).status).toBe(400);
  const reason = "The bank disputes the charge.";
  const { until } = (await access(reason)).body;
  expect((await read()).body).toEqual({ until, messages: [], next_cursor: null });

  const { id: conversation } = (await open(t.host, { booking_id: id })).body;
  await send(t.host, conversation, "Call me at 242 555 0199");
  expect((await read()).body.messages).toMatchObject([
    { side: "host", body: "Call me at 242 555 0199" },
  ]);
  expect((await read(ada, "?cursor=bm9uc2Vuc2U")).status).toBe(400);
  // Access is personal, and reading leaves no trace in the conversation.
  expect((await read(bert)).body).toMatchObject({ code: "reason_required" });
  expect((await inbox(t.host, "side=host")).conversations[0]).toMatchObject({ other_read_seq: 0 });
  expect(await audited(id)).toEqual([
    { action: "conversation.read", actor_id: ada.id, subject_type: "booking", reason },
  ]);

  t.app.clock.advance(60 * MINUTE_MS);
  expect((await read()).body).toMatchObject({ code: "reason_required", details: { minutes: 60 } });
});
