// Runner links through the API: one handover, without an account, and every reason to refuse one.
import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { codeDigits, codeMessage, codeStep } from "../../../../domain/trip/handover-code.ts";
import type { Person } from "../../../../../test/factories.ts";
import { helperCalls } from "../../../../../test/helpers.ts";
import { phonePhoto } from "../../../../../test/photos.ts";
import {
  FULL,
  PICKUP_AT,
  startTrips,
  type Handover,
  type Trips,
} from "../../../../../test/trips.ts";
import { careForTrips } from "../trips.routes.ts";
import { recordEntry } from "../trips.service.ts";
import { hashSecret } from "./runner-links.service.ts";
import { openRunner } from "./runner.service.ts";

let t: Trips;
let id: string;
beforeAll(async () => {
  t = await startTrips();
});
beforeEach(async () => {
  id = await t.book();
});
afterAll(() => t.app.close());

const make = (handover: Handover = "pickup", as: Person = t.host) =>
  t.app.call("POST", `/api/bookings/${id}/trip/runner-links`, {
    as: as.token,
    body: { handover, name: "Alma" },
  });
const revoke = (linkId: string) =>
  t.app.call("DELETE", `/api/bookings/${id}/trip/runner-links/${linkId}`, { as: t.host.token });
const list = async () =>
  (await t.app.call("GET", `/api/bookings/${id}/trip/runner-links`, { as: t.host.token })).body
    .links;
const readSecret = (url: string): string => url.split("#")[1] ?? "";
const open = (secret: string) => t.app.call("POST", "/api/runner/tokens", { body: { secret } });

/** A runner who has opened a link. */
async function newRunner(handover: Handover = "pickup", as: Person = t.host) {
  const { body: made } = await make(handover, as);
  const secret = readSecret(made.url);
  const { token } = (await open(secret)).body;
  const headers = { "x-runner-token": token };
  const call = (method: string, what = "", body?: object) =>
    t.app.call(method, `/api/runner/handover${what}`, { headers, ...(body && { body }) });
  const add = (entry: object) =>
    call("POST", "/entries", { id: randomUUID(), at: t.app.clock.now().toISOString(), ...entry });
  return { linkId: made.links[0]?.id ?? "", secret, headers, call, add };
}

/** The digits on the runner's phone at the pickup, with 41,286 miles. */
async function showCode(headers: Record<string, string>): Promise<string> {
  const { body } = await t.app.call("POST", "/api/runner/handover/secret", { headers, body: {} });
  const reading = { miles: 41_286, level: FULL };
  const text = codeMessage("pickup", reading, codeStep(Date.parse(PICKUP_AT)));
  const secret = Buffer.from(body.secret, "base64url");
  return codeDigits(createHmac("sha256", secret).update(text).digest());
}

test("shows one handover: time, place, car, first names and the forms, and nothing else", async () => {
  await t.add(id, t.host, { kind: "reading", miles: 41_286, level: FULL });
  const runner = await newRunner("return");
  const { body } = await runner.call("GET");
  expect(body).toMatchObject({
    name: "Alma",
    handover: "return",
    expires_at: "2026-12-08T21:00:00.000Z",
    trip: {
      renter: { first_name: "Tamika", last_name: "" },
      host: { last_name: "" },
      side: "host",
      pickup: { reading: null, photos: [], marks: [] },
      lockbox: null,
    },
  });
  expect(JSON.stringify(body)).not.toMatch(/Rolle|email|phone|amount|price/);
  // The link gives no session, and its token opens nothing else.
  const trip = await t.app.call("GET", `/api/bookings/${id}/trip`, { headers: runner.headers });
  expect(trip.status).toBe(401);
});

