// Sends malicious values in every field that takes text from outside: refused with a code, never a
// 5xx.
import { connect } from "node:net";
import { text as readAll } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signEvent } from "../src/server/platform/payments/signature.ts";
import { makePerson, type Person } from "./factories.ts";
import { startTestApp, type TestApp } from "./harness.ts";

let app: TestApp;
/** Has every role, so that nothing is refused for lack of permission. */
let person: Person;
beforeAll(async () => {
  app = await startTestApp({ config: { unlimited: true } });
  person = await makePerson(app, { roles: ["renter", "host", "admin"] });
});
afterAll(() => app.close());

const CAR = "11111111-1111-4111-8111-111111111111";
const NOW = "2026-11-21T17:00:00.000Z";
const DAYS = { start_date: "2026-12-24", end_date: "2026-12-27" };
const LISTING = {
  title: "Breezy Fit",
  description: "Small and cool.",
  make: "Honda",
  model: "Fit",
  color: "white",
  license_plate: "SD 77",
  location: "Nassau",
  pickup_instructions: "Behind the shop.",
  body_type: "hatchback",
  transmission: "automatic",
  fuel_type: "gasoline",
  booking_mode: "instant",
  latitude: null,
  longitude: null,
  year: 2022,
  seats: 4,
  price_per_day: 48.5,
  features: [],
  images: [],
};
const PAYOUT = {
  account_holder: "Keisha Rolle",
  bank: "boc",
  account_kind: "savings",
  account_number: "1234567",
  transit: "00123",
};

const REFUND = { id: CAR, amount: 1, borne_by: "platform", reason: "Late." };

