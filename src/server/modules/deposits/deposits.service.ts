// Reads deposits for their trips, and takes the steps of renter and host.
import type { Deposit } from "../../../contract/bookings/deposits.ts";
import { DomainError } from "../../../domain/errors.ts";
import { partiesToBooking, type BookingParty } from "../../../domain/policies/booking.ts";
import { DEPOSIT_POLICY, type DepositStep } from "../../../domain/policies/deposit/deposit.ts";
import { authorize, isAllowed } from "../../../domain/policies/policy.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type User,
} from "../../platform/context.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import {
  getDetails,
  lockBooking,
  publishBookingChange,
  settleSoon as refundSoon,
} from "../bookings/bookings.service.ts";
import { cancelIn } from "../bookings/decisions/decisions.service.ts";
import { openCardPage } from "./deposit-card.service.ts";
import { notifyOfDeposit } from "../bookings/notifications/deposit-notifications.service.ts";
import { settleDeposit } from "./deposit-settlement.service.ts";
import { presentAhead, presentDeposit, toPolicyFacts } from "./deposits.presenter.ts";
import {
  findClaims,
  findDeposit,
  findHolds,
  lockDeposit,
  updateDeposit,
  type DepositRow,
} from "./deposits.repository.ts";

export { captureFromDeposit, holdDepositFor } from "./deposit-claims.service.ts";

/** The deposit of a booking, for a reader of the booking; null if there is none. */
export async function readDeposit(
  ctx: DataCtx,
  bookingId: string,
  party: BookingParty,
): Promise<Deposit | null> {
  const booking = await getDetails(ctx.db, bookingId);
  if (booking.deposit_cents === 0) return null;
  const deposit = await findDeposit(ctx.db, bookingId);
  if (!deposit) return booking.status === "approved" ? presentAhead(booking) : null;
  return presentDeposit(deposit, booking, {
    holds: await findHolds(ctx.db, bookingId),
    claims: await findClaims(ctx.db, bookingId),
    party,
    now: ctx.clock.now(),
  });
}

/** Whether a booking's deposit ended without a hold, so that nothing can be taken from it. */
export const hasDepositLapsed = async ({ db }: DbCtx, bookingId: string): Promise<boolean> =>
  (await findDeposit(db, bookingId))?.state === "lapsed";

/** Who takes a step, and the deposit, locked. @throws DomainError not_found, forbidden */
async function authorizeStep(
  ctx: DbCtx,
  user: User,
  bookingId: string,
  step: DepositStep,
): Promise<"renter" | "host"> {
  const parties = partiesToBooking(await getDetails(ctx.db, bookingId), user);
  return authorize<"renter" | "host">(DEPOSIT_POLICY[step], parties, "booking");
}

/** @throws DomainError not_found, deposit_closed */
async function lockFor(
  tx: DataCtx,
  bookingId: string,
  step: DepositStep,
  side: "renter" | "host",
): Promise<DepositRow> {
  const deposit = await lockDeposit(tx.db, bookingId);
  const reader = { party: side, now: tx.clock.now() };
  const facts = toPolicyFacts(deposit, await getDetails(tx.db, bookingId), reader);
  if (!isAllowed(DEPOSIT_POLICY[step], side, facts))
    throw new DomainError("deposit_closed", { state: deposit.state });
  return deposit;
}

/** Asks the provider now. If it does not answer, the sweep asks again. */
const settleSoon = (ctx: Ctx, bookingId: string): Promise<void> =>
  settleDeposit(ctx, bookingId).catch((error: unknown) =>
    ctx.log.warn({ err: error, deposit: bookingId }, "the card provider is asked again later"),
  );

/**
 * Opens a checkout page on which the renter provides another card.
 * @throws DomainError not_found, forbidden, deposit_closed, payment_provider_failed,
 * checkout_refused
 */
export async function provideCard(
  ctx: Ctx,
  user: User,
  bookingId: string,
): Promise<{ checkout_url: string }> {
  await authorizeStep(ctx, user, bookingId, "provide_card");
  return { checkout_url: await openCardPage(ctx, bookingId, user.id) };
}

/**
 * Asks the provider whether the renter has provided a card on the page.
 * @throws DomainError not_found, forbidden, payment_provider_failed
 */
export async function confirmCard(
  ctx: Ctx,
  user: User,
  bookingId: string,
): Promise<{ deposit: Deposit | null }> {
  const side = await authorizeStep(ctx, user, bookingId, "provide_card");
  await settleDeposit(ctx, bookingId, { asksAll: true });
  return { deposit: await readDeposit(ctx, bookingId, side) };
}

