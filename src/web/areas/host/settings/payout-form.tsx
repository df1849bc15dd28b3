// The payout details form. Unsaved values survive navigation, but only in this tab's memory: bank
// details are never written to the browser's storage.
import { useQueryClient } from "@tanstack/react-query";
import type { MaskedPayoutDetails } from "../../../../contract/host/payout-details.ts";
import {
  ACCOUNT_KINDS,
  BANK_IDS,
  BANKS,
  MAX_NUMBER_INPUT,
  PAYOUT_DETAILS_WAIT_HOURS,
  type Bank,
} from "../../../../domain/money/payout-details.ts";
import { MAX_NAME_LENGTH } from "../../../../domain/person/name.ts";
import { formatInstant } from "../../../../domain/text/format.ts";
import { invalidateEndpoint } from "../../../api/api-cache.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { FormField, SelectField, TextField } from "../../../forms/fields.tsx";
import type { FormDraft } from "../../../forms/form-draft.ts";
import { Form, SubmitButton } from "../../../forms/form.tsx";
import { useAppForm, type AppForm } from "../../../forms/use-app-form.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { Button } from "../../../ui/button.tsx";
import { Radio } from "../../../ui/form/controls.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { checkPayout, PAYOUT_LABELS, payoutValues, type PayoutValues } from "./payout-values.ts";
import { Icon } from "../../../ui/icon.tsx";

/** Unsaved values by user id, until this tab is closed. */
const unsaved = new Map<string, Partial<PayoutValues>>();
export const hasUnsavedPayout = (userId: string): boolean => unsaved.has(userId);

const makeDraft = (userId: string): FormDraft<PayoutValues> => ({
  read: () => unsaved.get(userId) ?? {},
  keep: (changed) => {
    unsaved.set(userId, changed);
    return false;
  },
  drop: () => unsaved.delete(userId),
});

export interface PayoutFormProps {
  userId: string;
  stored: MaskedPayoutDetails | null;
  onSaved: () => void;
  /** Absent if there is nothing to return to. */
  onCancel?: () => void;
}

const MAILED = "We've emailed you about the change.";

export function PayoutForm({ userId, stored, onSaved, onCancel }: PayoutFormProps) {
  const client = useQueryClient();
  const draft = makeDraft(userId);
  const form = useAppForm({
    id: "payout",
    initial: payoutValues(stored),
    check: checkPayout,
    draft,
    failureToast: "Payout details not saved",
    failed: "Nothing was changed, and what you entered is still here. Please try again.",
    send: async (values) => {
      const body = { ...values, bank: values.bank as Bank };
      const details = await apiAsUser("PUT /api/host/payout-details", { body });
      draft.drop();
      await invalidateEndpoint(client, "GET /api/host/payout-details");
      toast({
        title: "Payout details saved",
        description: details.effective_at
          ? `${MAILED} They take effect on ${formatInstant(new Date(details.effective_at))}.`
          : MAILED,
      });
      onSaved();
    },
  });
  return (
    <Form
      form={form}
      summary="The payout details can't be saved yet"
      aria-labelledby="payouts"
      className="grid gap-5"
    >
      <AccountFields form={form} stored={stored} />
      <p className="flex gap-2 text-sm text-muted-foreground">
        <Icon name="lock" size={16} className="mt-[.2rem] flex-none" />
        Stored encrypted. Only the bank gets the full number.
      </p>
      {stored && (
        <p className="text-sm text-muted-foreground">
          A change takes effect after {PAYOUT_DETAILS_WAIT_HOURS} hours. Until then, payouts go to
          the current account.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <SubmitButton form={form} busyLabel="Saving...">
          Save payout details
        </SubmitButton>
        {onCancel && !form.busy && (
          <Button
            variant="outline"
            onClick={() => {
              draft.drop();
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
      </div>
    </Form>
  );
}

interface AccountFieldsProps {
  form: AppForm<PayoutValues>;
  stored: MaskedPayoutDetails | null;
}

function AccountFields({ form, stored }: AccountFieldsProps) {
  const field = <N extends keyof PayoutValues>(name: N) => ({
    form,
    name,
    label: PAYOUT_LABELS[name],
  });
  const typed = { autoComplete: "off", "aria-required": true } as const;
  const number = {
    ...typed,
    inputMode: "numeric",
    maxLength: MAX_NUMBER_INPUT,
    className: "tabular-nums",
  } as const;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...field("account_holder")}
          {...typed}
          hint="As on your bank statements."
          maxLength={MAX_NAME_LENGTH}
        />
        <SelectField {...field("bank")} aria-required="true">
          <option value="">Choose a bank</option>
          {BANK_IDS.map((id) => (
            <option key={id} value={id}>
              {BANKS[id]}
            </option>
          ))}
        </SelectField>
        <TextField
          {...field("transit")}
          {...number}
          hint="Your branch's 5 digits, from a cheque or your bank."
        />
        <TextField
          {...field("account_number")}
          {...number}
          hint={
            stored
              ? `Enter it again; the current one ends in ${stored.account_last4}.`
              : "5 to 12 digits."
          }
        />
      </div>
      <FormField {...field("account_kind")} group>
        <div className="flex flex-wrap gap-x-6">
          {ACCOUNT_KINDS.map((kind) => (
            <Radio
              key={kind}
              name="account_kind"
              checked={form.values.account_kind === kind}
              onChange={() => form.set("account_kind", kind)}
            >
              {capitalised(kind)}
            </Radio>
          ))}
        </div>
      </FormField>
    </>
  );
}
