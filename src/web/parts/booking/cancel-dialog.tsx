// Asks before a host or an admin cancels an approved booking, and shows the effect for each side to
// the cent (product.md, Booking and payment, 4).
import { useId, useState } from "react";
import type { Booking } from "../../../contract/bookings/bookings.ts";
import { hostMayCancelUntil } from "../../../domain/booking/booking-deadlines.ts";
import { formatDeadline, formatUsd } from "../../../domain/text/format.ts";
import { cancellationEffects, type RefundEffects } from "../../../domain/money/refund-effects.ts";
import { Breakdown } from "../../ui/breakdown.tsx";
import { Button } from "../../ui/button.tsx";
import { Textarea } from "../../ui/form/controls.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Well } from "../../ui/panel.tsx";
import { carTitle, datesOf } from "./booking-words.ts";
import { effectLines } from "./effect-lines.ts";
import { useKeptText } from "../../forms/kept-text.ts";
import { MAX_REASON_LENGTH } from "../../forms/reason-dialog.tsx";

export interface CancelDialogProps {
  booking: Booking;
  /** Who cancels: the booking's host, or an admin on the host's behalf. */
  actor: "host" | "admin";
  busy: boolean;
  onKeep: () => void;
  /** The reason may be empty for a host; an admin must give one. */
  onCancel: (reason: string) => void;
}

export function CancelDialog({ booking, actor, busy, onKeep, onCancel }: CancelDialogProps) {
  const formId = useId();
  const fieldId = useId();
  const [missing, setMissing] = useState(false);
  const [reason, setReason] = useKeptText(`cancel.${booking.id}`);
  const { first_name } = booking.renter;
  const isHost = actor === "host";
  const effects = effectsOf(booking);
  return (
    <Dialog
      open
      onOpenChange={() => !busy && onKeep()}
      title="Cancel Booking"
      description={
        <>
          This cancels {first_name}'s trip with <b>{carTitle(booking.car)}</b>, {datesOf(booking)}.
          This action cannot be undone: {first_name} gets{" "}
          {booking.refunded_cents + booking.refund_pending_cents > 0
            ? "the rest of their money back"
            : "a full refund"}
          , and {isHost ? "you aren't" : "the host isn't"} paid for this trip.
        </>
      }
      actions={
        <>
          <Button variant="outline" disabled={busy} onClick={onKeep}>
            Keep Booking
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="destructive"
            busy={busy}
            busyLabel="Cancelling..."
          >
            Cancel Booking
          </Button>
        </>
      }
    >
      <Well>
        <Breakdown
          lines={[
            {
              label: `${first_name} gets back`,
              amount: formatUsd(booking.cancellation.refund_cents),
              kind: "line",
            },
            ...(isHost
              ? [
                  {
                    label: "Change to your earnings",
                    amount: formatUsd(effects.hostCents),
                    kind: "sub",
                  } as const,
                ]
              : effectLines(effects)),
          ]}
        />
      </Well>
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
          const given = reason.trim();
          setMissing(!isHost && !given);
          if (isHost || given) onCancel(given);
          else document.getElementById(fieldId)?.focus();
        }}
      >
        <Field
          label="Reason"
          id={fieldId}
          optional={isHost}
          hint={
            isHost
              ? `We'll email it to ${first_name}.`
              : `We'll email it to ${first_name} and the host.`
          }
          error={missing ? "Enter a reason." : undefined}
        >
          <Textarea
            required={!isHost}
            maxLength={MAX_REASON_LENGTH}
            value={reason}
            onChange={({ target }) => {
              setReason(target.value);
              setMissing(false);
            }}
          />
        </Field>
      </form>
      <p className="text-sm text-muted-foreground">
        {isHost
          ? `You can cancel until ${formatDeadline(hostMayCancelUntil(booking.start_date))}.`
          : "You can cancel until the trip is completed."}
      </p>
    </Dialog>
  );
}

const effectsOf = ({
  cancellation,
  host_share_cents,
  borne_by_host_cents,
}: Booking): RefundEffects =>
  cancellationEffects({
    refundCents: cancellation.refund_cents,
    hostShareCents: host_share_cents ?? 0,
    borneByHostCents: borne_by_host_cents ?? 0,
  });
