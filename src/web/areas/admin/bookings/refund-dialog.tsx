// Refunds part of a charge: days or an amount, bearer and reason, with a preview of the effect on
// each side.
import { useId } from "react";
import type { AdminBooking } from "../../../../contract/admin/admin-bookings.ts";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { formatCounted, formatUsd } from "../../../../domain/text/format.ts";
import { MAX_REASON_LENGTH } from "../../../../domain/text/limits.ts";
import { partEffects } from "../../../../domain/money/refund-effects.ts";
import {
  mostByHost,
  mostRefundDays,
  planRefund,
  type RefundedBooking,
} from "../../../../domain/money/refund.ts";
import { carTitle, formatBookingDates } from "../../../parts/booking/booking-text.ts";
import { effectLines } from "../../../parts/booking/decision/effect-lines.ts";
import { isSettled } from "../../../api/use-api.ts";
import { FormField, SelectField, TextareaField, TextField } from "../../../forms/fields.tsx";
import { FormDialog } from "../../../forms/form-dialog.tsx";
import { storedTexts } from "../../../forms/form-draft.ts";
import { useAppForm, type AppForm } from "../../../forms/use-app-form.ts";
import { Breakdown } from "../../../ui/breakdown.tsx";
import { RadioCards } from "../../../ui/form/controls.tsx";
import { Well } from "../../../ui/panel.tsx";
import {
  checkRefund,
  creditPart,
  isBearer,
  previewRefund,
  readRefundSize,
  toRefundedBooking,
  type RefundValues,
} from "./refund-values.ts";
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

/** The form's state, its request, and the typed text that is stored. */
function useRefundForm({ booking, mostCents, refundId, onDone }: RefundDialogProps) {
  const storageName = (field: string) => `refund.${field}.${booking.id}`;
  const draft = storedTexts({
    basis: storageName("basis"),
    days: storageName("days"),
    amount: storageName("amount"),
    bearer: storageName("bearer"),
    reason: storageName("reason"),
  });
  const refunding = useRefund(booking.id, (isStored) => {
    if (isStored) draft.drop();
    onDone();
  });
  const refunded = toRefundedBooking(booking);
  return useAppForm<RefundValues>({
    id: useId(),
    initial: {
      basis: mostRefundDays(refunded, mostCents) > 0 ? "days" : "amount",
      days: "1",
      amount: "",
      bearer: "shared",
      reason: "",
    },
    check: (values) => checkRefund(values, mostCents),
    isLive: true,
    draft,
    describe: (error) => (error instanceof Error ? refundErrorText(error) : undefined),
    send: async (values) => {
      const size = readRefundSize(values, mostCents);
      if ("error" in size || !isBearer(values.bearer)) return;
      await refunding.mutateAsync({
        id: refundId,
        size,
        amountCents: planRefund(size, values.bearer, refunded).amountCents,
        borne_by: values.bearer,
        reason: values.reason.trim(),
      });
    },
  });
}

export function RefundDialog(props: RefundDialogProps) {
  const { booking, mostCents, onClose } = props;
  const form = useRefundForm(props);
  const refunded = toRefundedBooking(booking);
  const { amountCents, byHostCents } = previewRefund(form.values, mostCents, refunded);
  const { first_name } = booking.renter;
  return (
    <FormDialog
      form={form}
      title="Partial Refund"
      description={
        <>
          {first_name} paid for <b>{carTitle(booking.car)}</b>, {formatBookingDates(booking)}. The
          booking itself doesn't change, and its days stay booked.
        </>
      }
      className="md:w-[min(34rem,100%)]"
      summary={summaryTitle(form)}
      cancelLabel="Back"
      confirmLabel={amountCents > 0 ? `Refund ${formatUsd(amountCents)}` : "Refund"}
      busyLabel="Refunding..."
      variant="destructive"
      onClose={onClose}
    >
      <SizeFields form={form} booking={booking} mostCents={mostCents} />
      <BearerField form={form} refunded={refunded} />
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
      <Effects
        firstName={first_name}
        refunded={refunded}
        amountCents={amountCents}
        asCreditCents={creditPart(amountCents, mostCents, booking)}
        byHostCents={byHostCents}
        bearer={form.values.bearer}
      />
    </FormDialog>
  );
}

