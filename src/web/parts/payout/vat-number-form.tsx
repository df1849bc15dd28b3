// The form for a VAT number and the name it is registered under: the host's, or the platform's.
import {
  compactVatNumber,
  isVatNumber,
  MAX_LEGAL_NAME_LENGTH,
  MAX_VAT_NUMBER_INPUT,
} from "../../../domain/money/vat/vat-number.ts";
import type { FieldErrors } from "../../forms/form-errors.ts";
import { TextField } from "../../forms/fields.tsx";
import { Form, SubmitButton } from "../../forms/form.tsx";
import { useAppForm } from "../../forms/use-app-form.ts";
import { Button } from "../../ui/button.tsx";

interface VatValues {
  vat_number: string;
  legal_name: string;
}

function checkVat({ vat_number, legal_name }: VatValues): FieldErrors<VatValues> {
  const errors: FieldErrors<VatValues> = {};
  if (!isVatNumber(compactVatNumber(vat_number)))
    errors.vat_number = "Enter the 9 digits of the TIN";
  if (!legal_name.trim()) errors.legal_name = "Enter the name on the VAT certificate";
  return errors;
}

export function VatNumberForm({
  submitLabel,
  send,
  onCancel,
}: {
  submitLabel: string;
  send: (values: VatValues) => Promise<void>;
  onCancel?: () => void;
}) {
  const form = useAppForm({
    id: "vat-number",
    initial: { vat_number: "", legal_name: "" },
    check: checkVat,
    failed: "Nothing was changed, and what you entered is still here. Please try again.",
    send,
  });
  const typed = { autoComplete: "off", "aria-required": true } as const;
  return (
    <Form
      form={form}
      summary="The VAT number can't be saved yet"
      aria-labelledby="vat"
      className="grid gap-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="vat_number"
          label="VAT number"
          hint="The 9 digits of the TIN."
          inputMode="numeric"
          maxLength={MAX_VAT_NUMBER_INPUT}
          className="tabular-nums"
          {...typed}
        />
        <TextField
          form={form}
          name="legal_name"
          label="Registered name"
          hint="As on the VAT certificate."
          maxLength={MAX_LEGAL_NAME_LENGTH}
          {...typed}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <SubmitButton form={form} busyLabel="Saving...">
          {submitLabel}
        </SubmitButton>
        {onCancel && !form.busy && (
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  );
}
