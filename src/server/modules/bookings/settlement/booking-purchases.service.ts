// Takes a booking's next step after a response of the card provider. The payments module asks and
// stores, and calls this with the booking locked.
import {
  isBookingCharged,
  transitionOnAuthorisation,
  type BookingFacts,
  type TransitionName,
} from "../../../../domain/booking/booking.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { CheckoutState } from "../../../platform/payments/provider.ts";
import { mailAdmins } from "../../accounts/accounts.service.ts";
import { isPublic } from "../../listings/listings.service.ts";
import {
  settlePayment,
  type LockedPurchase,
  type PaymentAnswer,
  type PurchaseHandler,
} from "../../payments/payments.service.ts";
import {
  getBookingRow,
  getDetails,
  getPurchased,
  lockBooking,
  updateBooking,
  type BookingRow,
} from "../bookings.repository.ts";
import { checkoutText } from "../checkout/checkout-text.ts";
import { isHold, isWaiting } from "../checkout/holds.repository.ts";
import { withToday } from "../notifications/booking-mail.ts";
import { refundRefusedMail } from "../notifications/money.mails.ts";
import { findBar } from "../trip-holds/trip-holds.repository.ts";
import { holdTrip } from "../trip-holds/trip-holds.service.ts";
import { chooseRefundStep } from "./step-refunds.ts";
import {
  toBookingFacts,
  PROVIDER,
  SYSTEM,
  takeStep,
  publishBookingChange,
} from "../transitions.ts";
import { followDispute, followLaterDispute } from "./booking-disputes.service.ts";

/** Bookings, as payments know them. */
export const bookingPurchases: PurchaseHandler = {
  describe: async (ctx, bookingId) => checkoutText(await getPurchased(ctx.db, bookingId)),
  async storeSession(tx, bookingId, sessionId) {
    await updateBooking(tx.db, bookingId, { stripe_session_id: sessionId }, tx.clock.now());
  },
  readState: async (ctx, bookingId) => toPurchaseState(await getBookingRow(ctx.db, bookingId)),
  lock: async (tx, bookingId) => toPurchase(tx, await lockBooking(tx.db, bookingId)),
};

/**
 * Performs a booking's pending action at the provider, and takes the steps that follow.
 * @throws DomainError payment_provider_failed without a response; the pending action stays stored
 */
export const settle = (
  ctx: Ctx,
  bookingId: string,
  namedSession: string | null = null,
): Promise<void> => settlePayment(ctx, bookingPurchases, bookingId, namedSession);

/** Asks the provider now. If it does not answer, the sweep asks again. */
export const settleSoon = (ctx: Ctx, bookingId: string): Promise<void> =>
  settle(ctx, bookingId).catch((error: unknown) =>
    ctx.log.warn({ err: error, booking: bookingId }, "the card provider is asked again later"),
  );

const toPurchaseState = ({
  status,
  payment_status,
  approving_since,
}: Pick<BookingRow, "status" | "payment_status" | "approving_since">) => ({
  shown: { status, payment_status },
  isCharged: isBookingCharged(payment_status),
  awaitsCharge: approving_since !== null,
});

const toPurchase = (tx: Ctx, booking: BookingRow): LockedPurchase => ({
  id: booking.id,
  amountDueCents: booking.amount_due_cents,
  creditCents: booking.credit_cents,
  state: toPurchaseState(booking),
  onAnswer: (answer) => takeStepOnAnswer(tx, booking, answer),
  async onCheckoutRefused() {
    if (isHold(booking))
      await takeStep(tx, "withdraw_checkout", booking, PROVIDER, { addressGiven: false });
  },
  async onSessionLost() {
    if (!isHold(booking)) return;
    const step = (await isWaiting(tx.db, booking)) ? "withdraw_checkout" : "lose_session";
    await takeStep(tx, step, booking, PROVIDER, { checkoutOpen: false, addressGiven: false });
  },
  onRefundRefused: () => notifyOfRefusedRefund(tx, booking),
  async onRefundByDispute(settled, money) {
    const made = { ...settled, by: "dispute" } as const;
    await takeStep(tx, chooseRefundStep(booking, money), booking, PROVIDER, { made });
  },
  async onRefundReopened({ madeCents, creditReturnedCents }) {
    const step =
      madeCents + creditReturnedCents > 0 ? "refund_taken_back_in_part" : "refund_taken_back";
    await takeStep(tx, step, booking, PROVIDER);
  },
  onDispute: (provided, subject) =>
    subject === "booking"
      ? followDispute(tx, booking.id, provided)
      : followLaterDispute(tx, booking.id, provided, subject),
});

