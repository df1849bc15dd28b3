// A host's or admin's decision on a booking: approve, reject or cancel. Reports the result, and
// refetches a booking that has changed meanwhile.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Booking } from "../../../contract/bookings/bookings.ts";
import { api, isSessionOver } from "../../api/api.ts";
import { sentenceFor } from "../../api/problem-sentences.ts";
import { isSettled, queryKeys, signedIn } from "../../api/query.tsx";
import { toast, type Toast } from "../../ui/overlay/toast.ts";

export type Decision =
  { kind: "approve" } | { kind: "reject"; reason: string } | { kind: "cancel"; reason?: string };

const decide = ({ id }: Booking, decision: Decision): Promise<Booking> =>
  signedIn((options) => {
    const params = { id };
    switch (decision.kind) {
      case "approve":
        return api("POST /api/bookings/{id}/approve", { params }, options);
      case "reject":
        return api(
          "POST /api/bookings/{id}/reject",
          { params, body: { reason: decision.reason } },
          options,
        );
      case "cancel":
        return api(
          "POST /api/bookings/{id}/cancel",
          { params, body: { ...(decision.reason && { reason: decision.reason }) } },
          options,
        );
    }
  });

/** Approving charges the card, so the payment provider's answer may be late or negative. */
function outcomeOf({ status }: Booking, { kind }: Decision): Toast {
  if (kind === "reject") return { title: "Booking rejected successfully" };
  if (kind === "cancel") return { title: "Booking cancelled successfully" };
  if (status === "approved") return { title: "Booking approved successfully" };
  if (status === "pending")
    return {
      title: "Booking approved",
      description: "We're charging the card.",
      variant: "neutral",
    };
  return {
    title: "The card was declined",
    description: "The booking is cancelled and the dates are available again.",
    variant: "destructive",
  };
}

/** `onSettled` runs when the lists on the screen are up to date, but not after a failure that
 *  may be temporary. */
export function useDecision(booking: Booking, onSettled: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: Decision) => decide(booking, decision),
    onSuccess: (after, decision) => toast(outcomeOf(after, decision)),
    onError: (error, { kind }) => {
      if (isSessionOver(error)) return;
      const otherwise =
        kind === "cancel" ? "Failed to cancel booking" : "Failed to update booking status";
      toast({ title: "Error", description: sentenceFor(error, otherwise), variant: "destructive" });
    },
    onSettled: async (_after, error) => {
      await client.invalidateQueries({ queryKey: queryKeys.bookings });
      if (isSettled(error)) onSettled();
    },
  });
}
