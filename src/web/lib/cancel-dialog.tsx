// Asks before a host, or an admin, cancels an approved booking, with what that means for both sides (product.md, Booking and payment, 4).
import { useId } from "react";
import type { Booking } from "../../contract/bookings.ts";
import { hostMayCancelUntil } from "../../domain/booking-deadlines.ts";
import { formatInstantInNassau } from "../../domain/dates.ts";
import { formatUsd } from "../../domain/money.ts";
import { Breakdown } from "../ui/breakdown.tsx";
import { Button } from "../ui/button.tsx";
import { Textarea } from "../ui/controls.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Well } from "../ui/panel.tsx";
import { carTitle, datesOf } from "./booking-words.ts";
import { useKeptText } from "./kept-text.ts";
import { MAX_REASON_LENGTH } from "./reason-dialog.tsx";

export interface CancelDialogProps {
  booking: Booking;
  /** Who is asked: the booking's host, or an admin in the host's place. */
  actor: "host" | "admin";
  busy: boolean;
  onKeep: () => void;
  /** The reason is empty where none was given. */
  onCancel: (reason: string) => void;
}

export function CancelDialog({ booking, actor, busy, onKeep, onCancel }: CancelDialogProps) {
  const formId = useId();
  const [reason, setReason] = useKeptText(`cancel.${booking.id}`);
  const { first_name } = booking.renter;
  const isHost = actor === "host";
  return (
    <Dialog
      open
      onOpenChange={() => !busy && onKeep()}
      title="Cancel Booking"
      description={
        <>
          This cancels {first_name}'s trip with <b>{carTitle(booking.car)}</b>, {datesOf(booking)}. This action cannot
          be undone: {first_name} gets everything back, and {isHost ? "you earn" : "the host earns"} nothing from it.
        </>
      }
      actions={
        <>
          <Button variant="outline" disabled={busy} onClick={onKeep}>
            Keep Booking
          </Button>
          <Button type="submit" form={formId} variant="destructive" busy={busy} busyLabel="Cancelling...">
            Cancel Booking
          </Button>
        </>
      }
    >
      <Well>
        <Breakdown
          lines={[
            { label: `${first_name} gets back`, amount: formatUsd(booking.amount_due_cents), kind: "line" },
            { label: isHost ? "Your share" : "The host's share", amount: formatUsd(0), kind: "sub" },
          ]}
        />
      </Well>
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onCancel(reason.trim());
        }}
      >
        <Field label="Reason" optional hint={`${first_name} receives it by email.`}>
          <Textarea maxLength={MAX_REASON_LENGTH} value={reason} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </form>
      <p className="text-sm text-muted-foreground">
        {isHost ? "You can cancel" : "It can be cancelled"} until{" "}
        {formatInstantInNassau(hostMayCancelUntil(booking.start_date))}.
      </p>
    </Dialog>
  );
}
