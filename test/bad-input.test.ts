// What nobody sends who means well, on every kind of field that takes text from outside: refused with a code, never a 5xx.
import { afterAll, beforeAll, expect, test } from "vitest";
import { signEvent } from "../src/server/platform/payments/signature.ts";
import { makePerson, type Person } from "./factories.ts";
import { startTestApp, type TestApp } from "./harness.ts";

let app: TestApp;
let renter: Person;
beforeAll(async () => {
  app = await startTestApp({ config: { unlimited: true } });
  renter = await makePerson(app);
});
afterAll(() => app.close());

const CAR = "11111111-1111-4111-8111-111111111111";

/** Every field that takes text from outside, with a text in it. */
const requestsWith = (text: string): [what: string, method: string, path: string, body?: unknown][] => {
  const coded = encodeURIComponent(text);
  return [
    ["a session in a body", "POST", "/functions/v1/verify-booking-payment", { session_id: text }],
    ["a session in a path", "GET", `/api/bookings/by-session/${coded}`],
    ["a search of bookings", "GET", `/api/bookings?search=${coded}`],
    ["a location", "GET", `/api/listings?location=${coded}`],
    ["a price", "GET", `/api/listings?max_price=${coded}`],
    ["a date", "GET", `/api/listings?start_date=${coded}&end_date=2026-12-05`],
    ["a car", "GET", `/api/listings/${coded}`],
    ["a recipient", "GET", `/dev/mailbox.json?to=${coded}`],
    ["a name", "PATCH", "/api/profile", { first_name: text }],
    ["a phone number", "PATCH", "/api/profile", { phone: text }],
    ["a date of birth", "PATCH", "/api/profile", { date_of_birth: text }],
    [
      "special requests",
      "POST",
      "/functions/v1/create-booking-checkout",
      { car_id: CAR, total_amount: 1, special_requests: text },
    ],
    ["a reason", "POST", `/api/bookings/${CAR}/reject`, { reason: text }],
    ["an email", "POST", "/auth/v1/token?grant_type=password", { email: text, password: "secret1" }],
    ["a password", "POST", "/auth/v1/token?grant_type=password", { email: "a@example.test", password: text }],
    ["a token", "POST", "/auth/v1/verify", { token_hash: text, type: "signup" }],
    ["a refresh token", "POST", "/auth/v1/token?grant_type=refresh_token", { refresh_token: text }],
  ];
};

test.each(requestsWith("a\u0000b"))("a NUL in %s is refused", async (_what, method, path, body) => {
  const { status } = await app.call(method, path, { as: renter.token, ...(body ? { body } : {}) });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
});

test.each(requestsWith(`<img src=x onerror=alert(1)>'); drop table bookings; --`))(
  "HTML and SQL in %s do nothing",
  async (_what, method, path, body) => {
    const answer = await app.call(method, path, { as: renter.token, ...(body ? { body } : {}) });
    expect(answer.status).toBeLessThan(500);
    if (answer.status >= 400) expect(answer.body.code).toMatch(/^\w+$/);
    expect(await app.ctx.db.selectFrom("bookings").selectAll().execute()).toEqual([]);
  },
);

test.each([
  ["a NUL in its id", { id: "a\u0000b" }],
  ["a number as its type", { type: 7 }],
  ["no object", { data: {} }],
])("a signed event with %s is refused", async (_what, fault) => {
  const object = { id: "cs_test_1", object: "checkout.session" };
  const body = JSON.stringify({ id: "evt_1", type: "checkout.session.completed", data: { object }, ...fault });
  const signature = signEvent(body, app.clock.now(), app.ctx.keys.webhookSecret);
  const answer = await app.call("POST", "/webhooks/stripe", { body, headers: { "stripe-signature": signature } });
  expect(answer).toMatchObject({ status: 400, body: { code: "malformed_json" } });
});

test("fields are refused where none are taken", async () => {
  const path = `/api/bookings/${CAR}/approve`;
  const answer = await app.call("POST", path, { as: renter.token, body: { status: "approved" } });
  expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request", detail: "body: takes no fields" } });
  expect((await app.call("POST", path, { as: renter.token, body: {} })).body.code).toBe("PGRST116");
});