async function takeStepOnAnswer(tx: Ctx, booking: BookingRow, answer: PaymentAnswer) {
  const { state, made, money } = answer;
  // A person who is suspended or banned after opening a checkout can still pay. The booking becomes
  // a request on hold until an admin decides.
  const bar = isHold(booking) ? await findBar(tx.db, booking.renter_id) : undefined;
  const carOnSite = bar === undefined && (await isPublic(tx.db, booking.car_id));
  const facts = toBookingFacts(booking, { carOnSite });
  const waits = isHold(booking) && (await isWaiting(tx.db, booking));
  const step = waits
    ? chooseStepOfWaiting(state)
    : made.length > 0
      ? chooseRefundStep(booking, money)
      : chooseStep(facts, answer, tx.clock.now());
  const circumstances = { checkoutOpen: state.session === "open", addressGiven: !waits, carOnSite };
  const madeCents = made.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const after = step
    ? await takeStep(tx, step, booking, PROVIDER, {
        ...circumstances,
        made: { cents: madeCents, by: "provider", refundIds: made.map(({ id }) => id) },
      })
    : booking;
  if (bar !== undefined && step === "authorise_for_request")
    await holdTrip(tx, booking, bar, SYSTEM);
  return { state: toPurchaseState(after), next: chooseNext(booking, state, step) };
}

/** What the payment of an authorised card has to do next. */
function chooseNext(
  { approving_since }: BookingRow,
  { intent }: CheckoutState,
  step: TransitionName | undefined,
): "capture" | "void" | "ask_again" | null {
  if (intent !== "requires_capture") return null;
  // The capture was refused for good, but the card is still authorised: release it.
  if (step === "capture_refused") return "void";
  // The next round releases the card, as after any late payment.
  if (step === "withdraw_checkout") return "ask_again";
  // The booking stores a pending approval, so its payment must have a pending capture.
  return approving_since === null ? null : "capture";
}

/** Notifies the admins of a refund that the provider has refused: they have to resolve it. */
async function notifyOfRefusedRefund(ctx: Ctx, booking: BookingRow): Promise<void> {
  await publishBookingChange(ctx, booking);
  await mailAdmins(
    ctx,
    "read_money",
    refundRefusedMail(withToday(ctx, await getDetails(ctx.db, booking.id)), ctx.publicUrl()),
  );
}

/** The step that follows from the provider's status, or undefined if it brings nothing new. */
function chooseStep(
  booking: BookingFacts,
  { state, refused }: PaymentAnswer,
  now: Date,
): TransitionName | undefined {
  if (booking.approving) {
    if (state.intent === "succeeded") return "capture_succeeded";
    const isOver = state.intent === "canceled" || refused === "capture";
    return isOver ? "capture_refused" : undefined;
  }
  if (state.intent === "requires_capture")
    return transitionOnAuthorisation(booking, now) ?? undefined;
  // It can no longer succeed: it expired, or was cancelled before we knew of the authorisation.
  const isOver = state.session === "expired" || state.intent === "canceled";
  return isOver && booking.status === "pending" && booking.paymentStatus === "unpaid"
    ? "expire_hold"
    : undefined;
}

/** A checkout that waits for another hold to end never becomes a booking, even if it is paid. */
const chooseStepOfWaiting = ({ session }: CheckoutState): TransitionName | undefined =>
  session === "open" ? undefined : "withdraw_checkout";
