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
  decideFullRefund,
  decidePartialRefund,
  decideRefundAfterAppeal,
} from "./refunds.service.ts";
export { openCheckout } from "./settlement/checkout-sessions.service.ts";
export { expireCheckout, settlePayment } from "./settlement/settlement.service.ts";
export { settleUnsettled } from "./settlement/unsettled.service.ts";

// Reads.
export { findPayment, getPayment } from "./payment-records.service.ts";
export { findRefund, findRefunds, readRefundedMoney } from "./refunds.service.ts";
export { findDisputes, listDisputeRows, remindOfDeadlines } from "./disputes.service.ts";
export {
  findLastReconciliation,
  findNewestReconciliations,
  type ReconciliationRow,
} from "./reconciliation.service.ts";

// What a purchase implements.
export type { CheckoutText, LockedPurchase, PaymentAnswer, PurchaseHandler } from "./purchase.ts";
