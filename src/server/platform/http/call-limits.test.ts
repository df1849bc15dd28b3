// Tests the limits that endpoints declare: they hold, and the API description names them.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePerson } from "../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("limits the valid calls of an account, across the endpoints that share a limit", async () => {
  const [eager, other] = [await makePerson(app, { roles: ["host"] }), await makePerson(app)];
  const remove = (as: string) => app.call("DELETE", "/api/host/payout-details", { as });
  const refused = await app.call("PUT", "/api/host/payout-details", {
    as: eager.token,
    body: {},
  });
  expect(refused.status).toBe(400);
  for (let nth = 0; nth < 10; nth++) expect((await remove(eager.token)).status).toBe(200);
  const limited = await remove(eager.token);
  expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "3600"]);
  expect((await remove(other.token)).status).toBe(200);
  app.clock.advance(3_600_000);
  expect((await remove(eager.token)).status).toBe(200);
});

test("counts only what the endpoint says", async () => {
  const person = await makePerson(app);
  const open = () =>
    app.call("POST", "/api/conversations", { as: person.token, body: { support: true } });
  await open();
  expect((await open()).status).toBe(200);
  const row = await app.ctx.db
    .selectFrom("rate_limits")
    .select("hits")
    .where("key", "=", `conversations:${person.id}`)
    .executeTakeFirst();
  expect(row).toEqual({ hits: 1 });
});

test("the API description names a limit", async () => {
  const { body } = await app.call("GET", "/api/openapi.json");
  const { paths } = body as { paths: Record<string, Record<string, { description: string }>> };
  expect(paths["/functions/v1/create-booking-checkout"]?.["post"]?.description).toContain(
    "Limit: At most 20 calls in 10 min per account.",
  );
  expect(paths["/api/conversations"]?.["post"]?.description).toContain(
    "Limit: At most 60 new conversations in 60 min per account.",
  );
  expect(paths["/api/profile"]?.["get"]?.description).not.toContain("Limit");
});