test("records the pickup up to the code, and lists and audits every use", async () => {
  const runner = await newRunner();
  const reading = randomUUID();
  await runner.add({ id: reading, kind: "reading", miles: 41_286, level: FULL });
  await runner.add({ kind: "licence_check" });
  await runner.add({ kind: "mark", part: "roof", damage: "scratch" });
  const photoId = randomUUID();
  const query = new URLSearchParams({ place: "front", at: PICKUP_AT });
  const sent = await fetch(`${t.app.url}/api/runner/handover/photos/${photoId}?${query}`, {
    method: "PUT",
    headers: { "content-type": "image/jpeg", ...runner.headers },
    body: new Uint8Array(await phonePhoto(1600, 1200)),
  });
  expect(sent.status).toBe(200);
  const picture = await fetch(`${t.app.url}/api/runner/handover/photos/${photoId}`, {
    headers: runner.headers,
  });
  expect(picture.headers.get("content-type")).toBe("image/jpeg");

  const code = await showCode(runner.headers);
  expect((await t.enterCode(id, { reading_id: reading, code })).status).toBe(200);
  expect(await t.readTrip(id, t.host)).toMatchObject({
    state: "in_progress",
    pickup: {
      reading: { side: "host", author: "Alma" },
      licence_check: { side: "host", author: "Alma" },
      photos: [{ id: photoId }],
    },
  });

  expect((await runner.call("GET")).body).toMatchObject({
    code: "runner_link_used",
    details: { confirmed_at: PICKUP_AT },
  });
  expect((await open(runner.secret)).body.code).toBe("runner_link_used");
  expect(await list()).toMatchObject([
    {
      name: "Alma",
      state: "used",
      opened_at: PICKUP_AT,
      uses: ["open", "record", "record", "record", "record", "show_code"].map((action) => ({
        action,
      })),
    },
  ]);
  const events = await t.app.ctx.db
    .selectFrom("audit_events")
    .select(["actor_kind", "actor_id", "action"])
    .where("subject_id", "=", runner.linkId)
    .orderBy("id")
    .execute();
  expect(events[0]).toMatchObject({ actor_kind: "host", action: "runner_link.make" });
  expect(events.slice(1).map(({ actor_kind, actor_id }) => [actor_kind, actor_id])).toEqual(
    Array.from({ length: 6 }, () => ["runner", runner.linkId]),
  );
});

test("each link that can't be used is refused with its own code", async () => {
  const codes = async ({ secret, call }: Awaited<ReturnType<typeof newRunner>>) => [
    (await open(secret)).body.code,
    (await call("GET")).body.code,
    (await call("POST", "/secret", {})).body.code,
  ];
  const revoked = await newRunner();
  expect((await revoke(revoked.linkId)).body.links).toMatchObject([{ state: "revoked" }]);
  expect((await revoke(revoked.linkId)).status).toBe(200);
  expect(await codes(revoked)).toEqual(Array(3).fill("runner_link_revoked"));

  const expired = await newRunner();
  t.app.clock.advance(6 * 3_600_000);
  expect((await open(expired.secret)).body.code).toBe("runner_link_expired");
  // The token has expired after an hour.
  expect((await expired.call("GET")).body.code).toBe("runner_token_expired");

  const late = await newRunner();
  expect((await late.call("GET")).status).toBe(200);
  await t.decide(id, "cancel", t.host, { reason: "The car broke down." });
  expect(await codes(late)).toEqual(Array(3).fill("runner_trip_over"));
  expect((await make()).body.code).toBe("no_trip");

  expect((await open("unknown")).status).toBe(404);
  expect(
    (await t.app.call("GET", "/api/runner/handover", { headers: { "x-runner-token": "x" } })).body
      .code,
  ).toBe("runner_token_expired");
});

test("revoking a link invalidates the codes that its holder can still show", async () => {
  const runner = await newRunner();
  const reading = randomUUID();
  await runner.add({ id: reading, kind: "reading", miles: 41_286, level: FULL });
  const code = await showCode(runner.headers);
  await revoke(runner.linkId);
  expect((await t.enterCode(id, { reading_id: reading, code })).body.code).toBe(
    "no_valid_handover_code",
  );
  const fresh = await t.showCode(id, "pickup", 41_286);
  expect((await t.enterCode(id, { reading_id: reading, code: fresh })).status).toBe(200);
});

