// Message templates through the API: written by the host, filled in, and sent once per booking.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { conversationCalls } from "../../../../../test/conversations.ts";
import { makePerson, type Person } from "../../../../../test/factories.ts";
import { helperCalls } from "../../../../../test/helpers.ts";
import { PICKUP_AT, startTrips, type Trips } from "../../../../../test/trips.ts";
import type { TemplateMoment } from "../../../../domain/message/template.ts";
import { sendDueTemplates } from "./send-templates.service.ts";

let t: Trips;
beforeAll(async () => {
  t = await startTrips();
});
beforeEach(() => t.app.clock.set("2026-11-21T16:00:00.000Z"));
afterAll(() => t.app.close());

const WELCOME = "Hi {first_name}, {car} at {pickup_time}: {trip_link}";
const save = (body: string, moment: TemplateMoment | null = null, as: Person = t.host) =>
  t.app.call("POST", "/api/host/message-templates", {
    as: as.token,
    body: { name: "Welcome", body, moment },
  });
const remove = (id: string) =>
  t.app.call("DELETE", `/api/host/message-templates/${id}`, { as: t.host.token });
/** Saves a template, and deletes it after `work`, so that it is sent in no other test. */
async function withTemplate(body: string, moment: TemplateMoment, work: () => Promise<void>) {
  const { templates } = (await save(body, moment)).body;
  try {
    await work();
  } finally {
    await remove(templates.at(-1)?.id ?? "");
  }
}
const openFor = async (by: Person, bookingId: string): Promise<string> =>
  (await conversationCalls(t.app).open(by, { booking_id: bookingId })).body.id;
const received = async (bookingId: string): Promise<string[]> =>
  conversationCalls(t.app).bodies(t.renter, await openFor(t.renter, bookingId));
/** A booking that is approved a day and a half before its pickup. */
async function book(): Promise<string> {
  t.app.clock.set("2026-12-04T03:00:00.000Z");
  return (await t.bookCar({ dates: { pickup_time: "10:00", return_time: "10:00" } })).id;
}

test("unknown variables are refused by name, and nobody else writes a host's templates", async () => {
  expect((await save("Hi {surname}, {phone}")).body).toMatchObject({
    code: "template_variable_unknown",
    details: { names: ["surname", "phone"] },
  });
  expect((await save("Hi", null, t.renter)).body.code).toBe("forbidden");
  const other = await makePerson(t.app, { roles: ["renter", "host"] });
  const { templates } = (await save(WELCOME)).body;
  const id = templates.at(-1)?.id ?? "";
  const change = await t.app.call("PUT", `/api/host/message-templates/${id}`, {
    as: other.token,
    body: { name: "Mine", body: "Hi", moment: null },
  });
  expect(change.status).toBe(404);
  expect((await remove(id)).body.templates).toEqual([]);
});

test("a template is previewed, and filled in for a conversation of the host or a helper", async () => {
  const id = await book();
  const { templates } = (await save(WELCOME)).body;
  const preview = await t.app.call("POST", "/api/host/message-templates/preview", {
    as: t.host.token,
    body: { body: WELCOME },
  });
  expect(preview.body.text).toMatch(/^Hi Tamika, .* at 10:00 AM: /);
  const conversation = await openFor(t.renter, id);
  const filled = (as: Person) =>
    t.app.call("GET", `/api/conversations/${conversation}/templates`, { as: as.token });
  const shown = (await filled(t.host)).body.templates;
  expect(shown[0]?.text).toMatch(/^Hi Tamika, .* at 10:00 AM: /);
  expect(shown[0]?.text.endsWith(`/bookings/${id}/trip`)).toBe(true);
  const { carOf, newHelper } = helperCalls(t.app);
  const helper = await newHelper(t.host, await carOf(id), ["messages"]);
  expect((await filled(helper)).body.templates).toEqual(shown);
  expect((await filled(t.renter)).status).toBe(404);
  await remove(templates.at(-1)?.id ?? "");
});

test("is sent at its moment, once, by the host, with several processes and after a failure", async () => {
  await withTemplate("Check-in is open, {first_name}.", "check_in", async () => {
    const id = await book();
    await sendDueTemplates(t.app.ctx);
    expect(await received(id)).toEqual([]);
    t.app.clock.set("2026-12-04T15:00:00.000Z");
    // Fails once the message is written.
    const failing = { ...t.app.ctx.jobs, send: () => Promise.reject(new Error("no queue")) };
    await sendDueTemplates({ ...t.app.ctx, jobs: failing });
    expect(await received(id)).toEqual([]);
    await Promise.all([1, 2, 3].map(() => sendDueTemplates(t.app.ctx)));
    await sendDueTemplates(t.app.ctx);
    expect(await received(id)).toEqual(["Check-in is open, Tamika."]);
    const { messages } = await conversationCalls(t.app).thread(t.host, await openFor(t.host, id));
    expect(messages).toMatchObject([{ mine: true, author: null }]);
  });
});

test("is not sent for a cancelled booking, nor for one that was approved after the moment", async () => {
  await withTemplate("Check-in is open.", "check_in", async () => {
    const cancelled = await book();
    await t.decide(cancelled, "cancel", t.host, { reason: "The car broke down." });
    t.app.clock.set("2026-12-04T16:00:00.000Z");
    const late = (await t.bookCar({ dates: { pickup_time: "10:00", return_time: "10:00" } })).id;
    await sendDueTemplates(t.app.ctx);
    expect(await received(late)).toEqual([]);
    const sent = await t.app.ctx.db
      .selectFrom("template_messages")
      .where("booking_id", "in", [cancelled, late])
      .selectAll()
      .execute();
    expect(sent).toEqual([]);
  });
});

test.each(["approved", "before_return", "after_return"] as const)("sends %s", async (moment) => {
  await withTemplate("Thank you, {first_name}.", moment, async () => {
    const id = await t.book();
    if (moment === "approved") t.app.clock.set("2026-11-21T18:00:00.000Z");
    else {
      t.app.clock.set(PICKUP_AT);
      await t.confirm(id, "pickup", 100);
      t.app.clock.set("2026-12-08T13:00:00.000Z");
      if (moment === "after_return") await t.confirm(id, "return", 200);
    }
    await sendDueTemplates(t.app.ctx);
    expect(await received(id)).toEqual(["Thank you, Tamika."]);
  });
});
