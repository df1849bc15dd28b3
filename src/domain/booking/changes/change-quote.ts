// What a change costs or gives back, as sent over the wire.
import type { ChargeLineDetails } from "../../money/charge-line.ts";

export interface ChangeQuoteDetails {
  /** The differences; negative for what is given back. */
  lines: ChargeLineDetails[];
  /** What the renter pays. */
  amount_due_cents: number;
  /** What the renter gets back in any case. */
  refund_cents: number;
  /** The most that the renter gets back on top, if the host agrees. */
  agreed_refund_max_cents: number;
  /** Whether the change takes effect without anybody's answer. */
  is_auto_accepted: boolean;
}
