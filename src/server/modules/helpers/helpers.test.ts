// Helpers through the API: invited by email, each right for each car, and removed at once.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getFirst } from "../../../../test/api-responses.ts";
import { conversationCalls } from "../../../../test/conversations.ts";
import { makePerson, type Person } from "../../../../test/factories.ts";
import { helperCalls } from "../../../../test/helpers.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { HELPER_RIGHTS } from "../../../domain/helper/helpers.ts";
import { FULL, startTrips, type Trips } from "../../../../test/trips.ts";

let t: Trips;
let calls: ReturnType<typeof helperCalls>;
beforeAll(async () => {
  t = await startTrips();
  calls = helperCalls(t.app);
  await t.app.ctx.db
    .updateTable("profiles")
    .set({ last_name: "Bethel", phone: "+12425550142" })
    .where("user_id", "=", t.renter.id)
    .execute();
});
afterAll(() => t.app.close());

const daySheet = (as: Person) =>
  t.app.call("GET", "/api/host/day-sheet?from=2026-12-05&days=1", { as: as.token });
const block = (as: Person, carId: string) =>
  t.app.call("POST", "/api/host/calendar/blocks", {
    as: as.token,
    body: { car_ids: [carId], start_date: "2027-02-01", end_date: "2027-02-03" },
  });
const auditOf = (actorId: string) =>
  t.app.ctx.db
    .selectFrom("audit_events")
    .select(["actor_kind", "action"])
    .where("actor_id", "=", actorId)
    .orderBy("id")
    .execute();

test("an invitation works only for the invited address, and only with the newest link", async () => {
  const car = await t.newCar();
  const other = await makePerson(t.app);
  const helper = await makePerson(t.app);
  const invited = await calls.invite(t.host, helper.email, car, ["calendar"]);
  expect(invited.body.helpers).toMatchObject([
    { email: helper.email, state: "invited", first_name: null, cars: [{ car_id: car }] },
  ]);
  const first = await calls.readLink(helper.email);
  expect((await calls.answer("accept", other, first)).body.code).toBe(
    "helper_invitation_for_another",
  );
  expect((await block(helper, car)).status).toBe(403);
  const again = await t.app.call("POST", `/api/host/helpers/${first.id}/resend`, {
    as: t.host.token,
  });
  expect(again.status).toBe(200);
  await expect.poll(() => t.app.mails(helper.email)).toHaveLength(2);
  expect((await calls.answer("accept", helper, first)).body.code).toBe("helper_invitation_closed");
  const link = await calls.readLink(helper.email, first.token);
  t.app.clock.advance(14 * 86_400_000);
  expect((await calls.answer("accept", helper, link)).body.code).toBe("helper_invitation_closed");
  t.app.clock.advance(-60_000);
  expect((await calls.answer("accept", helper, link)).body).toMatchObject({
    state: "accepted",
    cars: [{ id: car, rights: ["calendar"] }],
  });
  expect((await block(helper, car)).status).toBe(200);
  const admin = await makePerson(t.app, { roles: ["renter", "admin"] });
  const log = await t.app.call("GET", `/api/admin/audit?about=${helper.id}`, { as: admin.token });
  expect(log.body.events).toContainEqual(
    expect.objectContaining({
      action: "helper.accept",
      subject: "Tamika Rolle",
      actor: { id: helper.id, name: "Tamika Rolle" },
    }),
  );
});

test("refuses to invite the host or an address twice, other hosts' cars, and callers who are not hosts", async () => {
  const car = await t.newCar();
  const stranger = await makePerson(t.app, { roles: ["renter", "host"] });
  const email = `${randomUUID()}@example.test`;
  expect((await calls.invite(t.host, t.host.email, car, ["messages"])).body.code).toBe(
    "helper_is_host",
  );
  expect((await calls.invite(stranger, email, car, ["messages"])).body).toMatchObject({
    code: "helper_car_unknown",
    details: { car_id: car },
  });
  expect((await calls.invite(t.renter, email, car, ["messages"])).body.code).toBe("forbidden");
  expect((await calls.invite(t.host, email, car, ["messages"])).status).toBe(200);
  expect((await calls.invite(t.host, email, car, ["calendar"])).body.code).toBe(
    "helper_already_invited",
  );
  const { id } = await calls.readLink(email);
  expect((await calls.remove(stranger, id)).status).toBe(404);
});

test("an invitation can't be accepted by the host, or twice, after addresses have changed", async () => {
  const car = await t.newCar();
  const helper = await calls.newHelper(t.host, car, ["calendar"]);
  const setEmail = (person: Person, email: string) =>
    t.app.ctx.db.updateTable("accounts").set({ email }).where("id", "=", person.id).execute();
  const second = `${randomUUID()}@example.test`;
  await calls.invite(t.host, second, car, ["messages"]);
  const link = await calls.readLink(second);
  await setEmail(helper, second);
  expect((await calls.answer("accept", helper, link)).body).toMatchObject({
    code: "already_helping",
    details: { host_first_name: "Tamika" },
  });
  await setEmail(helper, helper.email);
  await setEmail(t.host, second);
  expect((await calls.answer("accept", t.host, link)).body.code).toBe("helper_is_host");
  await setEmail(t.host, t.host.email);
});

