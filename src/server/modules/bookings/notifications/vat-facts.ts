// How emails name a tax document.
import type { VatDocument } from "../../../../contract/bookings/vat-documents.ts";
import { formatUsd } from "../../../../domain/text/format.ts";

/** "Tax invoice INV-000001, VAT number 100234567": "$18.00 includes VAT $1.64". */
export const toVatFact = (document: VatDocument): readonly [string, string] => [
  `${document.kind === "invoice" ? "Tax invoice" : "Credit note"} ${document.number}, ${document.issuer_name}, VAT number ${document.issuer_vat_number}`,
  `${formatUsd(document.gross_cents)} includes VAT ${formatUsd(document.vat_cents)}`,
];
