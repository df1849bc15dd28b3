// Disputes in the sandbox, as opened and decided by a cardholder's bank.
import { PaymentRefused, type CheckoutState } from "./provider.ts";
import { changeCheckout, type SandboxEdges } from "./sandbox-changes.ts";
import { toIntentId, type SandboxCheckout } from "./sandbox-states.ts";

/** The checkout whose charge is disputed. */
export const findDisputed = (
  { db }: SandboxEdges,
  disputeId: string,
): Promise<SandboxCheckout | undefined> =>
  db
    .selectFrom("sandbox_checkouts")
    .selectAll()
    .where("intent_id", "=", toIntentId(disputeId))
    .where("dispute_status", "is not", null)
    .executeTakeFirst();

export const openDispute = (cents: number, now: Date) => ({
  dispute_status: "needs_response" as const,
  dispute_cents: cents,
  disputed_at: now.toISOString(),
});

/**
 * The cardholder's bank takes back what was charged and not refunded.
 * @throws PaymentRefused when there is nothing to dispute
 */
export const disputeInSandbox = (edges: SandboxEdges, sessionId: string): Promise<CheckoutState> =>
  changeCheckout(edges, sessionId, (row) => {
    const cents = row.captured_cents - row.refunded_cents;
    if (row.dispute_status !== null || cents === 0)
      throw new PaymentRefused("there is nothing to dispute");
    return { set: openDispute(cents, edges.clock.now()), events: ["charge.dispute.created"] };
  });

/** The bank decides the dispute. @throws PaymentRefused for a dispute that is not open */
export const closeDisputeInSandbox = (
  edges: SandboxEdges,
  sessionId: string,
  outcome: "won" | "lost",
): Promise<CheckoutState> =>
  changeCheckout(edges, sessionId, (row) => {
    if (row.dispute_status !== "needs_response")
      throw new PaymentRefused("there is no open dispute");
    return { set: { dispute_status: outcome }, events: ["charge.dispute.closed"] };
  });
