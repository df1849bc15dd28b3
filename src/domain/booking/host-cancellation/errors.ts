// The errors about hosts' cancellations and renters' credit.
import type { ChargeDetails } from "../../money/charge-line.ts";

type None = Record<string, never>;

/** Each code with its details. */
export interface CancellationErrorDetails {
  /** The host pays nothing for the cancellation, did not cancel, or has deleted the account. */
  no_host_fee: None;
  /** An admin has already waived the fee. */
  host_fee_already_waived: None;
  /** The fee is no longer the one that the page showed. */
  host_fee_changed: { fee_cents: number };
  /** The renter's credit is no longer what the page showed. */
  credit_changed: { quote: ChargeDetails };
}