/**
 * A side reports that the car came back clean and undamaged. Once both have, the deposit is
 * released, unless a case is open.
 * @throws DomainError not_found, forbidden, deposit_closed
 */
export async function reportCleanReturn(
  ctx: Ctx,
  user: User,
  bookingId: string,
): Promise<{ deposit: Deposit | null }> {
  const side = await authorizeStep(ctx, user, bookingId, "report_clean");
  await inTransaction(ctx, async (tx) => {
    const deposit = await lockDeposit(tx.db, bookingId);
    // A repeat changes nothing.
    if (deposit[`${side}_clean_at`] !== null) return;
    await lockFor(tx, bookingId, "report_clean", side);
    const now = tx.clock.now().toISOString();
    await updateDeposit(tx.db, bookingId, { [`${side}_clean_at`]: now });
    await recordSideStep(tx, { side, user, bookingId, action: "deposit.clean" });
  });
  await settleSoon(ctx, bookingId);
  return { deposit: await readDeposit(ctx, bookingId, side) };
}

/**
 * Asks about an open page first, because a card that was authorised in time counts.
 * @throws DomainError payment_provider_failed
 */
async function askAboutPage(ctx: Ctx, bookingId: string): Promise<void> {
  const holds = await findHolds(ctx.db, bookingId);
  if (holds.some(({ state }) => state === "page"))
    await settleDeposit(ctx, bookingId, { asksAll: true });
}

/**
 * The host hands over the car although the deposit could not be held.
 * @throws DomainError not_found, forbidden, deposit_closed, payment_provider_failed
 */
export async function handOverWithoutDeposit(
  ctx: Ctx,
  user: User,
  bookingId: string,
): Promise<{ deposit: Deposit | null }> {
  const side = await authorizeStep(ctx, user, bookingId, "hand_over");
  await askAboutPage(ctx, bookingId);
  await inTransaction(ctx, async (tx) => {
    const before = await lockFor(tx, bookingId, "hand_over", side);
    const now = tx.clock.now().toISOString();
    const change = {
      state: "waived" as const,
      host_decision: "hand_over" as const,
      decided_at: now,
      act_by: null,
      updated_at: now,
      ended_at: now,
    };
    await updateDeposit(tx.db, bookingId, change);
    await recordSideStep(tx, { side, user, bookingId, action: "deposit.hand_over" });
    const booking = await getDetails(tx.db, bookingId);
    const holds = await findHolds(tx.db, bookingId);
    await notifyOfDeposit(tx, booking, {
      before,
      after: { ...before, ...change },
      holds,
      decidedCents: 0,
    });
  });
  await settleSoon(ctx, bookingId);
  return { deposit: await readDeposit(ctx, bookingId, side) };
}

/**
 * The host cancels because the renter provided no card in time. It stores "cancel" as
 * deposits.host_decision, which makes the cancellation free for the host, in the transaction of the
 * cancellation. If a card is authorised first, both are refused.
 * @throws DomainError not_found, forbidden, deposit_closed, transition_refused,
 * cancellation_too_late, car_is_out, payment_provider_failed
 */
export async function cancelForDeposit(
  ctx: Ctx,
  user: User,
  bookingId: string,
): Promise<{ deposit: Deposit | null }> {
  const side = await authorizeStep(ctx, user, bookingId, "cancel");
  await askAboutPage(ctx, bookingId);
  await inTransaction(ctx, async (tx) => {
    await lockBooking(tx.db, bookingId);
    await lockFor(tx, bookingId, "cancel", side);
    const now = tx.clock.now().toISOString();
    await updateDeposit(tx.db, bookingId, { host_decision: "cancel", decided_at: now });
    const reason = "The deposit could not be held on the renter's card.";
    await cancelIn(tx, user, bookingId, { reason, fee_cents: 0 });
    await recordSideStep(tx, { side, user, bookingId, action: "deposit.cancel" });
  });
  await refundSoon(ctx, bookingId);
  await settleSoon(ctx, bookingId);
  return { deposit: await readDeposit(ctx, bookingId, side) };
}

async function recordSideStep(
  tx: Ctx,
  step: {
    side: "renter" | "host";
    user: User;
    bookingId: string;
    action: "deposit.clean" | "deposit.hand_over" | "deposit.cancel";
  },
): Promise<void> {
  const { side, user, bookingId, action } = step;
  await recordAudit(tx, {
    actorKind: side,
    actorId: user.id,
    action,
    subjectType: "booking",
    subjectId: bookingId,
  });
  await publishBookingChange(tx, await getDetails(tx.db, bookingId));
}
