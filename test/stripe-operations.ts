// The calls of Stripe's API that the test server answers: their paths, their parameters, and what
// each does to the simulated account.
import type { FakeStripeAccount } from "./stripe-account.ts";
import { StripeError, type NewLaterCharge, type NewSession } from "./stripe-objects.ts";
import type { Wire } from "./stripe-parameters.ts";

type Parameters = Record<string, Wire>;
export interface StripeOperation {
  method: "GET" | "POST" | "DELETE";
  path: RegExp;
  /** The SDK interface that declares its parameters. */
  parameters: string;
  run(account: FakeStripeAccount, id: string, given: Parameters, now: Date): object;
}

const word = (value: Wire | undefined): string | null => (typeof value === "string" ? value : null);
const whole = (value: Wire | undefined): number | undefined =>
  typeof value === "string" ? Number(value) : undefined;
const map = (value: Wire | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(value ?? {}).map(([key, each]) => [key, String(each)]));
const wrong = (param: string, message: string): StripeError =>
  new StripeError(400, { param, message });

export const OPERATIONS: Record<string, StripeOperation> = {
  open: {
    method: "POST",
    path: /^\/v1\/checkout\/sessions$/,
    parameters: "Checkout.SessionCreateParams",
    run: (account, _, given, now) => account.createSession(readSession(given, now)),
  },
  ask: {
    method: "GET",
    path: /^\/v1\/checkout\/sessions\/(\w+)$/,
    parameters: "Checkout.SessionRetrieveParams",
    run: (account, id) => account.findSession(id),
  },
  list: {
    method: "GET",
    path: /^\/v1\/checkout\/sessions$/,
    parameters: "Checkout.SessionListParams",
    run: (account, _, given) => {
      const { gte = 0, lte = Infinity } = map(given["created"]);
      const within = ({ created }: { created: number }) =>
        created >= Number(gte) && created <= Number(lte);
      return list("/v1/checkout/sessions", [...account.sessions.values()].filter(within));
    },
  },
  expire: {
    method: "POST",
    path: /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
    parameters: "Checkout.SessionExpireParams",
    run: (account, id) => account.expireSession(id),
  },
  capture: {
    method: "POST",
    path: /^\/v1\/payment_intents\/(\w+)\/capture$/,
    parameters: "PaymentIntentCaptureParams",
    run: (account, id, given) => account.capture(id, whole(given["amount_to_capture"])),
  },
  cancel: {
    method: "POST",
    path: /^\/v1\/payment_intents\/(\w+)\/cancel$/,
    parameters: "PaymentIntentCancelParams",
    run: (account, id) => account.cancel(id),
  },
  chargeLater: {
    method: "POST",
    path: /^\/v1\/payment_intents$/,
    parameters: "PaymentIntentCreateParams",
    run: (account, _, given) => account.chargeLater(readLaterCharge(given)),
  },
  askIntent: {
    method: "GET",
    path: /^\/v1\/payment_intents\/(\w+)$/,
    parameters: "PaymentIntentRetrieveParams",
    run: (account, id) => account.findIntent(id),
  },
  listIntents: {
    method: "GET",
    path: /^\/v1\/payment_intents$/,
    parameters: "PaymentIntentListParams",
    run: (account, _, given) =>
      list(
        "/v1/payment_intents",
        account.customers.list(
          word(given["customer"]) ?? undefined,
          whole(map(given["created"])["gte"]),
        ),
      ),
  },
  forget: {
    method: "DELETE",
    path: /^\/v1\/customers\/(\w+)$/,
    parameters: "CustomerDeleteParams",
    run: (account, id) => account.customers.delete(id),
  },
  refund: {
    method: "POST",
    path: /^\/v1\/refunds$/,
    parameters: "RefundCreateParams",
    run: (account, _, given) =>
      account.refund(word(given["payment_intent"]) ?? "", {
        amount: whole(given["amount"]),
        metadata: map(given["metadata"]),
      }),
  },
  explain: {
    method: "POST",
    path: /^\/v1\/refunds\/(\w+)$/,
    parameters: "RefundUpdateParams",
    run: (account, id, given) => account.explainRefund(id, map(given["metadata"])),
  },
  dispute: {
    method: "GET",
    path: /^\/v1\/disputes\/(\w+)$/,
    parameters: "DisputeRetrieveParams",
    run: (account, id) => account.findDispute(id),
  },
  disputes: {
    method: "GET",
    path: /^\/v1\/disputes$/,
    parameters: "DisputeListParams",
    run: (account, _, given) =>
      list(
        "/v1/disputes",
        account.disputes.filter(
          (dispute) => dispute.created >= (whole(map(given["created"])["gte"]) ?? 0),
        ),
      ),
  },
  payouts: {
    method: "GET",
    path: /^\/v1\/payouts$/,
    parameters: "PayoutListParams",
    run: (account, _, given) =>
      list(
        "/v1/payouts",
        account.balance.payouts.filter(
          (payout) => payout.created >= (whole(map(given["created"])["gte"]) ?? 0),
        ),
      ),
  },
  transactions: {
    method: "GET",
    path: /^\/v1\/balance_transactions$/,
    parameters: "BalanceTransactionListParams",
    run: (account, _, given) =>
      list(
        "/v1/balance_transactions",
        account.balance.list(
          word(given["payout"]) ?? undefined,
          Object.values(given["expand"] ?? {}).includes("data.source"),
        ),
      ),
  },
  refunds: {
    method: "GET",
    path: /^\/v1\/refunds$/,
    parameters: "RefundListParams",
    run: (account, _, given) =>
      list(
        "/v1/refunds",
        account.refunds.filter(({ payment_intent: of }) => of === given["payment_intent"]),
      ),
  },
};

