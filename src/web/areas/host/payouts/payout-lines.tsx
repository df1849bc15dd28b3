// The lines of a statement: each rental or charge after a trip with the renter's payment, the
// platform's share and the host's; each adjustment with its reason.
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
      label="Rentals, charges and adjustments"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ index }) => index}
    />
  );
}

/** "3 days × $60.00: $180.00", and what the renter added. */
const HostLines = ({ charge_lines: lines }: Pick<PayoutLine, "charge_lines">) => (
  <ul className="text-sm text-muted-foreground tabular-nums">
    {lines.map(({ label, amount_cents }, index) => (
      <li key={index} className="wrap-anywhere">
        {label}: {formatUsd(amount_cents)}
      </li>
    ))}
  </ul>
);

const COLUMNS: readonly Column<PayoutLine>[] = [
  {
    label: "Rental",
    kind: "lead",
    render: (line) => (
      <div className="min-w-40">
        <p className="font-bold wrap-anywhere">
          {line.kind === "adjustment" && "Adjustment: "}
          {line.charge_name !== null && `${line.charge_name}: `}
          {carTitle(line)}
        </p>
        <p className="text-muted-foreground">
          {formatBookingPeriod(line)} &middot; <BookingNumber number={line.booking_number} />
        </p>
        {line.charge_lines.length > 0 && <HostLines {...line} />}
        {line.reason && <p className="wrap-anywhere whitespace-pre-line">{line.reason}</p>}
      </div>
    ),
  },
  {
    label: "Price",
    end: true,
    render: ({ rental_cents, later_charge_cents }) => {
      const cents = rental_cents ?? later_charge_cents;
      return cents !== null && formatUsd(cents);
    },
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
