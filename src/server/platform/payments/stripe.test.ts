// Tests what is specific to Stripe: API calls, idempotency keys, lost responses and refusals.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Stripe } from "stripe";
import { TEST_NOW } from "../../../../test/harness.ts";
import {
  SECRET_KEY,
  startStripe,
  WEBHOOK_SECRET,
  type StripeServer,
} from "../../../../test/stripe-server.ts";
import { fixedClock } from "../clock.ts";
import type { PaymentProvider } from "./provider.ts";
import { openStripe } from "./stripe.ts";

const clock = fixedClock(TEST_NOW);
let server: StripeServer;
let provider: PaymentProvider;
beforeEach(async () => {
  clock.set(TEST_NOW);
  server = await startStripe({ now: () => clock.now() });
  provider = openStripe({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    url: server.url,
    tryMs: 300,
  });
});
afterEach(() => server.close());

const REQUEST = {
  idempotencyKey: "checkout_b1",
  bookingId: "b1",
  renterId: "r1",
  customerEmail: "tamika@example.com",
  amountCents: 20_099,
  lineItems: [
    { name: "Rental", amountCents: 18_000 },
    { name: "Fees", amountCents: 2099 },
  ],
  description: "2023 Honda Fit",
  note: "Your card is charged when you book.",
  warning: "This trip can't be cancelled.",
  isHold: false,
  purpose: "book" as const,
  savesCard: false,
  successUrl: "https://caydrive.example/booking-success?session_id={CHECKOUT_SESSION_ID}",
  cancelUrl: "https://caydrive.example/book/1",
};
const open = (minutes = 31) =>
  provider.openCheckout({
    ...REQUEST,
    expiresAt: new Date(clock.now().getTime() + minutes * 60_000),
  });
const authorised = async (): Promise<string> => {
  const { sessionId } = await open();
  server.account.pay(sessionId);
  return sessionId;
};
const done = (operation: string): number =>
  server.calls.filter((call) => call.operation === operation && !call.replayed).length;

test("sends a key with every call that changes something", async () => {
  const sessionId = await authorised();
  await provider.capture(sessionId);
  await provider.refund(sessionId, 20_099, "refund_b1");
  const released = (
    await provider.openCheckout({
      ...REQUEST,
      idempotencyKey: "two",
      expiresAt: new Date(clock.now().getTime() + 1_860_000),
    })
  ).sessionId;
  await provider.expireCheckout(released);
  const changes = server.calls.filter(
    (call) => !call.operation.startsWith("ask") && call.operation !== "refunds",
  );
  expect(changes.map((call) => call.operation)).toEqual([
    "open",
    "capture",
    "refund",
    "open",
    "expire",
  ]);
  for (const call of changes) expect(call.idempotencyKey).toMatch(/^\w+/);
  expect(server.account.refunds).toMatchObject([
    { amount: 20_099, metadata: { booking_id: "b1" } },
  ]);
});

test("records the booking on session and intent, where an operator of the account finds it", async () => {
  const sessionId = await authorised();
  expect(server.account.findSession(sessionId)).toMatchObject({
    client_reference_id: "b1",
    metadata: { booking_id: "b1", renter_id: "r1" },
    customer: expect.stringMatching(/^cus_/),
    payment_intent: {
      description: "2023 Honda Fit",
      metadata: { booking_id: "b1", renter_id: "r1" },
    },
  });
});

test.each(["lost after", "hangs after"] as const)(
  "takes effect once if the response fails (%s)",
  async (how) => {
    server.goWrong("open", how);
    const { sessionId } = await open(); // the SDK retries with the same key
    server.account.pay(sessionId);
    server.goWrong("capture", how, how);
    expect(await provider.capture(sessionId)).toMatchObject({
      intent: "succeeded",
      capturedCents: 20_099,
    });
    server.goWrong("refund", how, how);
    await expect(provider.refund(sessionId, 20_099, "refund_b1")).rejects.toMatchObject({
      type: "StripeConnectionError",
    });
    expect(await provider.refund(sessionId, 20_099, "refund_b1")).toMatchObject({
      refundedCents: 20_099,
    });
    expect(["open", "capture", "refund"].map(done)).toEqual([1, 1, 1]);
    expect(server.account.sessions.size).toBe(1);
  },
);

test("does not treat Stripe's own error as a refusal, and can capture afterwards", async () => {
  const sessionId = await authorised();
  server.goWrong("capture", "error before", "error before");
  await expect(provider.capture(sessionId)).rejects.toMatchObject({ type: "StripeAPIError" });
  expect(await provider.capture(sessionId)).toMatchObject({ intent: "succeeded" });
});

test("queries the state after an error that followed a successful change", async () => {
  const sessionId = await authorised();
  server.goWrong("capture", "error after");
  expect(await provider.capture(sessionId)).toMatchObject({
    intent: "succeeded",
    capturedCents: 20_099,
  });
});

test("does not repeat a refund whose key is forgotten, but does once the bank has returned it", async () => {
  const sessionId = await authorised();
  await provider.capture(sessionId);
  await provider.refund(sessionId, 20_099, "refund_b1");
  server.forgetKeys();
  expect(await provider.refund(sessionId, 20_099, "refund_b1")).toMatchObject({
    refundedCents: 20_099,
  });
  expect(server.account.refunds).toHaveLength(1);
  for (const refund of server.account.refunds) server.account.failRefund(refund);
  expect(await provider.getCheckout(sessionId)).toMatchObject({ refundedCents: 0 });
  expect(await provider.refund(sessionId, 20_099, "refund_b1")).toMatchObject({
    refundedCents: 20_099,
  });
  expect(server.account.refunds.map((refund) => refund.status)).toEqual(["succeeded", "failed"]);
});

