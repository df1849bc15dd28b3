// The sandbox's own side: its checkout page, payments with test cards, and the bank that decides a
// dispute.
import { randomUUID } from "node:crypto";
import { DomainError } from "../../../domain/errors.ts";
import { PaymentRefused } from "./provider.ts";
import { openSandbox } from "./sandbox.ts";
import { changeCheckout, type SandboxEdges } from "./sandbox-changes.ts";
import { closeDisputeInSandbox, findDisputed } from "./sandbox-disputes.ts";
import { authorisedUntil, type SandboxCheckout, type WebhookMode } from "./sandbox-states.ts";

/**
 * Stripe's test cards that the sandbox knows. Any other number that passes the Luhn check succeeds.
 */
const CARDS: Record<string, "card_declined" | "insufficient_funds" | "authentication_required"> = {
  "4000000000000002": "card_declined",
  "4000000000009995": "insufficient_funds",
  "4000002500003155": "authentication_required",
  "4000002760003184": "authentication_required",
};

const newSavedCard = () => ({
  customer_id: `cus_test_${randomUUID().replaceAll("-", "")}`,
  payment_method_id: `pm_test_${randomUUID().replaceAll("-", "")}`,
});

/** What the checkout page shows. */
export const findSandboxCheckout = async (
  edges: SandboxEdges,
  sessionId: string,
): Promise<SandboxCheckout> => {
  await openSandbox(edges).getCheckout(sessionId);
  const row = await edges.db
    .selectFrom("sandbox_checkouts")
    .selectAll()
    .where("id", "=", sessionId)
    .executeTakeFirst();
  if (!row) throw new DomainError("not_found", { what: "checkout" });
  return row;
};

export interface CardEntry {
  number: string;
  confirmed: boolean;
  webhooks: WebhookMode;
}

/**
 * Pays on the checkout page.
 * @throws DomainError payment_declined (the session stays open for another card),
 * payment_session_closed.
 */
export async function payInSandbox(
  edges: SandboxEdges,
  sessionId: string,
  card: CardEntry,
): Promise<"paid" | "needs_confirmation"> {
  await findSandboxCheckout(edges, sessionId);
  const behaviour = CARDS[card.number];
  const outcome = {
    state: "paid" as "paid" | "needs_confirmation" | "card_declined" | "insufficient_funds",
  };
  await changeCheckout(edges, sessionId, (row) => {
    if (row.session_status !== "open")
      throw new DomainError("payment_session_closed", { state: row.session_status });
    const chosen = { webhooks: card.webhooks, card_last4: card.number.slice(-4) };
    if (behaviour === "card_declined" || behaviour === "insufficient_funds") {
      outcome.state = behaviour;
      return { set: chosen, events: [] };
    }
    if (behaviour === "authentication_required" && !card.confirmed) {
      outcome.state = "needs_confirmation";
      return { set: { ...chosen, intent_status: "requires_action" }, events: [] };
    }
    return {
      set: {
        ...chosen,
        ...(row.saves_card && newSavedCard()),
        session_status: "complete",
        intent_status: "requires_capture",
        capture_before: authorisedUntil(edges.clock.now()),
      },
      events: ["payment_intent.amount_capturable_updated", "checkout.session.completed"],
    };
  });
  // Thrown after the transaction, so that the record of the attempt is kept.
  const { state } = outcome;
  if (state === "card_declined" || state === "insufficient_funds")
    throw new DomainError("payment_declined", { reason: state });
  return state;
}

/**
 * Decides a dispute as the cardholder's bank.
 * @throws DomainError not_found, dispute_decided
 */
export async function decideDispute(
  edges: SandboxEdges,
  disputeId: string,
  outcome: "won" | "lost",
): Promise<void> {
  const row = await findDisputed(edges, disputeId);
  if (!row) throw new DomainError("not_found", { what: "dispute" });
  try {
    await closeDisputeInSandbox(edges, row.id, outcome);
  } catch (error) {
    throw error instanceof PaymentRefused ? new DomainError("dispute_decided") : error;
  }
}
