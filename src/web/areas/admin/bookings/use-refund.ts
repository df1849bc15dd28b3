// Refunds part of a booking's charge and reports the result. If the booking changed meanwhile, the
// screen is updated.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Api } from "../../../../contract/index.ts";
import { formatUsd } from "../../../../domain/money/money.ts";
import { api, ApiError, isSessionOver } from "../../../api/api.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { isSettled, queryKeys, signedIn } from "../../../api/query.tsx";
import { toast } from "../../../ui/overlay/toast.ts";

export type Refund = Api["POST /api/admin/bookings/{id}/refunds"]["call"]["body"];

/** Whether the booking is unchanged, so that the form can stay open and be corrected. */
const canBeMended = (error: Error): boolean =>
  error instanceof ApiError &&
  (error.code === "refund_too_high" || error.code === "invalid_request");

/** The message for the form that is still open. */
export function refundFault(error: Error): string {
  const said = sentenceFor(error, "The refund wasn't saved.");
  return isSettled(error)
    ? said
    : `${said} What you entered is still here, and sending it again won't refund twice.`;
}

/** `onDone` runs once the booking on screen is current and the refund is stored or impossible. */
export function useRefund(bookingId: string, onDone: (isStored: boolean) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (refund: Refund) =>
      signedIn((options) =>
        api(
          "POST /api/admin/bookings/{id}/refunds",
          { params: { id: bookingId }, body: refund },
          options,
        ),
      ),
    onSuccess: (after, { amount }) =>
      toast({
        title: `Refund of ${formatUsd(Math.round(amount * 100))} confirmed`,
        description: after.refund_pending
          ? "The card provider hasn't made it yet. We'll keep trying."
          : "It's on its way to the renter's card.",
      }),
    onError: (error) => {
      if (isSessionOver(error) || !isSettled(error) || canBeMended(error)) return;
      toast({ title: "Error", description: refundFault(error), variant: "destructive" });
    },
    onSettled: async (_after, error) => {
      await client.invalidateQueries({ queryKey: queryKeys.bookings });
      if (isSettled(error) && !(error && canBeMended(error))) onDone(error === null);
    },
  });
}
