// The rentals in the next payout, with links to the bookings that the reader may open. Unfinished
// ones are marked.
import { Link } from "react-router";
import type { PayoutLine } from "../../../../contract/host/host-payouts.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { BookingNumber } from "../../../parts/booking/booking-number.tsx";
import { carTitle, formatTripDates } from "../../../parts/booking/booking-text.ts";
import { useSession } from "../../../session/session.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import type { UpcomingPayout } from "./use-host-payouts.ts";

export function UpcomingLines({ lines, expected }: Pick<UpcomingPayout, "lines" | "expected">) {
  return (
    <ul
      aria-label="Rentals in the next payout"
      className="divide-y divide-border border-t border-border text-sm"
    >
      {lines.map((line, n) => (
        <Line key={n} line={line} />
      ))}
      {expected.map((line, n) => (
        <Line key={`expected-${n}`} line={line} isExpected />
      ))}
    </ul>
  );
}

function Line({ line, isExpected = false }: { line: PayoutLine; isExpected?: boolean }) {
  const { platform_share_cents: shareCents, amount_cents, reason } = line;
  const { mayHost } = useSession();
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-5 py-3 md:px-6">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          {mayHost ? (
            <Link
              to={paths.hostBookings({ booking: line.booking_id })}
              className="font-medium wrap-anywhere after:absolute after:inset-0 hover:underline"
            >
              {carTitle(line)}
            </Link>
          ) : (
            <span className="font-medium wrap-anywhere">{carTitle(line)}</span>
          )}
          {isExpected && <Badge variant="quiet">Expected</Badge>}
          {line.kind === "adjustment" && <Badge variant="sun">Adjustment</Badge>}
          {line.charge_name !== null && <Badge variant="palm">{line.charge_name}</Badge>}
        </p>
        <p className="text-muted-foreground">
          {formatTripDates(line)} &middot; <BookingNumber number={line.booking_number} />
        </p>
        {reason && <p className="wrap-anywhere whitespace-pre-line">{reason}</p>}
      </div>
      <div className="text-right tabular-nums">
        <p className="font-bold">{formatUsd(amount_cents)}</p>
        {shareCents !== null && (
          <p className="text-xs text-muted-foreground">
            {formatUsd(amount_cents + shareCents)} less {formatUsd(shareCents)}
          </p>
        )}
      </div>
    </li>
  );
}
