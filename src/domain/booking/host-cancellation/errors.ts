// The errors about hosts' cancellations and renters' credit.
import type { ChargeDetails } from "../../money/charge-line.ts";

type None = Record<string, never>;

/** Each code with its details. */
export interface CancellationErrorDetails {
  /** The host pays nothing for the cancellation, did not cancel, or has deleted the account. */
  no_host_fee: None;
  /** An admin has waived the fee before. */
  host_fee_waived: None;
  /** The host would pay another fee than the page showed. */
  host_fee_changed: { fee_cents: number };
  /** The renter has more credit, or less, than the page showed. */
  credit_changed: { quote: ChargeDetails };
}