function summaryTitle({ failure, refusal }: AppForm<RefundValues>): string {
  if (failure === undefined || !(refusal instanceof Error)) return "Please check these:";
  return isSettled(refusal) ? "Nothing was refunded." : "We can't tell whether it went through.";
}

interface SizeFieldsProps {
  form: AppForm<RefundValues>;
  booking: AdminBooking;
  mostCents: number;
}

/** Days or an amount. A booking without a day that can be refunded takes only an amount. */
function SizeFields({ form, booking, mostCents }: SizeFieldsProps) {
  const refunded = toRefundedBooking(booking);
  const mostDays = mostRefundDays(refunded, mostCents);
  const { basis } = form.values;
  const limit =
    booking.status === "completed"
      ? `Up to ${formatUsd(mostCents)}.`
      : `Up to ${formatUsd(mostCents)}. For a full refund, cancel the booking.`;
  return (
    <>
      {mostDays > 0 && (
        <FormField form={form} name="basis" group label="What to refund">
          <RadioCards
            name={form.fieldId("basis")}
            value={basis}
            onValueChange={(value) => form.set("basis", value)}
            options={[
              {
                value: "days",
                title: "Days",
                text: booking.day_prices_cents
                  ? "The last days of the trip, at their own prices, fees included."
                  : "What they cost, fees included.",
              },
              { value: "amount", title: "An amount", text: "Any amount in dollars." },
            ]}
          />
        </FormField>
      )}
      {basis === "days" ? (
        <SelectField
          form={form}
          name="days"
          label="Days"
          hint={
            booking.refunded_days > 0
              ? `${formatCounted(booking.refunded_days, "day", "days")} already refunded. ${limit}`
              : limit
          }
        >
          {Array.from({ length: mostDays }, (_, index) => {
            const days = index + 1;
            const { amountCents } = planRefund({ days }, "platform", refunded);
            return (
              <option key={days} value={days}>
                {formatCounted(days, "day", "days")}: {formatUsd(amountCents)}
              </option>
            );
          })}
        </SelectField>
      ) : (
        <TextField
          form={form}
          name="amount"
          label="Amount in dollars"
          hint={limit}
          unit="$"
          inputMode="decimal"
          autoComplete="off"
        />
      )}
    </>
  );
}

function BearerField({
  form,
  refunded,
}: {
  form: AppForm<RefundValues>;
  refunded: RefundedBooking;
}) {
  return (
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
            text: `Taken off their earnings, up to ${formatUsd(mostByHost(refunded))}.`,
          },
          {
            value: "platform",
            title: PRODUCT_NAME,
            text: "The host still earns the same. Tax invoices for the rental stay as they are.",
          },
        ]}
      />
    </FormField>
  );
}

interface EffectsProps {
  firstName: string;
  refunded: RefundedBooking;
  amountCents: number;
  /** What of it the card does not get. */
  asCreditCents: number;
  byHostCents: number;
  bearer: string;
}

/** Previews what each side gains or loses, as far as the form is filled in. */
function Effects({
  firstName,
  refunded,
  amountCents,
  asCreditCents,
  byHostCents,
  bearer,
}: EffectsProps) {
  const thenCents = refunded.hostShareCents - refunded.borneByHostCents - byHostCents;
  return (
    <Well>
      <Breakdown
        lines={[
          { label: `${firstName} gets back`, amount: formatUsd(amountCents) },
          ...(asCreditCents > 0
            ? [
                {
                  label: "Of that, as credit",
                  amount: formatUsd(asCreditCents),
                  kind: "sub" as const,
                },
              ]
            : []),
          ...(amountCents > 0 ? effectLines(partEffects(amountCents, byHostCents)) : []),
          { label: "The host then earns", amount: formatUsd(thenCents), kind: "total" },
        ]}
      />
      {bearer === "host" && byHostCents < amountCents && (
        <p className="mt-3 text-sm">
          The host pays no more than this booking earns. {PRODUCT_NAME} covers the other{" "}
          {formatUsd(amountCents - byHostCents)}.
        </p>
      )}
    </Well>
  );
}