type Attempt = [what: string, method: string, path: string, body?: unknown];
/** Every field that takes text from outside, with the given text in it. */
const requestsWith = (text: string): Attempt[] => {
  const coded = encodeURIComponent(text);
  return [
    ["a session in a body", "POST", "/functions/v1/verify-booking-payment", { session_id: text }],
    ["a session in a path", "GET", `/api/checkout-sessions/${coded}/booking`],
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
    ["a cancellation's reason", "POST", `/api/bookings/${CAR}/cancel`, { reason: text }],
    ...Object.keys(REFUND).map((field): Attempt => [
      `a refund's ${field}`,
      "POST",
      `/api/admin/bookings/${CAR}/refunds`,
      { ...REFUND, [field]: text },
    ]),
    ...Object.keys(LISTING).map((field): Attempt => [
      `a listing's ${field}`,
      "POST",
      "/api/host/listings",
      { ...LISTING, [field]: text },
    ]),
    ["a feature of a listing", "POST", "/api/host/listings", { ...LISTING, features: [text] }],
    ["a photo of a listing", "POST", "/api/host/listings", { ...LISTING, images: [text] }],
    ["a search of listings", "GET", `/api/host/listings?search=${coded}`],
    ["a search of a host's bookings", "GET", `/api/host/bookings?search=${coded}`],
    ["a cursor", "GET", `/api/host/listings?cursor=${coded}`],
    ["a note", "POST", "/api/host/calendar/blocks", { ...DAYS, car_ids: [CAR], note: text }],
    [
      "a calendar's name",
      "POST",
      `/api/host/cars/${CAR}/feeds`,
      { name: text, url: "https://example.test/a.ics" },
    ],
    ["a calendar's address", "POST", `/api/host/cars/${CAR}/feeds`, { name: "Airbnb", url: text }],
    ["a secret address", "GET", `/calendar/${coded}.ics`],
    ...Object.keys(PAYOUT).map((field): Attempt => [
      `a payout's ${field}`,
      "PUT",
      "/api/host/payout-details",
      { ...PAYOUT, [field]: text },
    ]),
    [
      "a document's end",
      "PUT",
      `/api/host/listings/${CAR}/documents/insurance?expires_on=${coded}`,
    ],
    [
      "a folder of photos",
      "POST",
      "/storage/v1/object/list/car-images",
      { prefix: text, limit: 1, offset: 0 },
    ],
    [
      "a search of photos",
      "POST",
      "/storage/v1/object/list/car-images",
      { prefix: "", search: text },
    ],
    ["a name of a photo", "POST", `/storage/v1/object/car-images/${coded}`],
    ["a photo's state", "GET", `/api/photos?keys=${coded}`],
    ["a search of conversations", "GET", `/api/conversations?side=renter&search=${coded}`],
    ["a cursor of conversations", "GET", `/api/conversations?side=renter&cursor=${coded}`],
    ["a conversation's car", "POST", "/api/conversations", { listing_id: text }],
    ["a message's id", "POST", `/api/conversations/${CAR}/messages`, { id: text, body: "Hello" }],
    ["a message", "POST", `/api/conversations/${CAR}/messages`, { id: CAR, body: text }],
    ["where messages go on", "GET", `/api/conversations/${CAR}/messages?after=${coded}`],
    ["a place", "GET", `/api/places?q=${coded}`],
    ["a position", "GET", `/api/places/reverse?latitude=${coded}&longitude=-77`],
    ...["users", "listings", "bookings"].map((list): Attempt => [
      `a search of all ${list}`,
      "GET",
      `/api/admin/${list}?search=${coded}`,
    ]),
    ...["users", "listings", "bookings", "audit"].map((list): Attempt => [
      `a cursor of all ${list}`,
      "GET",
      `/api/admin/${list}?cursor=${coded}`,
    ]),
    ...["", `/${CAR}/payouts`, `/${CAR}/carried`].map((list): Attempt => [
      `a cursor of payout batches${list}`,
      "GET",
      `/api/admin/payout-batches${list}?cursor=${coded}`,
    ]),
    ["a search of payouts", "GET", `/api/admin/payout-batches/${CAR}/payouts?search=${coded}`],
    [
      "a bank's file",
      "GET",
      `/api/admin/payout-batches/${CAR}/bank-batch.csv?exported_at=${coded}`,
    ],
    [
      "a bank's reference",
      "POST",
      `/api/admin/payouts/${CAR}/paid`,
      { state: "pending", bank_reference: text },
    ],
    [
      "a bank's reference of all",
      "POST",
      `/api/admin/payout-batches/${CAR}/paid`,
      { bank_reference: text },
    ],
    [
      "a bank's reason",
      "POST",
      `/api/admin/payouts/${CAR}/failed`,
      { state: "pending", reason: text },
    ],
    ["a payout's state", "POST", `/api/admin/payouts/${CAR}/failed`, { state: text, reason: "A" }],
    ["a cursor of payouts", "GET", `/api/host/payouts?cursor=${coded}`],
    ["a filter of incidents", "GET", `/api/admin/incidents?filter=${coded}`],
    ["a cursor of incidents", "GET", `/api/admin/incidents?cursor=${coded}`],
    [
      "how often an incident happened",
      "POST",
      `/api/admin/incidents/${CAR}/close`,
      { times: text },
    ],
    ["a cursor of disputes", "GET", `/api/admin/disputes?cursor=${coded}`],
    [
      "a dispute of the sandbox",
      "POST",
      `/api/sandbox/disputes/${coded}/decide`,
      { outcome: "won" },
    ],
    [
      "an outcome of a dispute",
      "POST",
      "/api/sandbox/disputes/dp_test_anyOfThem12/decide",
      { outcome: text },
    ],
    [
      "a decision to tell of",
      "POST",
      "/functions/v1/send-booking-notification",
      { type: text, bookingId: CAR },
    ],
    [
      "a booking to tell of",
      "POST",
      "/functions/v1/send-booking-notification",
      { type: "approval", bookingId: text },
    ],
    ["a cursor of notifications", "GET", `/api/notifications?cursor=${coded}`],
    ["a notification", "POST", "/api/notifications/read", { id: text }],
    ["when notifications were seen", "POST", "/api/notifications/read", { until: text }],
    ["a choice of mails", "PUT", "/api/notification-choices", { mailed: { [text]: false } }],
    ["a link to unsubscribe", "GET", `/api/unsubscribe?token=${coded}`],
    ["a form to unsubscribe", "POST", `/unsubscribe?token=${coded}`, { mails: "off" }],
    ["an id in the record", "GET", `/api/admin/audit?about=${coded}`],
    ["a rejection", "POST", `/api/admin/listings/${CAR}/reject`, { updated_at: NOW, reason: text }],
    ["a version", "POST", `/api/admin/listings/${CAR}/approve`, { updated_at: text }],
    [
      "a suspension",
      "POST",
      `/api/admin/users/${CAR}/suspension`,
      { suspended: true, reason: text },
    ],
    ["a role", "POST", `/api/admin/users/${CAR}/roles`, { role: text, granted: true }],
    [
      "a name to support",
      "POST",
      "/api/support/messages",
      { name: text, email: "a@example.test", message: "Hello" },
    ],
    [
      "a message to support",
      "POST",
      "/api/support/messages",
      { name: "Ann", email: "a@example.test", message: text },
    ],
    [
      "an email",
      "POST",
      "/auth/v1/token?grant_type=password",
      { email: text, password: "secret1" },
    ],
    [
      "a password",
      "POST",
      "/auth/v1/token?grant_type=password",
      { email: "a@example.test", password: text },
    ],
    ["a token", "POST", "/auth/v1/verify", { token_hash: text, type: "signup" }],
    ["a refresh token", "POST", "/auth/v1/token?grant_type=refresh_token", { refresh_token: text }],
  ];
};

