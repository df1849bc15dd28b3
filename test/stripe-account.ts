// A simulated Stripe account: its sessions, intents, charges, refunds and disputes, the effects of
// test cards and API calls, and the resulting events. stripe-server.ts serves it over HTTP.
import { newCharge, newDispute, newId, newIntent } from "./stripe-new-objects.ts";
import { openBalance } from "./stripe-balance.ts";
import { openCustomers } from "./stripe-customers.ts";
import {
  API_VERSION,
  present,
  StripeError,
  type StripeCharge,
  type StripeDispute,
  type Intent,
  type NewLaterCharge,
  type NewSession,
  type StripePayout,
  type StripeRefundObject,
  type StripeSession,
  type StripeEvent,
} from "./stripe-objects.ts";

export type FakeStripeAccount = ReturnType<typeof openAccount>;

/** Opens an empty account. `now` is its clock; `send` receives each event. */
export function openAccount({
  now,
  url,
  send,
}: {
  now: () => Date;
  url: () => string;
  send: (event: StripeEvent) => void;
}) {
  const sessions = new Map<string, StripeSession & { intent: NewSession["intent"] }>();
  const intents = new Map<string, Intent>();
  const refunds: StripeRefundObject[] = [];
  const disputes: StripeDispute[] = [];
  const seconds = (): number => Math.floor(now().getTime() / 1000);

  const happened = (
    type: string,
    object: StripeSession | Intent | StripeCharge | StripeDispute | StripePayout,
  ): void =>
    send({
      id: newId("evt"),
      object: "event",
      api_version: API_VERSION,
      created: seconds(),
      livemode: false,
      type,
      data: { object: present(object) },
    });

  const customers = openCustomers({ intents, seconds, happened });
  const balance = openBalance(seconds, happened);
  const { move } = balance;

  function findSession(id: string): StripeSession & { intent: NewSession["intent"] } {
    const session = sessions.get(id);
    if (!session)
      throw new StripeError(404, {
        code: "resource_missing",
        param: "session",
        message: `No such checkout.session: ${id}`,
      });
    if (session.status === "open" && seconds() >= session.expires_at) end(session);
    return session;
  }
  function end(session: StripeSession): void {
    session.status = "expired";
    session.url = null;
    if (session.payment_intent) session.payment_intent.status = "canceled";
    happened("checkout.session.expired", session);
  }
  function findIntent(id: string): Intent {
    const intent = intents.get(id);
    if (intent) return intent;
    throw new StripeError(404, {
      code: "resource_missing",
      param: "intent",
      message: `No such payment_intent: '${id}'`,
    });
  }
  const unexpected = (intent: Intent, verb: string): StripeError =>
    new StripeError(400, {
      code: "payment_intent_unexpected_state",
      message: `This PaymentIntent could not be ${verb} because it has a status of ${intent.status}.`,
    });
  const toCharge = (intent: Intent): StripeCharge => {
    if (!intent.latest_charge) throw new Error(`${intent.id} was never charged`);
    return intent.latest_charge;
  };

  return {
    sessions,
    refunds,
    customers,
    findIntent,
    /** Creates and confirms an intent without the customer. */
    chargeLater({ capture_method: method, ...given }: NewLaterCharge): Intent {
      const intent = customers.confirm(customers.begin(given));
      if (method !== "manual") return this.capture(intent.id);
      toCharge(intent).payment_method_details.card.capture_before = seconds() + 7 * 86_400;
      return intent;
    },
    disputes,
    balance,
    findDispute(id: string): StripeDispute {
      const dispute = disputes.find((each) => each.id === id);
      if (dispute) return dispute;
      throw new StripeError(404, {
        code: "resource_missing",
        param: "dispute",
        message: `No such dispute: '${id}'`,
      });
    },
    findSession,
    createSession({ intent, ...given }: NewSession): StripeSession {
      const id = newId("cs_test");
      const session = {
        id,
        object: "checkout.session" as const,
        status: "open" as const,
        payment_intent: null, // Created when the customer pays.
        payment_status: "unpaid" as const,
        customer: null,
        url: `${url()}/c/pay/${id}`,
        created: seconds(),
        intent,
        ...given,
      };
      sessions.set(id, session);
      return session;
    },
    expireSession(id: string): StripeSession {
      const session = findSession(id);
      if (session.status !== "open")
        throw new StripeError(400, {
          message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
        });
      end(session);
      return session;
    },
    capture(id: string, amount?: number): Intent {
      const intent = findIntent(id);
      if (intent.status !== "requires_capture") throw unexpected(intent, "captured");
      const charge = toCharge(intent);
      intent.status = "succeeded";
      intent.amount_received = amount ?? intent.amount;
      Object.assign(charge, { captured: true, amount_captured: intent.amount_received });
      charge.balance_transaction = move(
        "charge",
        charge,
        intent.amount_received,
        Math.round(intent.amount_received * 0.029) + 30,
      );
      happened("payment_intent.succeeded", intent);
      return intent;
    },
    cancel(id: string): Intent {
      const intent = findIntent(id);
      if (intent.status === "succeeded" || intent.status === "canceled")
        throw unexpected(intent, "canceled");
      intent.status = "canceled";
      // Stripe records the release of an uncaptured charge as its refund.
      if (intent.latest_charge)
        Object.assign(intent.latest_charge, { refunded: true, amount_refunded: intent.amount });
      happened("payment_intent.canceled", intent);
      return intent;
    },
    refund(
      id: string,
      given: { amount: number | undefined; metadata: Record<string, string> },
    ): StripeRefundObject {
      const intent = findIntent(id);
      const charge = intent.latest_charge;
      if (intent.status !== "succeeded" || !charge)
        throw new StripeError(400, {
          message: "This PaymentIntent does not have a successful charge to refund.",
        });
      if (disputes.some((each) => each.charge === charge.id && each.status !== "won"))
        throw new StripeError(400, {
          code: "charge_disputed",
          message: "The charge has been charged back.",
        });
      const left = charge.amount_captured - charge.amount_refunded;
      const amount = given.amount ?? left;
      if (left === 0)
        throw new StripeError(400, {
          code: "charge_already_refunded",
          message: "Charge has already been refunded.",
        });
      if (amount <= 0 || amount > left)
        throw new StripeError(400, {
          param: "amount",
          message: `Refund amount is greater than unrefunded amount on charge.`,
        });
      charge.amount_refunded += amount;
      charge.refunded = charge.amount_refunded === charge.amount_captured;
      const refund: StripeRefundObject = {
        id: newId("re"),
        object: "refund",
        amount,
        currency: intent.currency,
        charge: charge.id,
        payment_intent: id,
        metadata: given.metadata,
        status: "succeeded",
      };
      refunds.unshift(refund);
      move("refund", refund, -amount);
      happened("charge.refunded", charge);
      return refund;
    },

    explainRefund(id: string, metadata: Record<string, string>): StripeRefundObject {
      const refund = refunds.find((each) => each.id === id);
      if (!refund)
        throw new StripeError(404, {
          code: "resource_missing",
          message: `No such refund: '${id}'`,
        });
      Object.assign(refund.metadata, metadata);
      return refund;
    },

    /** The bank has returned a refund: its money is with us again. */
    failRefund(refund: StripeRefundObject): void {
      refund.status = "failed";
      move("refund_failure", refund, refund.amount);
      const charge = toCharge(findIntent(refund.payment_intent));
      Object.assign(charge, {
        amount_refunded: charge.amount_refunded - refund.amount,
        refunded: false,
      });
    },
    /** Pays on Stripe's page with one of its test cards. */
    pay(
      sessionId: string,
      card = "4242424242424242",
      confirmed = false,
    ): "paid" | "declined" | "needs_confirmation" {
      const session = findSession(sessionId);
      if (session.status !== "open") throw new Error(`the checkout is ${session.status}`);
      const intent = (session.payment_intent ??= newIntent(session));
      intents.set(intent.id, intent);
      if (card === "4000000000000002" || card === "4000000000009995") {
        happened("payment_intent.payment_failed", intent);
        return "declined";
      }
      if (["4000002500003155", "4000002760003184"].includes(card) && !confirmed) {
        intent.status = "requires_action";
        return "needs_confirmation";
      }
      intent.status = "requires_capture";
      intent.latest_charge = newCharge(intent, card);
      const customer = customers.attach(intent, card);
      Object.assign(session, { status: "complete", customer, url: null });
      happened("payment_intent.amount_capturable_updated", intent);
      happened("checkout.session.completed", session);
      return "paid";
    },
    /** Disputes a charge, or opens an inquiry of the bank; `outcome` closes the dispute. */
    dispute(
      sessionId: string,
      isInquiry = false,
    ): { dispute: StripeDispute; takeBack: () => void; close: (outcome: "won" | "lost") => void } {
      const intent = findSession(sessionId).payment_intent;
      if (!intent) throw new Error("nothing was paid");
      const charge = toCharge(intent);
      charge.disputed = true;
      const dispute = newDispute(charge, intent.currency, seconds());
      const takeBack = (): void => {
        dispute.status = "needs_response";
        dispute.balance_transactions.push(move("dispute", dispute, -dispute.amount, 1500));
      };
      if (!isInquiry) takeBack();
      disputes.unshift(dispute);
      happened("charge.dispute.created", dispute);
      return {
        dispute,
        takeBack() {
          takeBack();
          happened("charge.dispute.funds_withdrawn", dispute);
        },
        close(outcome) {
          dispute.status = outcome;
          if (outcome === "won")
            dispute.balance_transactions.push(move("dispute_reversal", dispute, dispute.amount));
          happened("charge.dispute.closed", dispute);
        },
      };
    },
  };
}