test("refuses an entry whose link was revoked while it was being sent", async () => {
  const { linkId, headers } = await newRunner();
  const { runner } = await openRunner(t.app.ctx, headers["x-runner-token"]);
  await revoke(linkId);
  const entry = {
    id: randomUUID(),
    handover: "pickup" as const,
    at: PICKUP_AT,
    deviceAt: undefined,
    content: { kind: "reading" as const, miles: 41_286, level: FULL },
  };
  await expect(recordEntry(t.app.ctx, runner, id, entry)).rejects.toMatchObject({
    code: "runner_link_revoked",
  });
  expect((await t.readTrip(id)).pickup.reading).toBeNull();
});

test("a link follows a delayed pickup", async () => {
  t.app.clock.set("2026-12-05T12:00:00.000Z");
  const runner = await newRunner();
  const delay = { id: randomUUID(), pickup_at: "2026-12-05T22:00:00.000Z" };
  expect((await t.post(id, "flight-delays", t.renter, delay)).status).toBe(200);
  t.app.clock.set("2026-12-05T23:00:00.000Z");
  expect((await open(runner.secret)).status).toBe(200);
  expect(await list()).toMatchObject([{ state: "open", expires_at: "2026-12-06T04:00:00.000Z" }]);
});

test("the secret is stored only as a hash, and names of runners are deleted after 180 days", async () => {
  const { secret, linkId } = await newRunner();
  const stored = await t.app.ctx.db
    .selectFrom("runner_links")
    .selectAll()
    .where("id", "=", linkId)
    .execute();
  expect(stored).toMatchObject([{ secret_hash: hashSecret(secret) }]);
  const texts = Object.values(stored[0] ?? {}).map(String);
  expect(texts.filter((text) => text.includes(secret))).toEqual([]);
  t.app.clock.advance(182 * 86_400_000);
  await careForTrips(t.app.ctx);
  expect(await list()).toHaveLength(1);
  t.app.clock.advance(2 * 86_400_000);
  await careForTrips(t.app.ctx);
  expect(await list()).toEqual([]);
});

test("a helper's links and codes end with the right to hand over the car", async () => {
  const { carOf, newHelper, remove } = helperCalls(t.app);
  const carId = await carOf(id);
  const helper = await newHelper(t.host, carId, ["handovers"]);
  const runner = await newRunner("pickup", helper);
  expect((await runner.call("GET")).status).toBe(200);
  const allow = (rights: string[]) =>
    t.app.call("PUT", `/api/host/helpers/${helper.helperId}`, {
      as: t.host.token,
      body: { cars: [{ car_id: carId, rights }] },
    });
  const { body: given } = await t.shareSecret(id, "return", helper);
  expect((await allow(["messages"])).status).toBe(200);
  expect((await runner.call("GET")).body.code).toBe("runner_link_revoked");
  expect((await t.shareSecret(id, "return")).body.secret).not.toBe(given.secret);
  // Getting the right back doesn't reopen the links.
  await allow(["handovers"]);
  expect((await runner.call("GET")).body.code).toBe("runner_link_revoked");
  const another = await newRunner("pickup", helper);
  const suspend = (at: string | null) =>
    t.app.ctx.db
      .updateTable("accounts")
      .set({ suspended_at: at })
      .where("id", "=", helper.id)
      .execute();
  await suspend(PICKUP_AT);
  expect((await another.call("GET")).body.code).toBe("runner_link_revoked");
  await suspend(null);
  expect((await another.call("GET")).status).toBe(200);
  await remove(t.host, helper.helperId);
  expect((await another.call("GET")).body.code).toBe("runner_link_revoked");
  expect((await make("pickup", t.renter)).status).toBe(404);
});

test("a handover has at most five open links, and none once it is confirmed", async () => {
  for (let made = 0; made < 5; made++) expect((await make()).status).toBe(200);
  expect((await make()).body).toMatchObject({
    code: "too_many_runner_links",
    details: { limit: 5 },
  });
  expect((await make("return")).status).toBe(200);
  await t.confirm(id, "pickup", 100);
  expect((await make()).body.code).toBe("handover_already_confirmed");
});