test.each(requestsWith("a\u0000b"))("refuses a NUL in %s", async (_what, method, path, body) => {
  const { status } = await app.call(method, path, { as: person.token, ...(body ? { body } : {}) });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
});

test.each(requestsWith(`<img src=x onerror=alert(1)>'); drop table bookings; --`))(
  "treats HTML and SQL in %s as plain text",
  async (_what, method, path, body) => {
    const response = await app.call(method, path, { as: person.token, ...(body ? { body } : {}) });
    expect(response.status).toBeLessThan(500);
    if (response.status >= 400) expect(response.body.code).toMatch(/^\w+$/);
    expect(await app.ctx.db.selectFrom("bookings").selectAll().execute()).toEqual([]);
  },
);

test.each([
  ["a NUL in its id", { id: "a\u0000b" }],
  ["a numeric type", { type: 7 }],
  ["no type", { type: undefined }],
])("refuses a signed event with %s", async (_what, error) => {
  const object = { id: "cs_test_1", object: "checkout.session" };
  const body = JSON.stringify({
    id: "evt_1",
    type: "checkout.session.completed",
    data: { object },
    ...error,
  });
  const signature = signEvent(body, app.clock.now(), app.ctx.keys.webhookSecret);
  const response = await app.call("POST", "/webhooks/stripe", {
    body,
    headers: { "stripe-signature": signature },
  });
  expect(response).toMatchObject({ status: 400, body: { code: "malformed_json" } });
});

test("refuses a body where none is expected", async () => {
  const path = `/api/bookings/${CAR}/approve`;
  const response = await app.call("POST", path, { as: person.token, body: { status: "approved" } });
  expect(response).toMatchObject({
    status: 400,
    body: { code: "invalid_request", detail: "This endpoint takes no fields." },
  });
  expect((await app.call("POST", path, { as: person.token, body: {} })).body.code).toBe("PGRST116");
});

test.each([
  [431, `HEAD /?q=${"a".repeat(20_000)} HTTP/1.1\r\nHost: caydrive\r\n\r\n`],
  [400, "HEAD / CAYDRIVE/9\r\n\r\n"],
])("responds with %i and no body to headers that cannot be parsed", async (status, sent) => {
  const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
  socket.write(sent);
  expect(await readAll(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*\r\n\r\n$`));
});
