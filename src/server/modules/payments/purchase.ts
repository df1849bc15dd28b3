// What this module knows about the thing that a payment pays for. Bookings implement it, so that
// payments never import them.
//
// What a change to a booking costs is paid as a later charge (decision 47).
import type { RentalPeriod } from "../../../domain/booking/rental-period.ts";
import type { Ctx, DataCtx, DbCtx } from "../../platform/context.ts";
import type { CheckoutState, DisputeState } from "../../platform/payments/provider.ts";
import type { PendingAction } from "./payments.repository.ts";
import type { RefundRow } from "./refunds.repository.ts";
import type { RefundedMoney, SettledRefunds } from "./refunds.service.ts";

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
  /** Saves the card for later charges, which the note says. */
  savesCard: boolean;
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
  creditCents: number;
  state: PurchaseState;
  /** The provider has answered: takes the step that follows, if any. */
  onAnswer(answer: PaymentAnswer): Promise<AnsweredPurchase>;
  /** The provider has refused for good to open the checkout. */
  onCheckoutRefused(): Promise<void>;
  /** The provider does not know the checkout's session, so nobody can pay it. */
  onSessionLost(): Promise<void>;
  /** The provider has refused a refund, which the admins have to resolve. */
  onRefundRefused(): Promise<void>;
  /** A lost dispute has settled pending refunds. */
  onRefundByDispute(settled: SettledRefunds, money: RefundedMoney): Promise<void>;
  /** A won appeal has made refunds pending again. `money` is what remains refunded. */
  onRefundReopened(money: RefundedMoney): Promise<void>;
  /** The bank has opened, moved or ended a dispute. */
  onDispute(provided: DisputeState, subject: DisputeSubject): Promise<void>;
}

/** What a dispute is about: the booking's charge, a charge after the trip, or a taken deposit. */
export type DisputeSubject = "booking" | "charge" | "deposit";

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

/** What the payments module calls for charges after bookings, which another module owns. */
export interface LaterChargeHandler {
  /**
   * Asks the provider about the charge that an event is about, and stores the answer.
   * @param intentId the event's payment
   */
  settle(ctx: Ctx, chargeId: string, intentId: string | null): Promise<void>;
  /** The charges that reconciliation has to compare, longest wait first. */
  findToCompare(ctx: Ctx, limit: number): Promise<string[]>;
  /** @returns whether the provider's answer changed anything */
  compare(ctx: Ctx, chargeId: string): Promise<boolean>;
  /** Locks a charge, so that no refund of it is decided while a dispute is booked. */
  lock(tx: DataCtx, chargeId: string): Promise<void>;
}

/** What the payments module calls for deposits, which another module owns. */
export interface DepositHandler {
  /** Asks the provider about a booking's deposit, and does what follows. */
  settle(ctx: Ctx, bookingId: string): Promise<void>;
  /** The bookings whose deposits reconciliation has to compare, longest wait first. */
  findToCompare(ctx: Ctx, limit: number): Promise<string[]>;
  /** @returns whether the provider's answer changed anything */
  compare(ctx: Ctx, bookingId: string): Promise<boolean>;
}

/** What a payment can be for: a booking, or a charge after it. */
export interface PaymentHandlers {
  purchases: PurchaseHandler;
  laterCharges: LaterChargeHandler;
}
