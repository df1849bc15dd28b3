// Implements the payment interface with Stripe's SDK. It knows nothing of bookings.
import { Stripe } from "stripe";
import { readSignedEvent } from "./event.ts";
import type { DisputeState, PaymentProvider } from "./provider.ts";
import { findUnlessUnknown } from "./stripe-calls.ts";
import { holdMethods } from "./holds/stripe-holds.ts";
import { laterChargeMethods } from "./stripe-later-charges.ts";
import { checkoutMethods, openStripeCheckouts } from "./stripe-checkouts.ts";
import { payoutMethods } from "./stripe-payouts.ts";
import { makeRefund } from "./stripe-refunds.ts";
import { toDisputeState } from "./stripe-states.ts";

/** The API version of this SDK, whatever the account's default is. */
const API_VERSION = "2026-10-28.endive";

/** With one retry by the SDK, a page still gets our response within its 30 seconds. */
const TRY_MS = 8000;
const RETRIES = 1;

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Origin that replaces Stripe's API in tests. */
  url: string | undefined;
  tryMs?: number;
}

export function openStripe(settings: StripeSettings): PaymentProvider {
  const stripe = new Stripe(settings.secretKey, {
    apiVersion: API_VERSION,
    timeout: settings.tryMs ?? TRY_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...readHost(settings.url),
  });
  const checkouts = openStripeCheckouts(stripe);
  return {
    name: "stripe",
    ...checkoutMethods(stripe, checkouts),
    refund: (sessionId, amountCents, idempotencyKey, refusals = 0) =>
      makeRefund(stripe, checkouts, { sessionId, amountCents, idempotencyKey, refusals }),
    ...laterChargeMethods(stripe),
    ...holdMethods(stripe),
    getDispute: (disputeId) =>
      findUnlessUnknown(async () => toDisputeState(await stripe.disputes.retrieve(disputeId))),
    async listDisputes(since) {
      const found: DisputeState[] = [];
      const created = { gte: Math.floor(since.getTime() / 1000) };
      for await (const dispute of stripe.disputes.list({ created, limit: 100 }))
        found.push(toDisputeState(dispute));
      return found;
    },
    ...payoutMethods(stripe),
    readEvent: (rawBody, signature, now) =>
      readSignedEvent(rawBody, signature, { now, secret: settings.webhookSecret }),
  };
}

function readHost(
  url: string | undefined,
): Pick<Stripe.StripeConfig, "host" | "port" | "protocol"> {
  if (url === undefined) return {};
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === "https:";
  return {
    protocol: isSecure ? "https" : "http",
    host: hostname,
    port: port || (isSecure ? 443 : 80),
  };
}
