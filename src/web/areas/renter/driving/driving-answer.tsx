// The answer to an invitation to drive: accepting, declining, and leaving the trip after accepting.
import { lazy, Suspense, useState } from "react";
import type { DriverInvitation } from "../../../../contract/bookings/drivers.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { Button } from "../../../ui/button.tsx";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { toast } from "../../../ui/overlay/toast.ts";

const ConfirmDialog = lazy(() => import("../../../ui/overlay/confirm-dialog.tsx"));

/** The page's heading has the focus after an answer: the buttons are gone. */
export const TITLE_ID = "driving-title";

export interface InvitationProps {
  invitation: DriverInvitation;
  token: string | null;
}

/** `onSettled` runs when a refusal has been sent or has failed. */
function useAnswers({ invitation, token }: InvitationProps, onSettled: () => void) {
  const focus = useFocusAfterwards();
  const call = () => ({ params: { id: invitation.id }, body: { token } });
  const options = { call, invalidates: ["GET /api/driving/{id}", "GET /api/driving"] as const };
  const accept = useApiMutation("POST /api/driving/{id}/accept", {
    ...options,
    failed: "You can't accept yet",
    onSuccess: ({ booking_status: status }) => {
      toast({ title: status === "pending" ? "You're on the list" : "You're on the trip" });
      focus(TITLE_ID);
    },
  });
  const decline = useApiMutation("POST /api/driving/{id}/decline", {
    ...options,
    failed: "Your answer wasn't sent",
    onSuccess: () => {
      toast({ title: invitation.may_leave ? "You've left the trip" : "Invitation declined" });
      focus(TITLE_ID);
    },
    onSettled,
  });
  return { accept, decline };
}

export function Answer({ invitation, token }: InvitationProps) {
  const { may_answer, may_leave, identity, renter_first_name: renter } = invitation;
  const [isLeaving, setIsLeaving] = useState(false);
  const { accept, decline } = useAnswers({ invitation, token }, () => setIsLeaving(false));
  if (may_leave)
    return (
      <>
        <Button
          variant="ghost-destructive"
          className="justify-self-start"
          onClick={() => setIsLeaving(true)}
        >
          Leave the trip
        </Button>
        {isLeaving && (
          <Suspense>
            <ConfirmDialog
              title="Leave this trip?"
              text={`You won't be allowed to drive. ${renter} and the host will know. To come back, you'd need a new invitation.`}
              cancelLabel="Stay"
              confirmLabel="Leave the trip"
              busyLabel="Leaving..."
              busy={decline.isPending}
              onClose={() => setIsLeaving(false)}
              onConfirm={() => decline.mutate()}
            />
          </Suspense>
        )}
      </>
    );
  if (!may_answer) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {identity === "verified" && (
        <Button
          busy={accept.isPending}
          busyLabel="Accepting..."
          disabled={decline.isPending}
          onClick={() => accept.mutate()}
        >
          Accept
        </Button>
      )}
      <Button
        variant="outline"
        busy={decline.isPending}
        busyLabel="Sending..."
        disabled={accept.isPending}
        onClick={() => decline.mutate()}
      >
        Decline
      </Button>
    </div>
  );
}
