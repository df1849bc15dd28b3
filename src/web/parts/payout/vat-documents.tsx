// Tax invoices and credit notes, line by line: on a receipt and on a payout statement. Shows
// nothing without any.
import type { VatDocument } from "../../../contract/bookings/vat-documents.ts";
import { formatInstant, formatUsd } from "../../../domain/text/format.ts";
import { Breakdown } from "../../ui/breakdown.tsx";

export function VatDocuments({ documents }: { documents: readonly VatDocument[] }) {
  if (documents.length === 0) return null;
  return (
    <section aria-labelledby="vat" className="grid gap-5 border-t border-border pt-5">
      <div>
        <h2 id="vat" className="text-lg">
          VAT
        </h2>
        <p className="text-sm text-muted-foreground">It&apos;s included in the amounts above.</p>
      </div>
      {documents.map((document) => (
        <Document key={`${document.issuer_vat_number} ${document.number}`} document={document} />
      ))}
    </section>
  );
}

function Document({ document }: { document: VatDocument }) {
  const title = document.kind === "invoice" ? "Tax invoice" : "Credit note";
  return (
    <div className="grid break-inside-avoid gap-3">
      <div>
        <h3 className="text-base tabular-nums">
          {title} {document.number}
        </h3>
        <p className="text-sm text-muted-foreground wrap-anywhere">
          {document.issuer_name}, VAT number {document.issuer_vat_number}
          <span className="block">
            {document.invoice_number && `For invoice ${document.invoice_number}, `}
            {document.invoice_number ? "issued" : "Issued"}{" "}
            <time dateTime={document.issued_at}>{formatInstant(new Date(document.issued_at))}</time>{" "}
            to {document.recipient_name}
            {document.recipient_vat_number && `, VAT number ${document.recipient_vat_number}`}
            {`, for booking ${document.booking_number}`}
          </span>
        </p>
      </div>
      <Breakdown
        lines={[
          ...document.lines.map((line) => ({
            label: (
              <>
                {line.label}
                <span className="block text-sm text-muted-foreground">
                  includes VAT {formatUsd(line.vat_cents)}
                </span>
              </>
            ),
            amount: formatUsd(line.gross_cents),
          })),
          {
            label: `Includes ${document.rate_percent}% VAT of ${formatUsd(document.vat_cents)}`,
            amount: formatUsd(document.gross_cents),
            kind: "total" as const,
          },
        ]}
      />
    </div>
  );
}
