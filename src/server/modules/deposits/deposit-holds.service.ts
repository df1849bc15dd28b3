// Asks the card provider about one hold of a deposit, and stores the answer.
import type { CardHold } from "../../platform/payments/holds/card-hold.ts";
import { depositCaptured, depositRefunded, providerFee } from "../../../domain/money/ledger.ts";
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import { REFUSED_HOURS } from "../../../domain/money/deposit/deposit.ts";
import { DomainError } from "../../../domain/errors.ts";
import { inTransaction, type Ctx } from "../../platform/context.ts";
import { PaymentRefused } from "../../platform/payments/provider.ts";
import { getDetails } from "../bookings/bookings.service.ts";
import { book } from "../ledger/ledger.service.ts";
import {
  captureCardHold,
  closePaymentPage,
  holdCard,
  readCardHold,
  readPaymentPage,
  releaseCardHold,
} from "../payments/payments.service.ts";
import { reportHold } from "./deposit-providers.service.ts";
import { storeProvidedCard } from "./provided-card.service.ts";
import {
  countAttempt,
  findClaims,
  findHolds,
  lockDeposit,
  sumDecided,
  updateHold,
  type HoldRow,
} from "./deposits.repository.ts";

type Change = Partial<HoldRow>;
const NO_CARD = { customer_id: null, payment_method_id: null };

/**
 * Stores the outcome of a hold, unless another process already has, and books a capture.
 * @param from the state in which the provider was asked
 * @returns the hold's stored intent
 */
const store = (
  ctx: Ctx,
  { id, booking_id, state: from }: HoldRow,
  change: Change,
): Promise<string | null> =>
  inTransaction(ctx, async (tx) => {
    await lockDeposit(tx.db, booking_id);
    const hold = (await findHolds(tx.db, booking_id)).find((each) => each.id === id);
    if (!hold || hold.state !== from) return hold?.intent_id ?? null;
    const now = tx.clock.now().toISOString();
    const isOver = ["captured", "released", "declined", "expired", "ended"];
    const { state = from } = change;
    await updateHold(tx.db, id, {
      attempts: 0,
      ...change,
      ...(isOver.includes(state) && hold.ended_at === null ? { ended_at: now } : {}),
    });
    const intent = change.intent_id ?? hold.intent_id;
    if (state !== "captured") return intent;
    const { host_id } = await getDetails(tx.db, booking_id);
    const cents = change.captured_cents ?? hold.captured_cents;
    const decidedCents = sumDecided(await findClaims(tx.db, booking_id));
    const captured = depositCaptured(host_id, { cents, decidedCents });
    await book(tx, `deposit_hold:${id}:captured`, captured, booking_id);
    const fee = change.fee_cents ?? 0;
    if (fee > 0) await book(tx, `deposit_hold:${id}:provider_fee`, providerFee(fee), booking_id);
    return intent;
  });

/** A refusal that is not the card's fault is reported, and the call is tried again. */
async function unlessRefused<T>(ctx: Ctx, hold: HoldRow, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    await reportHold(ctx, hold, "deposit_refused", { refusal: error.message });
    throw new DomainError("payment_provider_failed");
  }
}

/**
 * Makes a requested hold or capture, or asks about an earlier attempt.
 * @param isHoldNeeded whether a hold that was not made is still needed
 * @throws DomainError payment_provider_failed
 */
export async function askAboutHold(
  ctx: Ctx,
  hold: HoldRow,
  { isHoldNeeded }: { isHoldNeeded: boolean },
): Promise<void> {
  await countAttempt(ctx.db, hold.id, ctx.clock.now());
  if (hold.state === "requested") return requestHold(ctx, hold, isHoldNeeded);
  const { intent_id: intentId, capture_cents: cents } = hold;
  if (intentId === null) return;
  if (hold.state === "capturing" && cents !== null) {
    const captured = await unlessRefused(ctx, hold, () => captureCardHold(ctx, intentId, cents));
    await storeProvided(ctx, hold, captured);
    return;
  }
  const provided = await readCardHold(ctx, intentId);
  if (!provided) return reportHold(ctx, hold, "deposit_unknown");
  if (hold.state === "captured") await compareCaptured(ctx, hold, provided);
  else await storeProvided(ctx, hold, provided);
}

