// An admin refunds a charge after the booking, in full or in part.
import { useId, useState } from "react";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { centsToDollars } from "../../../../domain/money/money.ts";
import { REFUND_BEARERS, type RefundBearer } from "../../../../domain/money/refund.ts";
import { CHARGE_NAMES } from "../../../../domain/tariff/charge-names.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { MAX_REASON_LENGTH } from "../../../../domain/text/limits.ts";
import { BOOKINGS } from "../../../api/endpoint-groups.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { FormField, TextareaField, TextField } from "../../../forms/fields.tsx";
import { FormDialog } from "../../../forms/form-dialog.tsx";
import { useAppForm, type AppForm } from "../../../forms/use-app-form.ts";
import { RadioCards } from "../../../ui/form/controls.tsx";
import { readRefundAmount } from "../../booking/refund/refund-amount.ts";
import { explainTrip } from "../explain-trip.tsx";
import type { ContestDialogProps } from "./contest-dialog.tsx";

const isBearer = (value: string): value is RefundBearer =>
  (REFUND_BEARERS as readonly string[]).includes(value);

interface RefundValues {
  amount: string;
  bearer: string;
  reason: string;
}

/** The form's state and its request. */
function useRefundForm({ bookingId, charge, onClose }: ContestDialogProps) {
  const mostCents = charge.refundable_cents;
  // The same id for each try, so that a lost response can't cause a second refund.
  const [refundId] = useState(() => crypto.randomUUID());
  const refund = useApiMutation("POST /api/admin/bookings/{id}/charges/{charge_id}/refunds", {
    invalidates: BOOKINGS,
  });
  return useAppForm<RefundValues>({
    id: useId(),
    describe: (error) =>
      explainTrip(
        error,
        "We can't tell whether it went through. Sending it again won't refund twice.",
      ),
    initial: {
      amount: centsToDollars(mostCents).toFixed(2),
      bearer: "shared",
      reason: "",
    },
    isLive: true,
    check: ({ amount, reason }) => {
      const read = readRefundAmount(amount, mostCents);
      return {
        amount: "error" in read ? read.error : undefined,
        reason: reason.trim() ? undefined : "Enter a reason.",
      };
    },
    send: async ({ amount, bearer, reason }) => {
      const read = readRefundAmount(amount, mostCents);
      if ("error" in read || !isBearer(bearer)) return;
      await refund.mutateAsync({
        params: { id: bookingId, charge_id: charge.id },
        body: {
          id: refundId,
          amount_cents: read.cents,
          borne_by: bearer,
          reason: reason.trim(),
        },
      });
      onClose();
    },
  });
}

export default function RefundChargeDialog(props: ContestDialogProps) {
  const { charge, onClose } = props;
  const mostCents = charge.refundable_cents;
  const form = useRefundForm(props);
  const read = readRefundAmount(form.values.amount, mostCents);
  return (
    <FormDialog
      form={form}
      title={`Refund: ${CHARGE_NAMES[charge.kind].toLowerCase()}`}
      description={`The renter paid ${formatUsd(charge.amount_cents)} after the trip. The booking itself doesn't change.`}
      cancelLabel="Back"
      confirmLabel={"cents" in read ? `Refund ${formatUsd(read.cents)}` : "Refund"}
      busyLabel="Refunding..."
      variant="destructive"
      onClose={onClose}
    >
      <TextField
        form={form}
        name="amount"
        label="Amount in dollars"
        hint={`Up to ${formatUsd(mostCents)}.`}
        unit="$"
        inputMode="decimal"
        autoComplete="off"
      />
      <BearerField form={form} />
      <TextareaField
        form={form}
        name="reason"
        label="Reason"
        hint="We'll email it to the renter, and to the host if the host pays a part."
        required
        rows={3}
        maxLength={MAX_REASON_LENGTH}
      />
    </FormDialog>
  );
}

const BearerField = ({ form }: { form: AppForm<RefundValues> }) => (
  <FormField form={form} name="bearer" group label="Who pays for it">
    <RadioCards
      name={form.fieldId("bearer")}
      value={form.values.bearer}
      onValueChange={(value) => form.set("bearer", value)}
      options={[
        {
          value: "shared",
          title: "Both, in proportion",
          text: "Each pays the share it earned.",
        },
        {
          value: "host",
          title: "The host",
          text: "Taken off their earnings, up to what the charge earned them.",
        },
        {
          value: "platform",
          title: PRODUCT_NAME,
          text: "The host still earns the same. Tax invoices stay as they are.",
        },
      ]}
    />
  </FormField>
);
