// Asks for confirmation before a payout is marked: for the bank's reference if it was paid, for the
// reason if it failed.
import { useId } from "react";
import type { AdminPayout } from "../../../../contract/admin/admin-payouts.ts";
import { MAX_BANK_REFERENCE_LENGTH } from "../../../../domain/money/payout.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { TextField } from "../../../forms/fields.tsx";
import { FormDialog } from "../../../forms/form-dialog.tsx";
import { storedTexts } from "../../../forms/form-draft.ts";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { describeAccount, formatPayoutDay } from "../../../parts/payout/payout-text.ts";
import { ReasonDialog } from "../../../forms/reason-dialog.tsx";
import { reasonStorageName, usePayoutStep, type PayoutStep } from "./use-admin-payouts.ts";

export interface PayoutStepDialogProps {
  step: PayoutStep;
  /** Called after a cancellation, a success, or a change that is no longer possible. */
  onClose: () => void;
}

export function PayoutStepDialog({ step, onClose }: PayoutStepDialogProps) {
  const marking = usePayoutStep(step, onClose);
  if (step.kind !== "failed") return <PaidDialog step={step} marking={marking} onClose={onClose} />;
  const { host } = step.payout;
  const label = step.payout.state === "paid" ? "Mark as Sent Back" : "Mark as Failed";
  return (
    <ReasonDialog
      title={label}
      description={describeFailure(step.payout)}
      hint={`We'll email it to ${host.name}.`}
      cancelLabel="Cancel"
      confirmLabel={label}
      busyLabel="Marking..."
      storageName={reasonStorageName(step)}
      busy={marking.isPending}
      onClose={onClose}
      onConfirm={(reason) => marking.mutate(reason)}
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
    ? `${money} was paid on ${formatPayoutDay(paid_at)} as ${bank_reference}. Mark it once the bank has returned the money: the next payout pays it again. This can't be undone.`
    : `${money} didn't go through. It moves to the next payout. This can't be undone.`;
}

type PaidStep = Exclude<PayoutStep, { kind: "failed" }>;

function PaidDialog({
  step,
  marking,
  onClose,
}: PayoutStepDialogProps & { step: PaidStep; marking: ReturnType<typeof usePayoutStep> }) {
  const form = useAppForm({
    id: useId(),
    initial: { reference: "" },
    check: ({ reference }) => ({
      reference: reference.trim() ? undefined : "Enter the bank reference.",
    }),
    isLive: true,
    draft: storedTexts({ reference: reasonStorageName(step) }),
    send: ({ reference }) => marking.mutate(reference.trim()),
  });
  const title = step.kind === "all_paid" ? "Mark All as Paid" : "Mark as Paid";
  return (
    <FormDialog
      form={form}
      busy={marking.isPending}
      title={title}
      description={describe(step)}
      cancelLabel="Cancel"
      confirmLabel={title}
      busyLabel="Marking..."
      onClose={onClose}
    >
      <TextField
        form={form}
        name="reference"
        label="Bank reference"
        hint="The host sees it on their statement."
        required
        maxLength={MAX_BANK_REFERENCE_LENGTH}
        autoComplete="off"
      />
    </FormDialog>
  );
}

function describe(step: PaidStep): string {
  if (step.kind === "paid")
    return `${formatUsd(step.payout.amount_cents)} went to ${step.payout.host.name}, ${describeAccount(step.payout)}. They'll get an email.`;
  const { payouts, amount_cents } = step.batch.pending;
  return `The bank made ${payouts === 1 ? "the waiting payout" : `all ${payouts} waiting payouts`}, ${formatUsd(amount_cents)} in total. ${payouts === 1 ? "The" : "Each"} host gets an email.`;
}
