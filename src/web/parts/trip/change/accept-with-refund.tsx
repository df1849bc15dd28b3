// The form in which the host accepts a shorter trip and says how much to refund for the late days.
import { useId } from "react";
import { GIVE_BACK_HOURS } from "../../../../domain/booking/changes/booking-change.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { TextField } from "../../../forms/fields.tsx";
import { Form, SubmitButton } from "../../../forms/form.tsx";
import { readCents } from "../../../forms/read-cents.ts";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { explainChange } from "../explain-change.ts";
import type { BookingChange } from "./change-text.ts";
import type { useChangeSteps } from "./use-changes.ts";

export interface AcceptWithRefundProps {
  change: BookingChange;
  accept: ReturnType<typeof useChangeSteps>["accept"];
  /** Whether another step is being taken. */
  disabled: boolean;
}

export function AcceptWithRefund({ change, accept, disabled }: AcceptWithRefundProps) {
  const max = change.agreed_refund_max_cents;
  const form = useAppForm({
    id: useId(),
    describe: (error) => explainChange(error, "We didn't get a reply. Please try again."),
    initial: { refund: "" },
    check: ({ refund }) => {
      const cents = readCents(refund);
      if (cents !== undefined && cents >= 0 && cents <= max) return {};
      return { refund: `Enter an amount from ${formatUsd(0)} to ${formatUsd(max)}.` };
    },
    send: ({ refund }) => accept.mutateAsync(readCents(refund) ?? 0),
  });
  return (
    <Form form={form} failureTitle="Not accepted" className="grid gap-3">
      <TextField
        form={form}
        name="refund"
        label="How much will you give back, in dollars?"
        hint={`For days that begin within ${GIVE_BACK_HOURS} hours: from ${formatUsd(0)} to ${formatUsd(max)}.`}
        inputMode="decimal"
        autoComplete="off"
        fieldClassName="max-w-[24rem]"
        disabled={disabled}
      />
      <SubmitButton form={form} busyLabel="Accepting..." disabled={disabled}>
        Accept
      </SubmitButton>
    </Form>
  );
}