async function requestHold(ctx: Ctx, hold: HoldRow, isHoldNeeded: boolean): Promise<void> {
  const { customer_id: customerId, payment_method_id: paymentMethodId } = hold;
  const decline = async (reason: NonNullable<HoldRow["declined"]>, intent_id: string | null) => {
    await store(ctx, hold, { state: "declined", declined: reason, intent_id, ...NO_CARD });
  };
  const end = async (intent_id: string | null) => {
    await store(ctx, hold, { state: "ended", intent_id, ...NO_CARD });
  };
  if (customerId === null || paymentMethodId === null) return decline("no_card", null);
  const booking = await getDetails(ctx.db, hold.booking_id);
  const made = await holdCard(ctx, {
    customerId,
    paymentMethodId,
    idempotencyKey: `deposit_hold_${hold.id}`,
    requestedSince: new Date(hold.requested_at),
    holdId: hold.id,
    renterId: booking.renter_id,
    amountCents: hold.amount_cents,
    description: `Deposit, ${formatBookingNumber(booking.number)}`,
    onlyAsks: !isHoldNeeded,
  }).catch(async (error: unknown) => {
    if (!(error instanceof PaymentRefused)) throw error;
    await reportHold(ctx, hold, "deposit_refused", { refusal: error.message });
    return { outcome: "refused" as const };
  });
  switch (made.outcome) {
    case "refused":
      // Nothing was held. If our account can't hold cards, waiting longer doesn't help.
      if (!isHoldNeeded) return end(null);
      if (isRefusedForLong(hold, ctx.clock.now())) return decline("declined", null);
      throw new DomainError("payment_provider_failed");
    case "no_card":
      return decline("no_card", null);
    case "never_requested":
      return end(null);
    case "ended":
      return end(made.intentId);
    case "held":
    case "captured":
      if ((await storeProvided(ctx, hold, made)) !== made.intentId)
        // Another process has given up the request in the meantime.
        await unlessRefused(ctx, hold, () => releaseCardHold(ctx, made.intentId));
      return;
    case "declined":
    case "needs_authentication":
      // Stored before the hold is cancelled, because a cancelled hold no longer says that the card
      // was declined. Until then only the renter could complete it, but has no page to do so.
      await decline(made.outcome, made.intentId);
      await unlessRefused(ctx, hold, () => releaseCardHold(ctx, made.intentId));
  }
}

const isRefusedForLong = ({ requested_at }: HoldRow, now: Date): boolean =>
  now.getTime() - Date.parse(requested_at) >= REFUSED_HOURS * 3_600_000;

/**
 * Stores a hold as the provider has it: it lasts, has ended, or was captured.
 * @returns the hold's intent, as it is stored now
 */
async function storeProvided(ctx: Ctx, hold: HoldRow, provided: CardHold): Promise<string | null> {
  const { outcome, intentId: intent_id, captureBefore, cardLast4 } = provided;
  if (provided.amountCents !== hold.amount_cents || provided.currency !== "usd")
    await reportHold(ctx, hold, "deposit_differs", {
      ours: { amount_cents: hold.amount_cents, currency: "usd" },
      provider: { amount_cents: provided.amountCents, currency: provided.currency },
    });
  const held = {
    intent_id,
    capture_before: captureBefore?.toISOString() ?? null,
    card_last4: cardLast4,
    held_at: hold.held_at ?? ctx.clock.now().toISOString(),
    ...NO_CARD,
  };
  if (outcome === "held")
    return hold.state === "capturing" ? intent_id : store(ctx, hold, { ...held, state: "active" });
  if (outcome !== "captured")
    return store(ctx, hold, { state: "ended", ...(hold.held_at === null ? {} : held) });
  // A requested hold or a page that somebody else has captured is stored as held first.
  if (hold.state === "requested" || hold.state === "page")
    return store(ctx, hold, { ...held, state: "active" });
  if (hold.state !== "capturing" || provided.capturedCents !== hold.capture_cents)
    await reportHold(ctx, hold, "deposit_captured_elsewhere", {
      captured_cents: provided.capturedCents,
    });
  return store(ctx, hold, {
    ...held,
    state: "captured",
    captured_cents: provided.capturedCents,
    fee_cents: provided.feeCents,
  });
}

