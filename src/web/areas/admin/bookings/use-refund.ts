// Giving a part of a booking's charge back. Says how it went; a booking that has changed meanwhile is shown as it is now.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Api } from "../../../../contract/index.ts";
import { formatUsd } from "../../../../domain/money/money.ts";
import { api, ApiError, isSessionOver } from "../../../api/api.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { isSettled, queryKeys, signedIn } from "../../../api/query.tsx";
import { toast } from "../../../ui/overlay/toast.ts";

export type Refund = Api["POST /api/admin/bookings/{id}/refunds"]["call"]["body"];

/** The booking is as it was thought to be, so the form stays and can be sent again. */
const canBeMended = (error: Error): boolean =>
  error instanceof ApiError && (error.code === "refund_too_high" || error.code === "invalid_request");

/** What to say in the form that is still open. */
export function refundFault(error: Error): string {
  const said = sentenceFor(error, "The refund could not be stored.");
  return isSettled(error) ? said : `${said} What you entered is kept, and sending it again refunds nothing twice.`;
}

/** `onDone` runs when the booking on the screen is up to date and the form has nothing more to do: it is stored, or can't be. */
export function useRefund(bookingId: string, onDone: (isStored: boolean) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (refund: Refund) =>
      signedIn((options) =>
        api("POST /api/admin/bookings/{id}/refunds", { params: { id: bookingId }, body: refund }, options),
      ),
    onSuccess: (after, { amount }) =>
      toast({
        title: `Refund of ${formatUsd(Math.round(amount * 100))} decided`,
        description: after.refund_pending
          ? "The card provider has not made it yet. It is asked again by itself."
          : "It goes back to the renter's card.",
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
