// Refunds part of a booking's charge and reports the result. If the booking changed meanwhile, the
// screen is updated.
import { centsToDollars } from "../../../../domain/money/money.ts";
import type { RefundSize } from "../../../../domain/money/refund.ts";
import type { Api } from "../../../../contract/index.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { isCode } from "../../../api/api.ts";
import { BOOKINGS } from "../../../api/endpoint-groups.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { isSettled, useApiMutation } from "../../../api/use-api.ts";
import { toast } from "../../../ui/overlay/toast.ts";

type Body = Api["POST /api/admin/bookings/{id}/refunds"]["call"]["body"];
export interface Refund extends Omit<Body, "amount" | "days"> {
  size: RefundSize;
  /** What the size amounts to. */
  amountCents: number;
}

/** Whether the booking is unchanged, so that the form can stay open and be corrected. */
const canBeMended = (error: Error): boolean =>
  isCode(error, "refund_too_high") || isCode(error, "invalid_request");

/** The message for the form that is still open. */
export function refundErrorText(error: Error): string {
  const said = sentenceFor(error, "The refund wasn't saved.");
  return isSettled(error)
    ? said
    : `${said} What you entered is still here, and sending it again won't refund twice.`;
}

/** `onDone` runs once the booking on screen is current and the refund is stored or impossible. */
export const useRefund = (bookingId: string, onDone: (isStored: boolean) => void) =>
  useApiMutation("POST /api/admin/bookings/{id}/refunds", {
    call: ({ id, size, borne_by, reason }: Refund) => ({
      params: { id: bookingId },
      body: {
        id,
        ...("days" in size ? size : { amount: centsToDollars(size.amountCents) }),
        borne_by,
        reason,
      },
    }),
    invalidates: BOOKINGS,
    onSuccess: (after, { amountCents }) =>
      toast({
        title: `Refund of ${formatUsd(amountCents)} confirmed`,
        description: after.refund_pending
          ? "The card provider hasn't made it yet. We'll keep trying."
          : after.credit_returned_cents > 0
            ? "The renter's card comes first, and the rest is credit."
            : "It's on its way to the renter's card.",
      }),
    onError: (error) => {
      if (!isSettled(error) || canBeMended(error)) return;
      toast({ title: "Error", description: refundErrorText(error), variant: "destructive" });
    },
    onSettled: (_after, error) => {
      if (isSettled(error) && !(error && canBeMended(error))) onDone(error === null);
    },
  });
