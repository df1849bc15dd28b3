// A tax invoice or a credit note, as the receipt and the statements show it.
import { z } from "zod";
import { VAT_DOCUMENT_KINDS, VAT_LINE_CODES, VAT_SUPPLIES } from "../../domain/money/vat/vat.ts";
import { bookingNumber, cents, id, instant } from "../common.ts";

export const vatDocumentSchema = z
  .object({
    booking_id: id,
    booking_number: bookingNumber,
    number: z.string().describe('Such as "INV-000001" or "CN-000001".'),
    kind: z.enum(VAT_DOCUMENT_KINDS),
    supply: z
      .enum(VAT_SUPPLIES)
      .describe(
        "rental: by the host to the renter; fees: by the platform to the renter; commission: by the platform to the host.",
      ),
    invoice_number: z.string().nullable().describe("The invoice that a credit note is about."),
    issued_at: instant.describe(
      "The tax point: when we learned that the card was charged, or when the refund was decided.",
    ),
    issuer_name: z.string(),
    issuer_vat_number: z.string(),
    recipient_name: z.string(),
    recipient_vat_number: z
      .string()
      .nullable()
      .describe("The host's VAT number on a document about the commission, if the host has one."),
    rate_percent: z.number(),
    gross_cents: cents.describe("Negative for a credit note, as is vat_cents."),
    vat_cents: cents.describe("Contained in gross_cents."),
    lines: z.array(
      z.object({
        code: z.enum(VAT_LINE_CODES),
        label: z.string(),
        gross_cents: cents,
        vat_cents: cents,
      }),
    ),
  })
  .meta({ id: "VatDocument" });
export type VatDocument = z.infer<typeof vatDocumentSchema>;
