// Asks for confirmation before a payout is marked: for the bank's reference if it was paid, for the
// reason if it failed.
import { useId, useState } from "react";
import type { AdminPayout } from "../../../../contract/admin/admin-payouts.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { useKeptText } from "../../../forms/kept-text.ts";
import { accountWords, dayOf } from "../../../parts/payout/payout-words.ts";
import { ReasonDialog } from "../../../forms/reason-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { Input } from "../../../ui/form/controls.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { keptAs, usePayoutStep, type PayoutStep } from "./use-admin-payouts.ts";

export interface StepDialogProps {
  step: PayoutStep;
  /** Called after a cancellation, a success, or a change that is no longer possible. */
  onClose: () => void;
}

export function StepDialog({ step, onClose }: StepDialogProps) {
  const marking = usePayoutStep(step, onClose);
  if (step.kind !== "failed") return <PaidDialog step={step} marking={marking} onClose={onClose} />;
  const { host } = step.payout;
  const act = step.payout.state === "paid" ? "Mark as Sent Back" : "Mark as Failed";
  return (
    <ReasonDialog
      title={act}
      description={describeFailure(step.payout)}
      hint={`We'll email it to ${host.name}.`}
      keep="Cancel"
      act={act}
      acting="Marking..."
      keptAs={keptAs(step)}
      busy={marking.isPending}
      onKeep={onClose}
      onAct={(reason) => marking.mutate(reason)}
    />
  );
}

function describeFailure({
  state,
  host,
  amount_cents,
  paid_at,
  bank_reference,
}: AdminPayout): string {
  const money = `${formatUsd(amount_cents)} to ${host.name}`;
  return state === "paid" && paid_at
    ? `${money} was paid on ${dayOf(paid_at)} as ${bank_reference}. Mark it once the bank has returned the money: the next payout pays it again. This can't be undone.`
    : `${money} didn't go through. It moves to the next payout. This can't be undone.`;
}

/** The contract's limit. */
const MAX_REFERENCE_LENGTH = 100;

type PaidStep = Exclude<PayoutStep, { kind: "failed" }>;

function PaidDialog({
  step,
  marking,
  onClose,
}: StepDialogProps & { step: PaidStep; marking: ReturnType<typeof usePayoutStep> }) {
  const formId = useId();
  const fieldId = useId();
  const [reference, setReference] = useKeptText(keptAs(step));
  const [missing, setMissing] = useState(false);
  const busy = marking.isPending;
  const submit = () => {
    const given = reference.trim();
    setMissing(!given);
    if (given) marking.mutate(given);
    else document.getElementById(fieldId)?.focus();
  };
  const isAll = step.kind === "all_paid";
  return (
    <Dialog
      open
      onOpenChange={() => !busy && onClose()}
      title={isAll ? "Mark All as Paid" : "Mark as Paid"}
      description={describe(step)}
      actions={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy} busyLabel="Marking...">
            {isAll ? "Mark All as Paid" : "Mark as Paid"}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) submit();
        }}
      >
        <Field
          label="Bank reference"
          id={fieldId}
          hint="The bank's name for the transfer. Hosts see it on their statement."
          error={missing ? "Enter the bank reference." : undefined}
        >
          <Input
            required
            maxLength={MAX_REFERENCE_LENGTH}
            autoComplete="off"
            value={reference}
            onChange={({ target }) => {
              setReference(target.value);
              setMissing(false);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}

function describe(step: PaidStep): string {
  if (step.kind === "paid")
    return `${formatUsd(step.payout.amount_cents)} went to ${step.payout.host.name}, ${accountWords(step.payout)}. They'll get an email.`;
  const { payouts, amount_cents } = step.batch.pending;
  return `The bank made ${payouts === 1 ? "the waiting payout" : `all ${payouts} waiting payouts`}, ${formatUsd(amount_cents)} in total. ${payouts === 1 ? "The" : "Each"} host gets an email.`;
}