/** Stores a fee that was unknown, and books and reports what was refunded in the dashboard. */
async function compareCaptured(ctx: Ctx, hold: HoldRow, provided: CardHold): Promise<void> {
  if (provided.outcome !== "captured" || provided.capturedCents !== hold.captured_cents)
    return reportHold(ctx, hold, "deposit_differs", {
      ours: { amount_cents: hold.captured_cents, state: "captured" },
      provider: { amount_cents: provided.capturedCents, state: provided.outcome },
    });
  if (hold.fee_cents === null && provided.feeCents !== null)
    await store(ctx, hold, { fee_cents: provided.feeCents });
  const more = provided.refundedCents - hold.refunded_cents;
  if (more <= 0) return;
  await inTransaction(ctx, async (tx) => {
    await lockDeposit(tx.db, hold.booking_id);
    await updateHold(tx.db, hold.id, { refunded_cents: provided.refundedCents });
    const key = `deposit_hold:${hold.id}:refunded:${provided.refundedCents}`;
    await book(tx, key, depositRefunded(more), hold.booking_id);
    await reportHold(tx, hold, "deposit_refunded", { refunded_cents: provided.refundedCents });
  });
}

/**
 * Releases a hold, or closes a page. A card that was authorised on the page is released too.
 * @throws DomainError payment_provider_failed
 */
export async function releaseHold(ctx: Ctx, hold: HoldRow): Promise<void> {
  await countAttempt(ctx.db, hold.id, ctx.clock.now());
  if (hold.state === "page") return closePage(ctx, hold);
  const { intent_id: intentId } = hold;
  if (intentId === null) return;
  const provided = await unlessRefused(ctx, hold, () => releaseCardHold(ctx, intentId));
  if (provided.outcome === "captured") await storeProvided(ctx, hold, provided);
  else await store(ctx, hold, { state: "released" });
}

async function closePage(ctx: Ctx, hold: HoldRow): Promise<void> {
  // Nobody has the URL of a page that is not stored. The caller that opened it closes it.
  const state = hold.session_id === null ? undefined : await closePaymentPage(ctx, hold.session_id);
  // The card is deleted when the deposit ends.
  await storeProvidedCard(ctx, hold.booking_id, state?.savedCard ?? null);
  if (state?.intent === "requires_capture") {
    await reportHold(ctx, hold, "deposit_refused", { refusal: "The page was not released." });
    throw new DomainError("payment_provider_failed");
  }
  // A capture in the dashboard has to be in the ledger.
  const provided =
    state?.intent === "succeeded" && state.intentId !== null
      ? await readCardHold(ctx, state.intentId)
      : undefined;
  if (provided) await storeProvided(ctx, hold, provided);
  else await store(ctx, hold, { state: "expired", checkout_url: null });
}

/**
 * Stores the card that was authorised on a page, or that the page has expired.
 * @returns whether it changed
 * @throws DomainError payment_provider_failed
 */
export async function settlePage(ctx: Ctx, hold: HoldRow): Promise<boolean> {
  const isPast =
    hold.page_expires_at !== null && Date.parse(hold.page_expires_at) <= ctx.clock.now().getTime();
  if (hold.session_id === null) {
    if (isPast) await store(ctx, hold, { state: "expired" });
    return isPast;
  }
  await countAttempt(ctx.db, hold.id, ctx.clock.now());
  const state = await readPaymentPage(ctx, hold.session_id);
  const isPaid = state?.intent === "requires_capture" || state?.intent === "succeeded";
  if (isPaid && state.intentId !== null) {
    const provided = await readCardHold(ctx, state.intentId);
    if (provided?.outcome === "held" || provided?.outcome === "captured") {
      await storeProvidedCard(ctx, hold.booking_id, state.savedCard);
      await storeProvided(ctx, { ...hold, held_at: null }, provided);
      return true;
    }
  }
  const isOver = state === undefined || state.session === "expired" || state.intent === "canceled";
  if (isOver) await store(ctx, hold, { state: "expired", checkout_url: null });
  return isOver;
}