test("a helper with all rights for one car has none for the host's other cars", async () => {
  const mine = await t.book();
  const helper = await calls.newHelper(t.host, await calls.carOf(mine), HELPER_RIGHTS);
  const id = await t.book();
  const { open, send } = conversationCalls(t.app);
  const { body: opened } = await open(t.renter, { booking_id: id });
  await send(t.renter, opened.id, "Where is the key?");
  const carId = await calls.carOf(id);
  const status = async (method: string, path: string, body?: object) =>
    (await t.app.call(method, path, { as: helper.token, ...(body && { body }) })).status;
  expect(await status("GET", `/api/bookings/${mine}/trip`)).toBe(200);
  expect(await status("GET", `/api/bookings/${id}/trip`)).toBe(404);
  expect((await t.add(id, helper, { kind: "licence_check" })).status).toBe(404);
  expect((await t.shareSecret(id, "pickup", helper)).status).toBe(404);
  const links = `/api/bookings/${id}/trip/runner-links`;
  expect(await status("POST", links, { handover: "pickup", name: "Alma" })).toBe(404);
  expect(await status("GET", links)).toBe(404);
  expect((await open(helper, { booking_id: id })).status).toBe(404);
  expect(await status("GET", `/api/conversations/${opened.id}/messages`)).toBe(404);
  expect((await send(helper, opened.id, "Hello?")).status).toBe(404);
  expect(await status("GET", `/api/conversations/${opened.id}/templates`)).toBe(404);
  expect((await block(helper, carId)).status).toBe(403);
  const calendar = `/api/host/calendar?from=2026-12-01&to=2027-01-01&car_id=${carId}`;
  expect(await status("GET", calendar)).toBe(403);
});

test("handovers: the day sheet and the trip without money, recorded under the helper's name", async () => {
  const id = await t.book();
  const helper = await calls.newHelper(t.host, await calls.carOf(id), ["handovers"]);
  await t.book(); // another car
  const { days } = (await daySheet(helper)).body;
  const cars = getFirst(days).cars;
  expect(cars.flatMap(({ handovers }) => handovers)).toMatchObject([
    { booking_id: id, kind: "pickup", renter: { last_name: "Bethel", phone: "+12425550142" } },
  ]);
  expect(cars[0]?.host_first_name).toBe("Tamika");
  expect(await t.readTrip(id, helper)).toMatchObject({ side: "host", is_helper: true });
  expect(JSON.stringify([days, await t.readTrip(id, helper)])).not.toMatch(/amount|price|cents/);

  await t.add(id, helper, { kind: "reading", miles: 41_286, level: FULL });
  await t.add(id, helper, { kind: "licence_check" });
  expect((await t.shareSecret(id, "pickup", helper)).status).toBe(200);
  expect((await t.readTrip(id, t.host)).pickup.reading?.author).toBe("Dwight");
  expect((await t.readTrip(id, helper)).pickup.reading?.author).toBeUndefined();
  expect((await t.readTrip(id)).pickup.reading?.author).toBeUndefined();
  expect((await t.readTrip(id)).pickup).toMatchObject({
    reading: { side: "host", miles: 41_286 },
    licence_check: { side: "host" },
  });
  expect(await auditOf(helper.id)).toEqual([
    { actor_kind: "renter", action: "helper.accept" },
    { actor_kind: "helper", action: "trip.record" },
    { actor_kind: "helper", action: "trip.record" },
  ]);

  // No other data of the host, and nothing about the booking's money.
  const refused = async (method: string, path: string, body?: object) =>
    (await t.app.call(method, path, { as: helper.token, ...(body && { body }) })).status;
  const carId = await calls.carOf(id);
  expect(await refused("GET", `/api/bookings/${id}`)).toBe(404);
  expect(await refused("GET", `/api/bookings/${id}/charges`)).toBe(404);
  expect(await refused("GET", `/api/bookings/${id}/changes`)).toBe(404);
  expect(await refused("GET", `/api/bookings/${id}/agreement`)).toBe(404);
  expect(await refused("POST", `/api/bookings/${id}/cancel`)).toBe(404);
  expect(await refused("GET", "/api/host/bookings")).toBe(403);
  expect(await refused("GET", `/api/bookings/${id}/receipt`)).toBe(404);
  expect(await refused("GET", `/api/host/listings/${carId}`)).toBe(403);
  expect(
    await refused("GET", `/api/host/calendar?from=2026-12-01&to=2027-01-01&car_id=${carId}`),
  ).toBe(403);
  expect((await block(helper, carId)).status).toBe(403);
  expect(await refused("POST", "/api/conversations", { booking_id: id })).toBe(404);
});

test("a helper who rents the car is only its renter, and can't hand it over", async () => {
  const id = await t.book();
  await calls.invite(t.host, t.renter.email, await calls.carOf(id), ["handovers", "messages"]);
  const link = await calls.readLink(t.renter.email);
  expect((await calls.answer("accept", t.renter, link)).status).toBe(200);
  expect(await t.readTrip(id)).toMatchObject({ side: "renter", is_helper: false });
  expect((await t.shareSecret(id, "pickup", t.renter)).body.code).toBe("forbidden");
  expect((await conversationCalls(t.app).open(t.renter, { booking_id: id })).body.side).toBe(
    "renter",
  );
  await calls.remove(t.host, link.id);
});

