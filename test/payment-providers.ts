// The card providers that tests compare: the sandbox, and Stripe over HTTP against the test server.
import { randomUUID } from "node:crypto";
import { startTestApp, TEST_NOW, type TestApp } from "./harness.ts";
import { SECRET_KEY, startStripe, WEBHOOK_SECRET, type StripeServer } from "./stripe-server.ts";
import { fixedClock, type Clock } from "../src/server/platform/clock.ts";
import type {
  CheckoutRequest,
  PaymentProvider,
  SavedCard,
} from "../src/server/platform/payments/provider.ts";
import {
  closeDisputeInSandbox,
  disputeInSandbox,
} from "../src/server/platform/payments/sandbox-disputes.ts";
import { payInSandbox } from "../src/server/platform/payments/sandbox-page.ts";
import { openStripe } from "../src/server/platform/payments/stripe.ts";

export interface PaymentSubject {
  provider: PaymentProvider;
  clock: ReturnType<typeof fixedClock>;
  webhookSecret: string;
  /** Pays on the provider's page. */
  pay(sessionId: string, card?: string, confirmed?: boolean): Promise<unknown>;
  /** The cardholder's bank takes a charge back. The returned function closes the dispute. */
  dispute(sessionId: string): Promise<(outcome: "won" | "lost") => Promise<unknown>>;
  /** Lets the provider pay out what it holds, on a Monday. */
  payOut(): Promise<void>;
  close(): Promise<void>;
}

/** A checkout of $200.99, which can be paid for 31 minutes. */
export function makeCheckoutRequest(
  clock: Clock,
  given: Partial<CheckoutRequest> = {},
): CheckoutRequest {
  const bookingId = randomUUID();
  return {
    idempotencyKey: `checkout_${bookingId}`,
    bookingId,
    renterId: randomUUID(),
    customerEmail: "tamika@example.com",
    amountCents: 20_099,
    lineItems: [
      { name: "Rental", amountCents: 18_000 },
      { name: "Service fee", amountCents: 1800 },
      { name: "Processing fee", amountCents: 299 },
    ],
    description: "2023 Honda Fit, 5-8 December",
    note: "Your card is charged when you book.",
    warning: null,
    isHold: false,
    purpose: "book",
    savesCard: false,
    successUrl: "http://127.0.0.1:3000/booking-success?session_id={CHECKOUT_SESSION_ID}",
    cancelUrl: "http://127.0.0.1:3000/book/car",
    expiresAt: new Date(clock.now().getTime() + 31 * 60_000),
    ...given,
  };
}

async function startSandbox(): Promise<PaymentSubject> {
  const app: TestApp = await startTestApp();
  return {
    provider: app.ctx.payments,
    clock: app.clock,
    webhookSecret: app.ctx.keys.webhookSecret,
    pay: (sessionId, number = "4242424242424242", confirmed = false) =>
      payInSandbox(app.ctx, sessionId, { number, confirmed, webhooks: "never" }).catch(
        () => "declined",
      ),
    async dispute(sessionId) {
      await disputeInSandbox(app.ctx, sessionId);
      return (outcome) => closeDisputeInSandbox(app.ctx, sessionId, outcome);
    },
    payOut: async () => app.clock.set("2026-11-30T12:00:00.000Z"),
    close: () => app.close(),
  };
}

async function startStripeClient(): Promise<PaymentSubject> {
  const clock = fixedClock(TEST_NOW);
  const server = await startStripe({ now: () => clock.now() });
  return {
    provider: openStripe({ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, url: server.url }),
    clock,
    webhookSecret: WEBHOOK_SECRET,
    pay: async (sessionId, card, confirmed) => server.account.pay(sessionId, card, confirmed),
    async dispute(sessionId) {
      const { close } = server.account.dispute(sessionId);
      return async (outcome) => close(outcome);
    },
    async payOut() {
      clock.set("2026-11-30T12:00:00.000Z");
      server.account.balance.payOut();
    },
    close: () => server.close(),
  };
}

/** Stripe with a card that a checkout has saved. It gives up soon, for tests of lost responses. */
export async function startStripeWithCard(
  clock: Clock,
): Promise<{ server: StripeServer; provider: PaymentProvider; card: SavedCard }> {
  const server = await startStripe({ now: () => clock.now() });
  const provider = openStripe({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    url: server.url,
    tryMs: 300,
  });
  const { sessionId } = await provider.openCheckout(
    makeCheckoutRequest(clock, { savesCard: true }),
  );
  server.account.pay(sessionId);
  const card = (await provider.getCheckout(sessionId))?.savedCard;
  if (!card) throw new Error("the card was not saved");
  return { server, provider, card };
}

/** Each provider with a name for its tests. */
export const PAYMENT_PROVIDERS = [
  ["the sandbox", startSandbox],
  ["Stripe", startStripeClient],
] as const;
