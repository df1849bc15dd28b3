// Holds on cards in the sandbox. A hold on a saved card is a checkout that nobody opens.
import type { CardHold, CardHoldRequest } from "./card-hold.ts";
import {
  PaymentRefused,
  type NeverRequested,
  type NoSavedCard,
  type PaymentProvider,
} from "../provider.ts";
import {
  changeCheckout,
  NOTHING,
  type SandboxEdges,
  type SandboxStep,
} from "../sandbox-changes.ts";
import { findByIntent, insertUnopened, REFUSALS } from "../sandbox-later-charges.ts";
import { authorisedUntil, sandboxFee, type SandboxCheckout } from "../sandbox-states.ts";

/** A card whose bank ends each hold after an hour, by its last four digits. */
const EARLY_ENDING_CARD = "7106";
const HOUR_MS = 3_600_000;

const OUTCOMES = {
  requires_capture: "held",
  succeeded: "captured",
  canceled: "ended",
  requires_payment_method: "declined",
  requires_action: "needs_authentication",
} as const;

function toCardHold(row: SandboxCheckout): CardHold {
  const isTaken = row.intent_status === "succeeded";
  return {
    intentId: row.intent_id,
    outcome: OUTCOMES[row.intent_status],
    amountCents: row.amount_cents,
    currency: row.currency,
    capturedCents: row.captured_cents,
    refundedCents: row.refunded_cents,
    feeCents: isTaken ? row.fee_cents : null,
    cardLast4: row.card_last4,
    captureBefore: row.capture_before === null ? null : new Date(row.capture_before),
  };
}

/** The bank ends a hold at its time, or early. */
function endIfDue(row: SandboxCheckout, now: Date): SandboxStep {
  if (row.intent_status !== "requires_capture" || row.capture_before === null) return NOTHING;
  const endsAt =
    row.card_last4 === EARLY_ENDING_CARD
      ? Date.parse(row.created_at) + HOUR_MS
      : Date.parse(row.capture_before);
  return now.getTime() < endsAt
    ? NOTHING
    : { set: { intent_status: "canceled" }, events: ["payment_intent.canceled"] };
}

/** The part of the payment interface that concerns holds. */
export function sandboxHolds(
  edges: SandboxEdges,
): Pick<PaymentProvider, "holdCard" | "getHold" | "captureHold" | "releaseHold"> {
  const find = (intentId: string) => findByIntent(edges, intentId).executeTakeFirst();
  /** Changes a hold that the bank has not ended. */
  async function change(
    intentId: string,
    step: (row: SandboxCheckout) => SandboxStep,
  ): Promise<CardHold> {
    const row = await find(intentId);
    if (!row) throw new PaymentRefused("no such hold");
    await changeCheckout(edges, row.id, (current) => {
      const end = endIfDue(current, edges.clock.now());
      return end === NOTHING ? step(current) : end;
    });
    return toCardHold(await findByIntent(edges, intentId).executeTakeFirstOrThrow());
  }
  return {
    holdCard: (request) => holdCard(edges, request),
    getHold: async (intentId) =>
      (await find(intentId)) ? change(intentId, () => NOTHING) : undefined,
    captureHold: (intentId, amountCents) =>
      change(intentId, (row) => {
        if (row.intent_status !== "requires_capture") return NOTHING;
        if (amountCents > row.amount_cents) throw new PaymentRefused("more than is held");
        return {
          set: {
            intent_status: "succeeded",
            captured_cents: amountCents,
            fee_cents: sandboxFee(amountCents),
          },
          events: ["payment_intent.succeeded"],
        };
      }),
    releaseHold: (intentId) =>
      change(intentId, (row) =>
        row.intent_status === "succeeded" || row.intent_status === "canceled"
          ? NOTHING
          : { set: { intent_status: "canceled" }, events: ["payment_intent.canceled"] },
      ),
  };
}

async function holdCard(
  edges: SandboxEdges,
  request: CardHoldRequest,
): Promise<CardHold | NoSavedCard | NeverRequested> {
  const find = () =>
    edges.db
      .selectFrom("sandbox_checkouts")
      .selectAll()
      .where("idempotency_key", "=", request.idempotencyKey);
  const isKnown = (await find().executeTakeFirst()) !== undefined;
  if (!isKnown && request.onlyAsks) return { outcome: "never_requested" };
  const unopened = { ...request, chargeId: request.holdId };
  if (!isKnown && !(await insertUnopened(edges, unopened))) return { outcome: "no_card" };
  const { id } = await find().executeTakeFirstOrThrow();
  await changeCheckout(edges, id, (row) => {
    if (row.session_status === "complete") return NOTHING;
    const { set, events } = REFUSALS[row.card_last4 ?? ""] ?? {
      set: {
        intent_status: "requires_capture",
        capture_before: authorisedUntil(edges.clock.now()),
      },
      events: ["payment_intent.amount_capturable_updated"],
    };
    return { set: { ...set, session_status: "complete" }, events };
  });
  return toCardHold(await find().executeTakeFirstOrThrow());
}
