// The lines of a payout: each rental with what the renter paid, the platform's share and the host's; each adjustment with its reason.
import { Link } from "react-router";
import type { PayoutLine } from "../../../contract/host-payouts.ts";
import { formatUsd } from "../../../domain/money.ts";
import { carTitle, datesOf } from "../../lib/booking-words.ts";
import { paths } from "../../paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { DataTable, type Column } from "../../ui/data-table.tsx";

type Line = PayoutLine & { isExpected: boolean; key: string };

export interface PayoutLinesProps {
  label: string;
  lines: readonly PayoutLine[];
  /** Of rentals that are not over. */
  expected?: readonly PayoutLine[];
  /** To the host's bookings. */
  linked?: boolean;
}

export function PayoutLines({ label, lines, expected = [], linked = false }: PayoutLinesProps) {
  const rows = [
    ...lines.map((line, n) => ({ ...line, isExpected: false, key: `${n}` })),
    ...expected.map((line, n) => ({ ...line, isExpected: true, key: `expected-${n}` })),
  ];
  return <DataTable label={label} columns={columns(linked)} rows={rows} rowKey={({ key }) => key} />;
}

const columns = (linked: boolean): readonly Column<Line>[] => [
  {
    label: "Rental",
    kind: "lead",
    render: (line) => (
      <div className="min-w-40">
        <p className="font-bold wrap-anywhere">
          {line.kind === "adjustment" && "Adjustment: "}
          {linked ? (
            <Link to={paths.hostBookings({ booking: line.booking_id })} className="hover:underline">
              {carTitle(line)}
            </Link>
          ) : (
            carTitle(line)
          )}{" "}
          {line.isExpected && <Badge variant="quiet">Expected</Badge>}
        </p>
        <p className="text-muted-foreground">{datesOf(line)}</p>
        {line.reason && <p className="wrap-anywhere whitespace-pre-line">{line.reason}</p>}
      </div>
    ),
  },
  { label: "Rental price", end: true, render: ({ rental_cents }) => rental_cents !== null && formatUsd(rental_cents) },
  {
    label: "Platform share",
    end: true,
    render: ({ platform_share_cents: cents }) => cents !== null && formatUsd(-cents),
  },
  { label: "Yours", end: true, className: "font-bold", render: ({ amount_cents }) => formatUsd(amount_cents) },
];
