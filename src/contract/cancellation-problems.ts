// How the error codes about hosts' cancellations and credit are sent (problem.ts).
import type { CancellationErrorDetails } from "../domain/booking/host-cancellation/errors.ts";

export const CANCELLATION_PROBLEMS: Record<
  keyof CancellationErrorDetails,
  { status: number; title: string }
> = {
  no_host_fee: { status: 409, title: "The host pays no fee." },
  host_fee_already_waived: { status: 409, title: "The fee is already waived." },
  host_fee_changed: { status: 409, title: "The fee differs from the one that was sent." },
  credit_changed: { status: 409, title: "The credit differs from the one that was sent." },
};