test("messages: reads and writes for the host, and sees the renter's last initial only", async () => {
  const id = await t.book();
  const { open, send, thread, list } = conversationCalls(t.app);
  const carId = await calls.carOf(id);
  const helper = await calls.newHelper(t.host, carId, ["messages"]);
  const { body: opened } = await open(t.renter, { booking_id: id });
  await send(t.renter, opened.id, "Where is the key?");
  expect(await open(helper, { booking_id: id })).toMatchObject({
    status: 200,
    body: { id: opened.id, side: "host", other: { last_name: "B.", photo_id: null } },
  });
  expect((await list(helper, "side=host")).conversations).toMatchObject([{ id: opened.id }]);
  expect((await list(helper, "side=host&search=tamika")).conversations).toHaveLength(1);
  expect((await list(helper, "side=host&search=bethel")).conversations).toEqual([]);
  expect((await list(t.host, "side=host&search=bethel")).conversations).not.toEqual([]);
  expect((await send(helper, opened.id, "Under the mat.")).status).toBe(200);
  expect((await thread(t.renter, opened.id)).messages).toMatchObject([
    { mine: true, author: null },
    { mine: false, author: "Dwight", body: "Under the mat." },
  ]);
  expect((await thread(t.host, opened.id)).messages[1]).toMatchObject({
    mine: true,
    author: "Dwight",
  });
  expect(await auditOf(helper.id)).toContainEqual({
    actor_kind: "helper",
    action: "conversation.send",
  });
  expect((await t.app.call("GET", `/api/bookings/${id}/trip`, { as: helper.token })).status).toBe(
    404,
  );

  await calls.remove(t.host, helper.helperId);
  expect((await send(helper, opened.id, "Hello?")).status).toBe(404);
  expect((await list(helper, "side=host")).conversations).toEqual([]);
});

test("calendar: blocks and frees days; changed rights apply immediately", async () => {
  const car = await t.newCar();
  const helper = await calls.newHelper(t.host, car, ["calendar"]);
  const { body } = await block(helper, car);
  const query = `from=2027-02-01&to=2027-03-01&car_id=${car}`;
  const shown = await t.app.call("GET", `/api/host/calendar?${query}`, { as: helper.token });
  expect(shown.body.cars[0]?.ranges).toMatchObject([{ kind: "block" }]);
  const free = (as: Person) =>
    t.app.call("DELETE", `/api/host/calendar/blocks/${body.blocks[0]?.id ?? ""}`, { as: as.token });
  const change = (rights: string[]) =>
    t.app.call("PUT", `/api/host/helpers/${helper.helperId}`, {
      as: t.host.token,
      body: { cars: [{ car_id: car, rights }] },
    });
  expect((await change(["messages"])).status).toBe(200);
  expect((await free(helper)).status).toBe(403);
  await change(["calendar"]);
  expect((await free(helper)).status).toBe(200);
  expect(await auditOf(helper.id)).toMatchObject([
    { action: "helper.accept" },
    { actor_kind: "helper", action: "calendar.block" },
    { actor_kind: "helper", action: "calendar.unblock" },
  ]);
  // The calendar link belongs to the host alone.
  expect(
    (await t.app.call("GET", `/api/host/cars/${car}/calendar-link`, { as: helper.token })).status,
  ).toBe(403);
});

test("a helper who leaves loses all access", async () => {
  const car = await t.newCar();
  const helper = await calls.newHelper(t.host, car, ["calendar"]);
  expect((await calls.answer("decline", helper, { id: helper.helperId })).status).toBe(200);
  expect((await block(helper, car)).status).toBe(403);
  await expect
    .poll(async () => (await t.app.mails(t.host.email)).map(({ subject }) => subject))
    .toContain("A helper has left");
});

test("deleting an account deletes its helpers, links and templates", async () => {
  const { db } = t.app.ctx;
  const helper = await calls.newHelper(t.host, await t.newCar(), ["handovers"]);
  const host = await makePerson(t.app, { roles: ["renter", "host"] });
  await t.app.call("POST", "/api/host/message-templates", {
    as: host.token,
    body: { name: "Welcome", body: "Hi {first_name}", moment: null },
  });
  const password_hash = await hashPassword("conch-salad-7");
  for (const person of [helper, host]) {
    await db.updateTable("accounts").set({ password_hash }).where("id", "=", person.id).execute();
    const left = await t.app.call("POST", "/api/account/departure", {
      as: person.token,
      body: { password: "conch-salad-7" },
    });
    expect(left.status).toBe(200);
  }
  const helpers = await t.app.call("GET", "/api/host/helpers", { as: t.host.token });
  expect(helpers.body.helpers.map(({ email }) => email)).not.toContain(helper.email);
  const templates = db.selectFrom("message_templates").select("id");
  expect(await templates.where("host_id", "=", host.id).execute()).toEqual([]);
});
