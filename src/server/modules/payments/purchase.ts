// What this module knows about the thing that a payment pays for. Bookings implement it, so that
// payments never import them.
//
// A second kind of charge, such as the extension of a trip, implements PurchaseHandler once more.
// Payments then get a column with the name of their handler, which the queries for unsettled and
// comparable payments select by, and app.ts passes both handlers.
import type { RentalPeriod } from "../../../domain/booking/rental-period.ts";
import type { Ctx, DataCtx, DbCtx } from "../../platform/context.ts";
import type { CheckoutState, DisputeState } from "../../platform/payments/provider.ts";
import type { PendingAction } from "./payments.repository.ts";
import type { RefundRow } from "./refunds.repository.ts";
import type { RefundedMoney } from "./refunds.service.ts";

/** The owner of the purchases that payments pay for. */
export interface PurchaseHandler {
  /**
   * The text of the checkout page. It must be the same each time, because the provider refuses a
   * repeated request that differs.
   */
  describe(ctx: DbCtx, bookingId: string): Promise<CheckoutText>;
  /** Stores the checkout's session with the purchase, which this locks. */
  storeSession(tx: DataCtx, bookingId: string, sessionId: string): Promise<void>;
  readState(ctx: DbCtx, bookingId: string): Promise<PurchaseState>;
  /** Locks the purchase for the rest of the transaction. Always lock it before its payment. */
  lock(tx: Ctx, bookingId: string): Promise<LockedPurchase>;
}

/** The purchase, as the checkout page describes it. */
export interface CheckoutText {
  description: string;
  /** What paying does, and other terms. */
  note: string;
  /** A term that is easily overlooked. */
  warning: string | null;
  /** Paying only authorises the card; it is charged later, or never. */
  isHold: boolean;
  lineItems: { name: string; amountCents: number }[];
  carId: string;
  period: RentalPeriod;
  renterId: string;
  renterEmail: string;
}

export interface PurchaseState {
  /** What incidents show of it, such as the statuses of a booking. */
  shown: Readonly<Record<string, string>>;
  /** Its charge is booked. */
  isCharged: boolean;
  /** It has requested the charge of an authorised card. */
  awaitsCharge: boolean;
}

/**
 * A purchase that a transaction has locked. Each method does what follows for the purchase in this
 * transaction; payments do the rest.
 */
export interface LockedPurchase {
  id: string;
  amountDueCents: number;
  state: PurchaseState;
  /** The provider has answered: takes the step that follows, if any. */
  onAnswer(answer: PaymentAnswer): Promise<AnsweredPurchase>;
  /** The provider has refused for good to open the checkout. */
  onCheckoutRefused(): Promise<void>;
  /** The provider does not know the checkout's session, so nobody can pay it. */
  onSessionLost(): Promise<void>;
  /** The provider has refused a refund, which the admins have to resolve. */
  onRefundRefused(): Promise<void>;
  /** A lost dispute has returned `cents` of the pending refunds. */
  onRefundByDispute(cents: number, money: RefundedMoney): Promise<void>;
  /** A won appeal has made refunds pending again. `money` is what remains refunded. */
  onRefundReopened(money: RefundedMoney): Promise<void>;
  /** The bank has opened, moved or ended a dispute. */
  onDispute(provided: DisputeState): Promise<void>;
}

/** The provider's answer. It agrees with our record of the payment, which already contains it. */
export interface PaymentAnswer {
  state: CheckoutState;
  /** The pending action, if the provider has refused it for good. */
  refused: PendingAction | null;
  /** The refunds that this answer shows as made for the first time. */
  made: readonly RefundRow[];
  money: RefundedMoney;
}

interface AnsweredPurchase {
  state: PurchaseState;
  /** What the payment has to do next. A capture replaces no other pending action. */
  next: "capture" | "void" | "ask_again" | null;
}
