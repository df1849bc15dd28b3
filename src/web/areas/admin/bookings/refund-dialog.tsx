// Refunds part of a charge: amount, bearer and reason, with a preview of the effect on each side.
import { useId } from "react";
import type { AdminBooking } from "../../../../contract/admin/admin-bookings.ts";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { MAX_REASON_LENGTH } from "../../../../domain/text/limits.ts";
import { partEffects } from "../../../../domain/money/refund-effects.ts";
import {
  hostPartOfRefund,
  mostByHost,
  type HostEarnings,
  type RefundBearer,
} from "../../../../domain/money/refund.ts";
import { carTitle, formatBookingDates } from "../../../parts/booking/booking-text.ts";
import { effectLines } from "../../../parts/booking/decision/effect-lines.ts";
import { isSettled } from "../../../api/use-api.ts";
import { FormField, TextareaField, TextField } from "../../../forms/fields.tsx";
import { FormDialog } from "../../../forms/form-dialog.tsx";
import { storedTexts } from "../../../forms/form-draft.ts";
import type { FieldErrors } from "../../../forms/form-errors.ts";
import { useAppForm, type AppForm } from "../../../forms/use-app-form.ts";
import { Breakdown } from "../../../ui/breakdown.tsx";
import { RadioCards } from "../../../ui/form/controls.tsx";
import { Well } from "../../../ui/panel.tsx";
import { readRefundAmount } from "./refund-amount.ts";
import { refundErrorText, useRefund } from "./use-refund.ts";

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

interface RefundValues {
  amount: string;
  bearer: string;
  reason: string;
}

const checkRefund = (
  { amount, bearer, reason }: RefundValues,
  mostCents: number,
): FieldErrors<RefundValues> => {
  const read = readRefundAmount(amount, mostCents);
  return {
    amount: "error" in read ? read.error : undefined,
    bearer: isBearer(bearer) ? undefined : "Choose who pays for it.",
    reason: reason.trim() ? undefined : "Enter a reason.",
  };
};

/** The form's state, its request, and the typed text that is stored. */
function useRefundForm({ booking, mostCents, refundId, onDone }: RefundDialogProps) {
  const storageName = (field: string) => `refund.${field}.${booking.id}`;
  const draft = storedTexts({
    amount: storageName("amount"),
    bearer: storageName("bearer"),
    reason: storageName("reason"),
  });
  const refunding = useRefund(booking.id, (isStored) => {
    if (isStored) draft.drop();
    onDone();
  });
  return useAppForm<RefundValues>({
    id: useId(),
    initial: { amount: "", bearer: "", reason: "" },
    check: (values) => checkRefund(values, mostCents),
    isLive: true,
    draft,
    describe: (error) => (error instanceof Error ? refundErrorText(error) : undefined),
    send: async ({ amount, bearer, reason }) => {
      const read = readRefundAmount(amount, mostCents);
      if ("error" in read || !isBearer(bearer)) return;
      await refunding.mutateAsync({
        id: refundId,
        amountCents: read.cents,
        borne_by: bearer,
        reason: reason.trim(),
      });
    },
  });
}

export function RefundDialog(props: RefundDialogProps) {
  const { booking, mostCents, onClose } = props;
  const form = useRefundForm(props);
  const { amount, bearer } = form.values;
  const read = readRefundAmount(amount, mostCents);
  const cents = "cents" in read ? read.cents : 0;
  const { first_name } = booking.renter;
  const earnings = toHostEarnings(booking);
  return (
    <FormDialog
      form={form}
      title="Partial Refund"
      description={
        <>
          {first_name} paid for <b>{carTitle(booking.car)}</b>, {formatBookingDates(booking)}. The
          booking itself doesn't change.
        </>
      }
      className="md:w-[min(34rem,100%)]"
      summary={summaryTitle(form)}
      cancelLabel="Back"
      confirmLabel={"cents" in read ? `Refund ${formatUsd(read.cents)}` : "Refund"}
      busyLabel="Refunding..."
      variant="destructive"
      onClose={onClose}
    >
      <RefundFields form={form} booking={booking} mostCents={mostCents} cents={cents} />
      <Effects
        firstName={first_name}
        earnings={earnings}
        cents={cents}
        bearer={isBearer(bearer) ? bearer : null}
      />
    </FormDialog>
  );
}

function summaryTitle({ failure, refusal }: AppForm<RefundValues>): string {
  if (failure === undefined || !(refusal instanceof Error)) return "Please check these:";
  return isSettled(refusal) ? "Nothing was refunded." : "We can't tell whether it went through.";
}

interface RefundFieldsProps {
  form: AppForm<RefundValues>;
  booking: AdminBooking;
  mostCents: number;
  /** The amount typed so far. */
  cents: number;
}

function RefundFields({ form, booking, mostCents, cents }: RefundFieldsProps) {
  const { bearer } = form.values;
  const { first_name } = booking.renter;
  const earnings = toHostEarnings(booking);
  const byHostCents = isBearer(bearer) ? hostPartOfRefund(cents, bearer, earnings) : 0;
  return (
    <>
      <TextField
        form={form}
        name="amount"
        label="Amount in dollars"
        hint={
          booking.status === "completed"
            ? `Up to ${formatUsd(mostCents)}.`
            : `Up to ${formatUsd(mostCents)}. For a full refund, cancel the booking.`
        }
        unit="$"
        inputMode="decimal"
        autoComplete="off"
      />
      <FormField form={form} name="bearer" group label="Who pays for it">
        <RadioCards
          name={form.fieldId("bearer")}
          value={bearer}
          onValueChange={(value) => form.set("bearer", value)}
          options={[
            { value: "platform", title: PRODUCT_NAME, text: "The host still earns the same." },
            {
              value: "host",
              title: "The host",
              text: `Taken off their earnings, up to ${formatUsd(mostByHost(earnings))}.`,
            },
          ]}
        />
      </FormField>
      <TextareaField
        form={form}
        name="reason"
        label="Reason"
        hint={
          byHostCents > 0
            ? `We'll email it to ${first_name} and the host.`
            : `We'll email it to ${first_name}.`
        }
        required
        maxLength={MAX_REASON_LENGTH}
      />
    </>
  );
}

const toHostEarnings = ({ host_share_cents, borne_by_host_cents }: AdminBooking): HostEarnings => ({
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
