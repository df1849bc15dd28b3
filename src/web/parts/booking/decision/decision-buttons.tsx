// The buttons for a host's or admin's decisions on a booking, and their dialogs. Actions that are
// not possible have no button.
import { useState, type ReactNode } from "react";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import { useSession } from "../../../session/session.ts";
import { Button } from "../../../ui/button.tsx";
import { useBookingDecision } from "./booking-decision.ts";
import { carTitle } from "../booking-text.ts";
import { CancelDialog, type CancelDialogProps } from "./cancel-dialog.tsx";
import { RejectDialog } from "./reject-dialog.tsx";

export interface DecisionButtonsProps {
  booking: Booking;
  actor?: CancelDialogProps["actor"];
  /** Only Approve and Reject. */
  answerOnly?: boolean;
  /** The booking was decided or has changed meanwhile, so the buttons are gone. */
  onDecided?: () => void;
  /** More buttons, before the cancel button. */
  children?: ReactNode;
}

export function DecisionButtons({
  booking,
  actor = "host",
  answerOnly = false,
  onDecided,
  children,
}: DecisionButtonsProps) {
  const [asking, setAsking] = useState<"reject" | "cancel" | null>(null);
  const deciding = useBookingDecision(booking, () => {
    setAsking(null);
    onDecided?.();
  });
  const session = useSession();
  const may = actor === "admin" && !mayAsAdmin("decide_bookings", session) ? [] : booking.may;
  const approving = deciding.isPending && deciding.variables.kind === "approve";
  const about = `${booking.renter.first_name}, ${carTitle(booking.car)}`;
  return (
    <>
      {may.includes("approve") && (
        <Button
          size="small"
          aria-label={approving ? undefined : `Approve, ${about}`}
          busy={approving}
          busyLabel="Approving..."
          onClick={() => deciding.mutate({ kind: "approve" })}
        >
          Approve
        </Button>
      )}
      {may.includes("reject") && (
        <Button
          variant="outline"
          size="small"
          aria-label={`Reject, ${about}`}
          disabled={approving}
          onClick={() => setAsking("reject")}
        >
          Reject
        </Button>
      )}
      {children}
      {may.includes("cancel") && !answerOnly && (
        <Button
          variant="ghost-destructive"
          size="small"
          aria-label={`${actor === "admin" ? "Cancel Booking" : "Cancel"}, ${about}`}
          className="md:ml-auto"
          onClick={() => setAsking("cancel")}
        >
          {actor === "admin" ? "Cancel Booking" : "Cancel"}
        </Button>
      )}
      <DecisionDialog
        asking={asking}
        booking={booking}
        actor={actor}
        busy={deciding.isPending}
        onClose={() => setAsking(null)}
        onDecide={(kind, reason, blocksDays, host) =>
          deciding.mutate({ kind, reason, blocksDays, ...host })
        }
      />
    </>
  );
}

interface DecisionDialogProps extends Pick<
  CancelDialogProps,
  "booking" | "actor" | "busy" | "onClose"
> {
  asking: "reject" | "cancel" | null;
  onDecide: (
    kind: "reject" | "cancel",
    ...answer: Parameters<CancelDialogProps["onCancel"]>
  ) => void;
}

function DecisionDialog({ asking, onDecide, ...dialog }: DecisionDialogProps) {
  if (asking === "reject")
    return <RejectDialog {...dialog} onReject={(...answer) => onDecide(asking, ...answer)} />;
  if (asking === "cancel")
    return <CancelDialog {...dialog} onCancel={(...answer) => onDecide(asking, ...answer)} />;
  return null;
}
