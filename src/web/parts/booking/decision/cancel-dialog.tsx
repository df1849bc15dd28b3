// Asks before a host or an admin cancels an approved booking, and shows the effect for each side to
// the cent (product.md, Booking and payment, 4).
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { useId, useState } from "react";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { hostMayCancelUntil } from "../../../../domain/booking/booking-deadlines.ts";
import { formatDeadline, formatUsd } from "../../../../domain/text/format.ts";
import { MAX_REASON_LENGTH } from "../../../../domain/text/limits.ts";
import {
  cancellationEffects,
  type RefundEffects,
} from "../../../../domain/money/refund-effects.ts";
import { TextareaField } from "../../../forms/fields.tsx";
import { FormDialog } from "../../../forms/form-dialog.tsx";
import { storedTexts } from "../../../forms/form-draft.ts";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { Breakdown } from "../../../ui/breakdown.tsx";
import { Well } from "../../../ui/panel.tsx";
import { BlockDaysChoice } from "./block-days-choice.tsx";
import { reasonStorageName } from "./booking-decision.ts";
import { BookingNumber } from "../booking-number.tsx";
import { carTitle, formatBookingDates } from "../booking-text.ts";
import { effectLines } from "./effect-lines.ts";

export interface CancelDialogProps {
  booking: Booking;
  /** Who cancels: the booking's host, or an admin on the host's behalf. */
  actor: "host" | "admin";
  busy: boolean;
  onClose: () => void;
  /** The reason may be empty for a host; an admin must give one. Only a host can block the days. */
  onCancel: (reason: string, blocksDays: boolean) => void;
}

export function CancelDialog({ booking, actor, busy, onClose, onCancel }: CancelDialogProps) {
  const isHost = actor === "host";
  const { first_name } = booking.renter;
  const [blocksDays, setBlocksDays] = useState(false);
  const form = useAppForm({
    id: useId(),
    initial: { reason: "" },
    check: ({ reason }) => ({
      reason: isHost || reason.trim() ? undefined : "Enter a reason.",
    }),
    isLive: true,
    draft: storedTexts({ reason: reasonStorageName(booking, "cancel") }),
    send: ({ reason }) => onCancel(reason.trim(), blocksDays),
  });
  return (
    <FormDialog
      form={form}
      busy={busy}
      title="Cancel Booking"
      description={
        <>
          This cancels {first_name}'s trip with <b>{carTitle(booking.car)}</b>,{" "}
          {formatBookingDates(booking)}, <BookingNumber number={booking.number} />:{" "}
          {refundText(booking)}, and {isHost ? "you aren't" : "the host isn't"} paid for this trip.
          This action cannot be undone.
        </>
      }
      cancelLabel="Keep Booking"
      confirmLabel="Cancel Booking"
      busyLabel="Cancelling..."
      variant="destructive"
      onClose={onClose}
      above={<Effects booking={booking} isHost={isHost} />}
      below={
        <p className="text-sm text-muted-foreground">
          {isHost
            ? `You can cancel until ${formatDeadline(hostMayCancelUntil(toRentalPeriod(booking)))}.`
            : "You can cancel until the trip is completed."}
        </p>
      }
    >
      <TextareaField
        form={form}
        name="reason"
        label="Reason"
        optional={isHost}
        hint={
          isHost
            ? `We'll email it to ${first_name}.`
            : `We'll email it to ${first_name} and the host.`
        }
        required={!isHost}
        maxLength={MAX_REASON_LENGTH}
      />
      {isHost && (
        <BlockDaysChoice booking={booking} checked={blocksDays} onChange={setBlocksDays} />
      )}
    </FormDialog>
  );
}

/** What the renter gets back, as a clause. */
function refundText({
  renter: { first_name },
  dispute,
  cancellation,
  refunded_cents,
  refund_pending_cents,
}: Booking): string {
  if (dispute === "lost")
    return cancellation.refund_cents === 0
      ? `${first_name}'s bank has taken the payment back, so nothing is refunded`
      : `${first_name} gets what their bank hasn't taken back`;
  return refunded_cents + refund_pending_cents > 0
    ? `${first_name} gets the rest of their money back`
    : `${first_name} gets a full refund`;
}

/** What each side gets or loses. */
function Effects({ booking, isHost }: { booking: Booking; isHost: boolean }) {
  const effects = listEffects(booking);
  return (
    <Well>
      <Breakdown
        lines={[
          {
            label: `${booking.renter.first_name} gets back`,
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
  );
}

const listEffects = ({
  cancellation,
  host_share_cents,
  borne_by_host_cents,
}: Booking): RefundEffects =>
  cancellationEffects({
    refundCents: cancellation.refund_cents,
    hostShareCents: host_share_cents ?? 0,
    borneByHostCents: borne_by_host_cents ?? 0,
  });
