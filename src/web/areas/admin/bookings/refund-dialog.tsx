// Refunds part of a charge: amount, bearer and reason, with a preview of the effect on each side.
import { useId, useState } from "react";
import type { AdminBooking } from "../../../../contract/admin/admin-bookings.ts";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { partEffects } from "../../../../domain/money/refund-effects.ts";
import {
  hostPartOfRefund,
  mostByHost,
  type HostEarnings,
  type RefundBearer,
} from "../../../../domain/money/refund.ts";
import { carTitle, datesOf } from "../../../parts/booking/booking-words.ts";
import { effectLines } from "../../../parts/booking/effect-lines.ts";
import { dropKeptText, useKeptText } from "../../../forms/kept-text.ts";
import { isSettled } from "../../../api/use-api.ts";
import { MAX_REASON_LENGTH } from "../../../forms/reason-dialog.tsx";
import { Breakdown } from "../../../ui/breakdown.tsx";
import { Button } from "../../../ui/button.tsx";
import { Input, RadioCards, Textarea } from "../../../ui/form/controls.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { ErrorSummary } from "../../../ui/form/error-summary.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Well } from "../../../ui/panel.tsx";
import { readRefundAmount } from "./refund-amount.ts";
import { refundFault, useRefund } from "./use-refund.ts";

export interface RefundDialogProps {
  booking: AdminBooking;
  /** The most that can be refunded in part. */
  mostCents: number;
  /**
   * The id of the refund being entered. It stays the same until the refund is stored, so that a
   * lost response cannot cause a second refund.
   */
  refundId: string;
  onClose: () => void;
  /** Called once the refund is stored, or if the booking has changed meanwhile. */
  onDone: () => void;
}

const isBearer = (value: string): value is RefundBearer => value === "host" || value === "platform";

export function RefundDialog({ booking, mostCents, refundId, onClose, onDone }: RefundDialogProps) {
  const formId = useId();
  const [amountId, bearerId, reasonId] = [
    `${formId}-amount`,
    `${formId}-bearer`,
    `${formId}-reason`,
  ];
  const kept = (field: string) => `refund.${field}.${booking.id}`;
  const [amount, setAmount] = useKeptText(kept("amount"));
  const [bearer, setBearer] = useKeptText(kept("bearer"));
  const [reason, setReason] = useKeptText(kept("reason"));
  const [attempt, setAttempt] = useState(0);
  const refunding = useRefund(booking.id, (isStored) => {
    if (isStored) for (const field of ["amount", "bearer", "reason"]) dropKeptText(kept(field));
    onDone();
  });
  const busy = refunding.isPending;
  const read = readRefundAmount(amount, mostCents);
  const faults = [
    ...("fault" in read ? [{ fieldId: amountId, message: read.fault }] : []),
    ...(isBearer(bearer) ? [] : [{ fieldId: bearerId, message: "Choose who pays for it." }]),
    ...(reason.trim() ? [] : [{ fieldId: reasonId, message: "Enter a reason." }]),
  ];
  // Errors appear after the first submission and stay until they are corrected.
  const said = attempt > 0 ? faults : [];
  const faultOf = (fieldId: string) => said.find((fault) => fault.fieldId === fieldId)?.message;
  const submit = () => {
    setAttempt((times) => times + 1);
    refunding.reset();
    if ("fault" in read || !isBearer(bearer) || !reason.trim()) return;
    refunding.mutate({
      id: refundId,
      amountCents: read.cents,
      borne_by: bearer,
      reason: reason.trim(),
    });
  };
  const { first_name } = booking.renter;
  const cents = "cents" in read ? read.cents : 0;
  const earnings = earningsOf(booking);
  const byHostCents = isBearer(bearer) ? hostPartOfRefund(cents, bearer, earnings) : 0;
  return (
    <Dialog
      open
      onOpenChange={() => !busy && onClose()}
      title="Partial Refund"
      description={
        <>
          Refunds part of what {first_name} paid for <b>{carTitle(booking.car)}</b>,{" "}
          {datesOf(booking)}. The booking itself doesn't change.
        </>
      }
      className="md:w-[min(34rem,100%)]"
      actions={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            Back
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="destructive"
            busy={busy}
            busyLabel="Refunding..."
          >
            {"cents" in read ? `Refund ${formatUsd(read.cents)}` : "Refund"}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) submit();
        }}
      >
        {refunding.error ? (
          <ErrorSummary
            title={
              isSettled(refunding.error)
                ? "Nothing was refunded."
                : "We can't tell whether it went through."
            }
            faults={[{ message: refundFault(refunding.error) }]}
            attempt={attempt}
          />
        ) : (
          <ErrorSummary title="Please check these:" faults={said} attempt={attempt} />
        )}
        <Field
          label="Amount in dollars"
          id={amountId}
          hint={
            booking.status === "completed"
              ? `Up to ${formatUsd(mostCents)}.`
              : `Up to ${formatUsd(mostCents)}. For a full refund, cancel the booking.`
          }
          error={faultOf(amountId)}
        >
          <Input
            unit="$"
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
          />
        </Field>
        <Field group label="Who pays for it" id={bearerId} error={faultOf(bearerId)}>
          <RadioCards
            name={`${formId}-bearer`}
            value={bearer}
            onValueChange={setBearer}
            options={[
              { value: "platform", title: PRODUCT_NAME, text: "The host still earns the same." },
              {
                value: "host",
                title: "The host",
                text: `Taken off their earnings, up to ${formatUsd(mostByHost(earnings))}.`,
              },
            ]}
          />
        </Field>
        <Field
          label="Reason"
          id={reasonId}
          hint={
            byHostCents > 0
              ? `We'll email it to ${first_name} and the host.`
              : `We'll email it to ${first_name}.`
          }
          error={faultOf(reasonId)}
        >
          <Textarea
            required
            maxLength={MAX_REASON_LENGTH}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        <Effects
          firstName={first_name}
          earnings={earnings}
          cents={cents}
          bearer={isBearer(bearer) ? bearer : null}
        />
      </form>
    </Dialog>
  );
}

const earningsOf = ({ host_share_cents, borne_by_host_cents }: AdminBooking): HostEarnings => ({
  hostShareCents: host_share_cents ?? 0,
  borneByHostCents: borne_by_host_cents ?? 0,
});

interface EffectsProps {
  firstName: string;
  earnings: HostEarnings;
  cents: number;
  bearer: RefundBearer | null;
}

/** Previews what each side gains or loses, as far as the form is filled in. */
function Effects({ firstName, earnings, cents, bearer }: EffectsProps) {
  const byHostCents = hostPartOfRefund(cents, bearer ?? "platform", earnings);
  const effects = partEffects(cents, byHostCents);
  const thenCents = earnings.hostShareCents - earnings.borneByHostCents - byHostCents;
  return (
    <Well>
      <Breakdown
        lines={[
          { label: `${firstName} gets back`, amount: formatUsd(cents) },
          ...(bearer && cents > 0 ? effectLines(effects) : []),
          { label: "The host then earns", amount: formatUsd(thenCents), kind: "total" },
        ]}
      />
      {bearer === "host" && byHostCents < cents && (
        <p className="mt-3 text-sm">
          The host pays no more than this booking earns. {PRODUCT_NAME} covers the other{" "}
          {formatUsd(cents - byHostCents)}.
        </p>
      )}
    </Well>
  );
}
