// A host's VAT number. Documents carry it once an admin has checked it.
import { z } from "zod";
import {
  compactVatNumber,
  isVatNumber,
  MAX_LEGAL_NAME_LENGTH,
  MAX_VAT_NUMBER_INPUT,
} from "../../domain/money/vat/vat-number.ts";
import { instant, line } from "../common.ts";
import { endpoint } from "../endpoint.ts";

/** A number with the name it is registered under, as a person enters it. */
export const vatNumberInput = z.strictObject({
  vat_number: z
    .string()
    .max(MAX_VAT_NUMBER_INPUT)
    .transform(compactVatNumber)
    .refine(isVatNumber, "must be the 9 digits of your TIN"),
  legal_name: line(MAX_LEGAL_NAME_LENGTH).min(1, "is required"),
});

const number = z.object({ vat_number: z.string(), legal_name: z.string() });

export const hostVatNumberSchema = z
  .object({
    current: number
      .extend({ checked_at: instant })
      .nullable()
      .describe("The checked number, which invoices for the host's rentals carry."),
    pending: number
      .extend({ submitted_at: instant })
      .nullable()
      .describe("Waits for an admin. The current number stays in use until then."),
    rejected: number
      .extend({ reason: z.string() })
      .nullable()
      .describe("The latest number, if an admin has rejected it."),
  })
  .meta({ id: "HostVatNumber" });
export type HostVatNumber = z.infer<typeof hostVatNumberSchema>;

const own = {
  path: "/api/host/vat-number",
  access: "signed_in",
  policy: "host_area.enter",
  output: hostVatNumberSchema,
  errors: ["forbidden"],
} as const;

// Each change asks an admin to check a number.
const CHANGES = { name: "vat-number", attempts: 10, seconds: 3600 };

export const getHostVatNumber = endpoint({
  ...own,
  method: "GET",
  summary: "The host's own VAT number, and the one that waits to be checked.",
});

export const putHostVatNumber = endpoint({
  ...own,
  method: "PUT",
  limit: CHANGES,
  errors: ["forbidden", "vat_number_taken"],
  summary:
    "Asks for a VAT number to be checked. It replaces one that still waits. A checked number stays in use until the new one is checked.",
  body: vatNumberInput,
});

export const deleteHostVatNumber = endpoint({
  ...own,
  method: "DELETE",
  recentSignIn: true,
  limit: CHANGES,
  summary:
    "Removes the VAT number, checked or not. Documents that carry it stay as they are, and later charges have none. The host is notified.",
});
