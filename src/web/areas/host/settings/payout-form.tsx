// The payout details form. Unsaved values survive navigation, but only in this tab's memory: bank
// details are never written to the browser's storage.
import { useQueryClient } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useState, type SubmitEvent } from "react";
import type { MaskedPayoutDetails } from "../../../../contract/host/payout-details.ts";
import {
  ACCOUNT_KINDS,
  BANK_IDS,
  BANKS,
  type Bank,
} from "../../../../domain/money/payout-details.ts";
import { setApiData } from "../../../api/api-cache.ts";
import { ApiError, isSessionOver } from "../../../api/api.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { useLeaveWarning } from "../../../forms/leave-warning.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { capitalised } from "../../../parts/page/words.ts";
import { Button } from "../../../ui/button.tsx";
import { Input, Radio, Select } from "../../../ui/form/controls.tsx";
import { ErrorSummary } from "../../../ui/form/error-summary.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import {
  checkPayout,
  PAYOUT_FIELDS,
  PAYOUT_LABELS,
  payoutValues,
  type PayoutFaults,
  type PayoutField,
  type PayoutValues,
} from "./payout-values.ts";

/** Unsaved values by user id, until this tab is closed. */
const unsaved = new Map<string, PayoutValues>();
export const hasUnsavedPayout = (userId: string): boolean => unsaved.has(userId);

const fieldId = (field: PayoutField): string => `payout-${field}`;

export interface PayoutFormProps {
  userId: string;
  stored: MaskedPayoutDetails | null;
  onSaved: () => void;
  /** Absent if there is nothing to return to. */
  onCancel?: () => void;
}

const MAILED = "We've emailed you about the change.";

export function PayoutForm({ userId, stored, onSaved, onCancel }: PayoutFormProps) {
  const [values, setValues] = useState(() => unsaved.get(userId) ?? payoutValues(stored));
  const [faults, setFaults] = useState<PayoutFaults>({});
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  useLeaveWarning(unsaved.has(userId));

  const change = (more: Partial<PayoutValues>) => {
    const next = { ...values, ...more };
    setValues(next);
    if (JSON.stringify(next) === JSON.stringify(payoutValues(stored))) unsaved.delete(userId);
    else unsaved.set(userId, next);
  };
  const refuse = (found: PayoutFaults) => {
    setFaults(found);
    setAttempt((count) => count + 1);
  };
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const found = checkPayout(values);
    if (Object.keys(found).length > 0) return refuse(found);
    setFaults({});
    setBusy(true);
    try {
      const body = { ...values, bank: values.bank as Bank };
      const details = await apiAsUser("PUT /api/host/payout-details", { body });
      unsaved.delete(userId);
      setApiData(client, "GET /api/host/payout-details", {}, { details, is_payee: true });
      toast({
        title: "Payout details saved",
        description: stored
          ? `${MAILED} Payouts already on their way go to the old account.`
          : MAILED,
      });
      onSaved();
    } catch (error) {
      if (isSessionOver(error)) return;
      const description = sentenceFor(
        error,
        "Nothing was changed, and what you entered is still here. Please try again.",
      );
      toast({ title: "Payout details not saved", description, variant: "destructive" });
      const refused = faultsOf(error);
      if (Object.keys(refused).length > 0) refuse(refused);
    } finally {
      setBusy(false);
    }
  };
  const field = (name: PayoutField) => ({
    label: PAYOUT_LABELS[name],
    id: fieldId(name),
    error: faults[name],
  });
  const text = (name: "account_holder" | "transit" | "account_number") => ({
    name,
    value: values[name],
    autoComplete: "off",
    "aria-required": true,
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  return (
    <form
      noValidate
      aria-labelledby="payouts"
      onSubmit={(event) => void save(event)}
      className="grid gap-5"
    >
      <ErrorSummary
        title="The payout details can't be saved yet"
        attempt={attempt}
        faults={PAYOUT_FIELDS.flatMap((name) => {
          const message = faults[name];
          return message ? [{ fieldId: fieldId(name), message }] : [];
        })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field {...field("account_holder")} hint="As on your bank statements.">
          <Input {...text("account_holder")} maxLength={80} />
        </Field>
        <Field {...field("bank")}>
          <Select
            name="bank"
            aria-required="true"
            value={values.bank}
            onChange={({ target }) =>
              change({ bank: BANK_IDS.find((id) => id === target.value) ?? "" })
            }
          >
            <option value="">Choose a bank</option>
            {BANK_IDS.map((id) => (
              <option key={id} value={id}>
                {BANKS[id]}
              </option>
            ))}
          </Select>
        </Field>
        <Field {...field("transit")} hint="Your branch's 5 digits, from a cheque or your bank.">
          <Input {...text("transit")} inputMode="numeric" maxLength={40} className="tabular-nums" />
        </Field>
        <Field
          {...field("account_number")}
          hint={
            stored
              ? `Enter it again; the current one ends in ${stored.account_last4}.`
              : "5 to 12 digits."
          }
        >
          <Input
            {...text("account_number")}
            inputMode="numeric"
            maxLength={40}
            className="tabular-nums"
          />
        </Field>
      </div>
      <Field {...field("account_kind")} group>
        <div className="flex flex-wrap gap-x-6">
          {ACCOUNT_KINDS.map((kind) => (
            <Radio
              key={kind}
              name="account_kind"
              checked={values.account_kind === kind}
              onChange={() => change({ account_kind: kind })}
            >
              {capitalised(kind)}
            </Radio>
          ))}
        </div>
      </Field>
      <p className="flex gap-2 text-sm text-muted-foreground">
        <Lock aria-hidden="true" size={16} strokeWidth={2} className="mt-[.2rem] flex-none" />
        Stored encrypted. Only the last four digits are ever shown again; the full number goes only
        to the bank.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyLabel="Saving...">
          Save payout details
        </Button>
        {onCancel && !busy && (
          <Button
            variant="outline"
            onClick={() => {
              unsaved.delete(userId);
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

/** The fields that the server rejected, such as "body.transit". */
function faultsOf(error: unknown): PayoutFaults {
  const faults: PayoutFaults = {};
  if (!(error instanceof ApiError)) return faults;
  for (const { field, message } of error.fields) {
    const name = PAYOUT_FIELDS.find((each) => field === `body.${each}`);
    if (name) faults[name] ??= message;
  }
  return faults;
}
