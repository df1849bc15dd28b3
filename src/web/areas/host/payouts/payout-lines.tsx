// The lines of a statement: each rental with the renter's payment, the platform's share and the
// host's; each adjustment with its reason.
import type { PayoutLine } from "../../../../contract/host/host-payouts.ts";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { BookingNumber } from "../../../parts/booking/booking-number.tsx";
import { carTitle, formatBookingPeriod } from "../../../parts/booking/booking-text.ts";
import { DataTable, type Column } from "../../../ui/data-table.tsx";

export function PayoutLines({ lines }: { lines: readonly PayoutLine[] }) {
  // A booking may have several lines.
  const rows = lines.map((line, index) => ({ ...line, index }));
  return (
    <DataTable
      label="Rentals and adjustments"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ index }) => index}
    />
  );
}

const COLUMNS: readonly Column<PayoutLine>[] = [
  {
    label: "Rental",
    kind: "lead",
    render: (line) => (
      <div className="min-w-40">
        <p className="font-bold wrap-anywhere">
          {line.kind === "adjustment" && "Adjustment: "}
          {carTitle(line)}
        </p>
        <p className="text-muted-foreground">
          {formatBookingPeriod(line)} &middot; <BookingNumber number={line.booking_number} />
        </p>
        {line.reason && <p className="wrap-anywhere whitespace-pre-line">{line.reason}</p>}
      </div>
    ),
  },
  {
    label: "Rental price",
    end: true,
    render: ({ rental_cents }) => rental_cents !== null && formatUsd(rental_cents),
  },
  {
    label: "Place and extras",
    end: true,
    render: ({ meeting_place_cents: place, extras_cents: extras }) =>
      place !== null && extras !== null && formatUsd(place + extras),
  },
  {
    label: `${PRODUCT_NAME} fee`,
    end: true,
    render: ({ platform_share_cents: cents }) => cents !== null && formatUsd(-cents),
  },
  {
    label: "Yours",
    end: true,
    className: "font-bold",
    render: ({ amount_cents }) => formatUsd(amount_cents),
  },
];
