// A host's settings for new listings, through the API.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePerson } from "../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("default to instant book and belong to one host each", async () => {
  const [host, other] = [
    await makePerson(app, { roles: ["host"] }),
    await makePerson(app, { roles: ["host"] }),
  ];
  const read = async (as = host) =>
    (await app.call("GET", "/api/host/settings", { as: as.token })).body;
  const put = (body: object) => app.call("PUT", "/api/host/settings", { as: host.token, body });
  expect(await read()).toEqual({
    booking_mode: "instant",
    documents_required: false,
  });
  expect((await put({ booking_mode: "approval" })).body).toMatchObject({
    booking_mode: "approval",
  });
  expect(await read()).toMatchObject({ booking_mode: "approval" });
  expect(await read(other)).toMatchObject({ booking_mode: "instant" });
  for (const body of [
    {},
    { booking_mode: "never" },
    { booking_mode: "instant", host_id: other.id },
  ])
    expect((await put(body)).body.code).toBe("invalid_request");
  expect((await put({ booking_mode: "instant" })).body).toMatchObject({ booking_mode: "instant" });
});