const list = (url: string, data: readonly object[]) => ({
  object: "list",
  has_more: false,
  url,
  data,
});

/** What Stripe's documentation requires of a Checkout Session beyond its parameter types. */
function readSession(given: Parameters, now: Date): NewSession {
  const lines = Object.values(given["line_items"] ?? {}) as Parameters[];
  const prices = lines.map((line) => line["price_data"] as Parameters | undefined);
  if (given["mode"] !== "payment") throw wrong("mode", "this server knows payments only");
  if (lines.length === 0) throw wrong("line_items", "line_items is required in payment mode");
  if (!given["success_url"]) throw wrong("success_url", "success_url is required");
  for (const [index, price] of prices.entries()) {
    const at = `line_items[${index}]`;
    if (!price?.["product_data"])
      throw wrong(`${at}[price_data]`, "this server knows prices of their own only");
    if ((whole(price["unit_amount"]) ?? -1) < 0)
      throw wrong(`${at}[price_data][unit_amount]`, "Invalid non-negative integer");
    if (lines[index]?.["quantity"] === undefined)
      throw wrong(`${at}[quantity]`, "quantity is required");
  }
  const currencies = new Set(prices.map((price) => price?.["currency"]));
  if (currencies.size !== 1) throw wrong("line_items", "all prices must have one currency");
  const expiresAt = whole(given["expires_at"]) ?? now.getTime() / 1000 + 86_400;
  const ahead = expiresAt - now.getTime() / 1000;
  if (ahead < 30 * 60 || ahead > 24 * 3600)
    throw wrong(
      "expires_at",
      "The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.",
    );
  if ((word(given["client_reference_id"]) ?? "").length > 200)
    throw wrong("client_reference_id", "Invalid string: at most 200 characters");
  const intent = (given["payment_intent_data"] ?? {}) as Parameters;
  if (intent["capture_method"] !== "manual")
    throw wrong("payment_intent_data", "this server knows manual capture only");
  for (const metadata of [map(given["metadata"]), map(intent["metadata"])])
    for (const [key, value] of Object.entries(metadata))
      if (key.length > 40 || value.length > 500)
        throw wrong(`metadata[${key}]`, "Metadata is too long");
  return {
    amount_total: lines.reduce(
      (sum, line, index) =>
        sum + (whole(line["quantity"]) ?? 0) * (whole(prices[index]?.["unit_amount"]) ?? 0),
      0,
    ),
    currency: word(prices[0]?.["currency"]) ?? "",
    client_reference_id: word(given["client_reference_id"]),
    metadata: map(given["metadata"]),
    expires_at: expiresAt,
    intent: {
      description: word(intent["description"]),
      metadata: map(intent["metadata"]),
      setup_future_usage: intent["setup_future_usage"] === "off_session" ? "off_session" : null,
    },
  };
}

/** Stripe takes no charge below this, in cents of a US dollar. */
const SMALLEST_CHARGE = 50;

/** What Stripe's documentation requires of an off-session intent beyond its parameter types. */
function readLaterCharge(given: Parameters): NewLaterCharge {
  if (given["off_session"] !== "true" || given["confirm"] !== "true")
    throw wrong("off_session", "this server knows confirmed off-session intents only");
  const amount = whole(given["amount"]) ?? 0;
  if (amount < SMALLEST_CHARGE)
    throw new StripeError(400, {
      code: "amount_too_small",
      param: "amount",
      message: "Amount must be at least $0.50 usd",
    });
  return {
    amount,
    currency: word(given["currency"]) ?? "",
    description: word(given["description"]),
    metadata: map(given["metadata"]),
    customer: word(given["customer"]),
    payment_method: word(given["payment_method"]),
    capture_method: word(given["capture_method"]),
  };
}
