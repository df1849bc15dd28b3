// Gives a part of a charge back: how much, who bears it and why, with what it means for each side to the cent before it is done.
import { useId, useState } from "react";
import type { AdminBooking } from "../../../../contract/admin/admin-bookings.ts";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { centsToDollars, formatUsd } from "../../../../domain/money/money.ts";
import { partEffects } from "../../../../domain/money/refund-effects.ts";
import { hostPartOfRefund, mostByHost, type HostEarnings, type RefundBearer } from "../../../../domain/money/refund.ts";
import { carTitle, datesOf } from "../../../parts/booking/booking-words.ts";
import { effectLines } from "../../../parts/booking/effect-lines.ts";
import { dropKeptText, useKeptText } from "../../../forms/kept-text.ts";
import { isSettled } from "../../../api/query.tsx";
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
  /** What can be given back in part. */
  mostCents: number;
  /** Of the refund that is being written: the same until it has been stored, so that a lost answer refunds nothing twice. */
  refundId: string;
  onClose: () => void;
  /** It is stored, or the booking has changed meanwhile. */
  onDone: () => void;
}

const isBearer = (value: string): value is RefundBearer => value === "host" || value === "platform";

export function RefundDialog({ booking, mostCents, refundId, onClose, onDone }: RefundDialogProps) {
  const formId = useId();
  const [amountId, bearerId, reasonId] = [`${formId}-amount`, `${formId}-bearer`, `${formId}-reason`];
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
    ...(isBearer(bearer) ? [] : [{ fieldId: bearerId, message: "Choose who bears it." }]),
    ...(reason.trim() ? [] : [{ fieldId: reasonId, message: "Enter a reason." }]),
  ];
  // Said once it was sent, then until it is mended.
  const said = attempt > 0 ? faults : [];
  const faultOf = (fieldId: string) => said.find((fault) => fault.fieldId === fieldId)?.message;
  const submit = () => {
    setAttempt((times) => times + 1);
    refunding.reset();
    if ("fault" in read || !isBearer(bearer) || !reason.trim()) return;
    refunding.mutate({
      id: refundId,
      amount: centsToDollars(read.cents),
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
      title="Refund a Part"
      description={
        <>
          Gives back a part of what {first_name} paid for <b>{carTitle(booking.car)}</b>, {datesOf(booking)}. The
          booking stays as it is.
        </>
      }
      className="md:w-[min(34rem,100%)]"
      actions={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            Back
          </Button>
          <Button type="submit" form={formId} variant="destructive" busy={busy} busyLabel="Refunding...">
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
            title={isSettled(refunding.error) ? "Nothing was refunded." : "There was no answer that we can be sure of."}
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
              ? `${formatUsd(mostCents)} at most.`
              : `${formatUsd(mostCents)} at most. To give back all of it, cancel the booking.`
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
        <Field group label="Who bears it" id={bearerId} error={faultOf(bearerId)}>
          <RadioCards
            name={`${formId}-bearer`}
            value={bearer}
            onValueChange={setBearer}
            options={[
              { value: "platform", title: PRODUCT_NAME, text: "The host earns the same." },
              {
                value: "host",
                title: "The host",
                text: `Taken off the earnings. ${formatUsd(mostByHost(earnings))} at most.`,
              },
            ]}
          />
        </Field>
        <Field
          label="Reason"
          id={reasonId}
          hint={
            byHostCents > 0 ? `${first_name} and the host receive it by email.` : `${first_name} receives it by email.`
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
        <Effects firstName={first_name} earnings={earnings} cents={cents} bearer={isBearer(bearer) ? bearer : null} />
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

/** What each side gets or loses by it, as far as it is written. */
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
          The host bears no more than this booking earns. {PRODUCT_NAME} bears the other{" "}
          {formatUsd(cents - byHostCents)}.
        </p>
      )}
    </Well>
  );
}
