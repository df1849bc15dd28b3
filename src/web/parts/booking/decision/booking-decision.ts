// A host's or admin's decision on a booking: approve, reject or cancel. Reports the result, and
// refetches a booking that has changed meanwhile.
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import {
  BLOCKS_DAYS,
  type HostCancellationReason,
} from "../../../../domain/booking/host-cancellation/host-cancellation.ts";
import { ApiError } from "../../../api/api.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { BOOKINGS } from "../../../api/endpoint-groups.ts";
import { isSettled, useApiAction } from "../../../api/use-api.ts";
import { clearStoredText } from "../../../forms/stored-text.ts";
import { toast, type Toast } from "../../../ui/overlay/toast.ts";

export type BookingDecision =
  | { kind: "approve" }
  /** A cancellation by the host may be without a reason, but has a cause. */
  | {
      kind: "reject" | "cancel";
      reason: string;
      blocksDays: boolean;
      cause?: HostCancellationReason;
      /** The fee that the host has confirmed, in integer cents. */
      feeCents?: number;
    };

/** The name under which the reason typed for a decision is stored. */
export const reasonStorageName = ({ id }: Booking, kind: "reject" | "cancel"): string =>
  `${kind}.${id}`;

function decide({ id }: Booking, decision: BookingDecision): Promise<Booking> {
  const params = { id };
  if (decision.kind === "approve") return apiAsUser("POST /api/bookings/{id}/approve", { params });
  const { reason, blocksDays, cause, feeCents } = decision;
  const blocks = blocksDays && { block_days: true };
  return decision.kind === "reject"
    ? apiAsUser("POST /api/bookings/{id}/reject", { params, body: { reason, ...blocks } })
    : apiAsUser("POST /api/bookings/{id}/cancel", {
        params,
        body: {
          ...(reason && { reason }),
          ...(cause && { cause }),
          ...(feeCents !== undefined && { fee_cents: feeCents }),
          ...blocks,
        },
      });
}

/** Whether the days of a decision are blocked, by the host's choice or the cause. */
const blocksFreed = ({ blocksDays, cause }: Exclude<BookingDecision, { kind: "approve" }>) =>
  blocksDays || (cause !== undefined && BLOCKS_DAYS[cause] === true);

/** Approving charges the card, so the payment provider may respond late or decline. */
function decisionToast({ status }: Booking, decision: BookingDecision): Toast {
  if (decision.kind !== "approve")
    return {
      title: `Booking ${decision.kind === "reject" ? "rejected" : "cancelled"} successfully`,
      ...(blocksFreed(decision) && { description: "The days are blocked in your calendar." }),
    };
  if (status === "approved") return { title: "Booking approved successfully" };
  if (status === "pending")
    return {
      title: "Booking approved",
      description: "We're charging the card.",
      variant: "neutral",
    };
  return {
    title: "The card was declined",
    description: "The booking is cancelled.",
    variant: "destructive",
  };
}

const isFeeChanged = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === "host_fee_changed";

/** `onSettled` runs when the lists on the screen are up to date, but not after a failure that
 *  may be temporary. */
export const useBookingDecision = (booking: Booking, onSettled: () => void) =>
  useApiAction((decision: BookingDecision) => decide(booking, decision), {
    invalidates: BOOKINGS,
    failed: ({ kind }) =>
      kind === "cancel" ? "Failed to cancel booking" : "Failed to update booking status",
    onSuccess: (after, decision) => {
      if (decision.kind !== "approve") clearStoredText(reasonStorageName(booking, decision.kind));
      toast(decisionToast(after, decision));
    },
    onSettled: (_after, error) => {
      // The dialog stays open with the new fee.
      if (isSettled(error) && !isFeeChanged(error)) onSettled();
    },
  });
