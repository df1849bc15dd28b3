// Asks before a host or an admin cancels an approved booking, and shows the effect for each side to
// the cent (product.md, Booking and payment, 4).
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { useId, useState } from "react";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import {
  HOST_CANCELLATION_REASONS,
  type HostCancellationReason,
} from "../../../../domain/booking/host-cancellation/host-cancellation.ts";
import { CAUSE_LABELS } from "../../../../domain/booking/host-cancellation/cause-text.ts";
import { hostMayCancelUntil } from "../../../../domain/booking/booking-deadlines.ts";
import { formatDeadline } from "../../../../domain/text/format.ts";
import { MAX_REASON_LENGTH } from "../../../../domain/text/limits.ts";
import { SelectField, TextareaField } from "../../../forms/fields.tsx";
import { FormDialog } from "../../../forms/form-dialog.tsx";
import { storedTexts } from "../../../forms/form-draft.ts";
import { useAppForm, type AppForm } from "../../../forms/use-app-form.ts";
import { BlockDaysChoice } from "./block-days-choice.tsx";
import { reasonStorageName } from "./booking-decision.ts";
import { BookingNumber } from "../booking-number.tsx";
import { carTitle, formatBookingDates } from "../booking-text.ts";
import { CancellationEffects, useHostFee } from "./cancellation-effects.tsx";
import { describeDays, isCause } from "./cancellation-causes.ts";

/** What only a host answers. */
export interface HostAnswer {
  cause: HostCancellationReason;
  /** The fee that the dialog showed, in integer cents. */
  feeCents: number;
}

export interface CancelDialogProps {
  booking: Booking;
  /** Who cancels: the booking's host, or an admin on the host's behalf. */
  actor: "host" | "admin";
  busy: boolean;
  onClose: () => void;
  /**
   * The reason may be empty for a host, who names a cause instead; an admin must give one. Only a
   * host can block the days.
   */
  onCancel: (reason: string, blocksDays: boolean, host?: HostAnswer) => void;
}

interface CancelValues {
  reason: string;
  /** Only of a host. */
  cause: string;
}

function useCancelForm({
  booking,
  isHost,
  isFeeShown,
  onSend,
}: {
  booking: Booking;
  isHost: boolean;
  isFeeShown: boolean;
  onSend: (reason: string, cause: HostCancellationReason | undefined) => void;
}): AppForm<CancelValues> {
  return useAppForm<CancelValues>({
    id: useId(),
    initial: { reason: "", cause: "" },
    check: ({ reason, cause }) => ({
      reason: isHost || reason.trim() ? undefined : "Enter a reason.",
      cause: isHost ? findCauseError(cause, isFeeShown) : undefined,
    }),
    isLive: true,
    draft: storedTexts({ reason: reasonStorageName(booking, "cancel") }),
    send: ({ reason, cause }) => onSend(reason.trim(), isCause(cause) ? cause : undefined),
  });
}

/** A host knows the fee before cancelling. */
function findCauseError(cause: string, isFeeShown: boolean): string | undefined {
  if (!isCause(cause)) return "Choose why you're cancelling.";
  return isFeeShown ? undefined : "The fee hasn't loaded yet. Wait a moment, or try again above.";
}

/** Why the host cancels, and what happens to the days. */
function CauseField({ form }: { form: AppForm<CancelValues> }) {
  const { cause } = form.values;
  return (
    <SelectField
      form={form}
      name="cause"
      label="Why are you cancelling?"
      hint={isCause(cause) ? describeDays(cause) : undefined}
    >
      <option value="">Choose a reason</option>
      {HOST_CANCELLATION_REASONS.map((each) => (
        <option key={each} value={each}>
          {CAUSE_LABELS[each]}
        </option>
      ))}
    </SelectField>
  );
}

export function CancelDialog({ booking, actor, busy, onClose, onCancel }: CancelDialogProps) {
  const isHost = actor === "host";
  const { first_name } = booking.renter;
  const [blocksDays, setBlocksDays] = useState(false);
  const fee = useHostFee(booking, { enabled: isHost && !busy });
  const form = useCancelForm({
    booking,
    isHost,
    isFeeShown: fee.data !== undefined,
    onSend: (reason, cause) =>
      onCancel(
        reason,
        cause === "other" && blocksDays,
        cause && fee.data && { cause, feeCents: fee.data.fee_cents },
      ),
  });
  const { cause } = form.values;
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
      above={<CancellationEffects booking={booking} isHost={isHost} fee={fee} />}
      below={
        <p className="text-sm text-muted-foreground">
          {isHost
            ? `You can cancel until ${formatDeadline(hostMayCancelUntil(toRentalPeriod(booking)))}.`
            : "You can cancel until the trip is completed."}
        </p>
      }
    >
      {isHost && <CauseField form={form} />}
      <TextareaField
        form={form}
        name="reason"
        label={isHost ? "Message to the renter" : "Reason"}
        optional={isHost}
        hint={
          isHost
            ? `We'll email it to ${first_name}.`
            : `We'll email it to ${first_name} and the host.`
        }
        required={!isHost}
        maxLength={MAX_REASON_LENGTH}
      />
      {isHost && cause === "other" && (
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
