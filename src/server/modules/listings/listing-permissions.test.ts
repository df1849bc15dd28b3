// Tests that each listing in a response says what its reader may do.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";

let app: TestApp;
let host: Person;
let admin: Person;
let id = "";
beforeAll(async () => {
  app = await startTestApp({ config: { unlimited: true } });
  host = await makePerson(app, { roles: ["renter", "host"] });
  admin = await makePerson(app, { roles: ["renter", "admin"] });
  id = await makeListing(app, host);
});
afterAll(() => app.close());

const HOST = ["read", "edit", "set_availability", "delete", "manage_calendar"];
const ADMIN = ["read", "manage_calendar"];

test("the host may change the listing, and an admin may read and review it", async () => {
  const path = `/api/host/listings/${id}` as const;
  expect((await app.call("GET", path, { as: host.token })).body.may).toEqual(HOST);
  expect((await app.call("GET", path, { as: admin.token })).body.may).toEqual([...ADMIN, "reject"]);
  const { body } = await app.call("GET", "/api/host/listings", { as: host.token });
  expect(body.listings.map(({ may }) => may)).toEqual([HOST]);
  const off = await app.call("POST", `${path}/availability`, {
    as: host.token,
    body: { is_available: false },
  });
  expect(off.body.may).toEqual(HOST);
  const refused = await app.call("POST", `${path}/availability`, {
    as: admin.token,
    body: { is_available: true },
  });
  expect(refused.status).toBe(404);
});

test("an admin may approve a listing only until it is approved", async () => {
  const path = `/api/admin/listings/${id}` as const;
  const { body } = await app.call("GET", path, { as: admin.token });
  const decide = (what: "approve" | "reject", updated_at: string, reason?: string) =>
    app.call("POST", `${path}/${what}`, {
      as: admin.token,
      body: { updated_at, ...(reason && { reason }) },
    });
  expect(body.may).toEqual([...ADMIN, "reject"]);
  expect((await decide("approve", body.updated_at)).status).toBe(409);
  const rejected = (await decide("reject", body.updated_at, "No plate.")).body;
  expect(rejected.may).toEqual([...ADMIN, "approve", "reject"]);
  const approved = await decide("approve", rejected.updated_at);
  expect(approved.body.may).toEqual([...ADMIN, "reject"]);
});

test("other hosts and renters get no listing", async () => {
  const path = `/api/host/listings/${id}` as const;
  const other = await makePerson(app, { roles: ["renter", "host"] });
  const renter = await makePerson(app);
  expect((await app.call("GET", path, { as: other.token })).status).toBe(404);
  expect((await app.call("GET", path, { as: renter.token })).status).toBe(403);
});
