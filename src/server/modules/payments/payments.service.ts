// The only file of this module that other modules import: what they can ask of payments, and what
// they can read. A purchase (purchase.ts) owns each payment and takes the step that follows from
// the card provider's answers.

// Verbs. "request" and "decide" only record what settlePayment performs. openCheckout and
// expireCheckout call the provider themselves.
export { listProviderPayouts, readProviderPayout } from "./provider-payouts.service.ts";
export {
  openPayment,
  requestCapture,
  requestExpiry,
  requestVoid,
} from "./payment-records.service.ts";
export {
  decideChangeRefund,
  decideFullRefund,
  decidePartialRefund,
  decideRefundAfterAppeal,
} from "./refunds.service.ts";
export { openCheckout } from "./settlement/checkout-sessions.service.ts";
export { expireCheckout, settlePayment } from "./settlement/settlement.service.ts";
export { settleUnsettled } from "./settlement/unsettled.service.ts";

export {
  cancelLaterCharge,
  chargeLater,
  closePaymentPage,
  forgetCard,
  forgetCardsOf,
  holdSavedCard,
  openPaymentPage,
  refundLaterCharge,
  settlePaymentPage,
} from "./saved-cards.service.ts";

export {
  captureCardHold,
  forgetHeldCard,
  holdCard,
  readCardHold,
  releaseCardHold,
} from "./card-holds.service.ts";

// Reads.
export {
  findForgettable,
  findSavedCard,
  readLaterCharge,
  readPaymentPage,
} from "./saved-cards.service.ts";
export { findPayment, getPayment } from "./payment-records.service.ts";
export {
  countRefusal,
  findDecision,
  findRefunds,
  readRefundedMoney,
  type RefundedMoney,
} from "./refunds.service.ts";
export { sumRefundsOfChanges } from "./refunds.repository.ts";
export {
  findLaterDecision,
  findLaterRefunds,
  insertLateReturn,
  insertLaterRefund,
  markLaterRefundMade,
  sumDisputed,
  sumOwnRefunds,
  type LaterRefundRow,
} from "./later-refunds.repository.ts";
export { findDisputes, listDisputeRows, remindOfDeadlines } from "./disputes.service.ts";
export {
  findLastReconciliation,
  findNewestReconciliations,
  type ReconciliationRow,
} from "./reconciliation.service.ts";

// What purchases and the charges after bookings implement.
export type {
  CheckoutText,
  DepositHandler,
  LaterChargeHandler,
  LockedPurchase,
  PaymentAnswer,
  PurchaseHandler,
} from "./purchase.ts";