test("reports a checkout that Stripe will not open as refused, but not a wrong key", async () => {
  await expect(open(29)).rejects.toMatchObject({ name: "PaymentRefused" });
  const stranger = openStripe({
    secretKey: "sk_test_another",
    webhookSecret: WEBHOOK_SECRET,
    url: server.url,
  });
  await expect(stranger.getCheckout("cs_test_1")).rejects.toMatchObject({
    type: "StripeAuthenticationError",
  });
});

test("does not treat the reuse of a key as a refusal, because there may be a session", async () => {
  await open();
  await expect(open(40)).rejects.toMatchObject({ type: "StripeIdempotencyError" });
});

test("reports a partial charge that was made in Stripe's dashboard", async () => {
  const sessionId = await authorised();
  server.account.capture(server.account.findSession(sessionId).payment_intent?.id ?? "", 5000);
  expect(await provider.getCheckout(sessionId)).toMatchObject({
    amountCents: 5000,
    capturedCents: 5000,
  });
});

test("accepts the signature that Stripe's SDK makes", () => {
  const payload = JSON.stringify({
    id: "evt_1",
    type: "any",
    data: { object: { object: "balance" } },
  });
  const timestamp = Math.floor(clock.now().getTime() / 1000);
  const { webhooks } = new Stripe(SECRET_KEY);
  const signed = (secret: string) =>
    webhooks.generateTestHeaderString({ payload, secret, timestamp });
  expect(provider.readEvent(payload, signed(WEBHOOK_SECRET), clock.now())).toMatchObject({
    id: "evt_1",
  });
  expect(() => provider.readEvent(payload, signed("whsec_another"), clock.now())).toThrow(
    "webhook_signature_invalid",
  );
});

test("a request that Stripe's published description does not allow fails its test", async () => {
  const other = await startStripe({ now: () => clock.now() });
  const { port } = new URL(other.url);
  const sdk = new Stripe(SECRET_KEY, {
    apiVersion: "2026-10-28.endive",
    host: "127.0.0.1",
    port,
    protocol: "http",
    telemetry: false,
  });
  const create = (given: object) => sdk.refunds.create(given as Stripe.RefundCreateParams);
  const wrong = { payment_intent: "p".repeat(5001), amount: "ten", reason: "rain", tip: 1 };
  await expect(create(wrong)).rejects.toMatchObject({ type: "StripeInvalidRequestError" });
  await expect(other.close()).rejects.toThrow(
    /refund: .*longer than 5000; refund: amount is not of type integer; refund: reason is none of .*; refund: tip is unknown/,
  );
});

describe("the test server", () => {
  const post = async (path: string, form: Record<string, string>, key = SECRET_KEY) => {
    const response = await fetch(server.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "stripe-version": "2026-10-28.endive" },
      body: new URLSearchParams(form),
    });
    return { status: response.status, body: await response.json() };
  };
  const right = (): Record<string, string> => ({
    mode: "payment",
    success_url: "https://caydrive.example/done",
    "line_items[0][quantity]": "1",
    "line_items[0][price_data][currency]": "usd",
    "line_items[0][price_data][unit_amount]": "100",
    "line_items[0][price_data][product_data][name]": "Rental",
    "payment_intent_data[capture_method]": "manual",
    "metadata[anything]": "goes",
  });

  test("accepts what Stripe's API description names", async () => {
    expect(await post("/v1/checkout/sessions", right())).toMatchObject({
      status: 200,
      body: { amount_total: 100 },
    });
    expect((await post("/v1/checkout/sessions", right(), "sk_test_another")).status).toBe(401);
  });

  test.each([
    ["unknown", { tip: "1" }, { code: "parameter_unknown", param: "tip" }],
    ["from an older version", { "payment_method_types[0]": "card" }, { code: "parameter_unknown" }],
    [
      "unknown and nested",
      { "line_items[0][price_data][tip]": "1" },
      { param: "line_items[0][price_data][tip]" },
    ],
    ["missing", { "line_items[0][price_data][currency]": "" }, { code: "parameter_missing" }],
    [
      "not an integer",
      { expires_at: "soon" },
      { code: "parameter_invalid_integer", param: "expires_at" },
    ],
    [
      "not a whole number of cents",
      { "line_items[0][price_data][unit_amount]": "1.5" },
      { code: "parameter_invalid_integer" },
    ],
    ["not boolean", { "adaptive_pricing[enabled]": "no" }, { param: "adaptive_pricing[enabled]" }],
    ["not a listed choice", { submit_type: "rent" }, { param: "submit_type" }],
    [
      "not a list",
      { allowed_payment_method_types: "card" },
      { param: "allowed_payment_method_types" },
    ],
    ["not a map", { metadata: "b1" }, { param: "metadata" }],
  ])("refuses a parameter that is %s", async (_, change, error) => {
    const form = Object.fromEntries(
      Object.entries({ ...right(), ...change }).filter(([, value]) => value !== ""),
    );
    expect(await post("/v1/checkout/sessions", form)).toMatchObject({
      status: 400,
      body: { error },
    });
    expect(server.account.sessions.size).toBe(0);
  });
});
