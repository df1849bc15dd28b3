// What a renter pays for the chosen days, and what the host earns.
import { MAX_RENTAL_DAYS } from "../../../../../domain/booking/rental-period.ts";
import { daysBetween, type DateRange } from "../../../../../domain/calendar/dates.ts";
import type { PriceTerms } from "../../../../../domain/listing/prices.ts";
import { toLineDetails } from "../../../../../domain/money/charge-line.ts";
import { calculateCharge, findChargeLimit } from "../../../../../domain/money/charge.ts";
import { HOST_SHARE_BASIS_POINTS } from "../../../../../domain/money/rates.ts";
import { formatCounted, formatUsd } from "../../../../../domain/text/format.ts";
import { ChargeLines } from "../../../../parts/booking/charge-lines.tsx";

export function RentalPreview({
  days: { start, end },
  terms,
}: {
  days: DateRange;
  terms: PriceTerms;
}) {
  const days = daysBetween(start, end);
  if (days > MAX_RENTAL_DAYS)
    return (
      <p className="text-sm text-muted-foreground">
        A rental lasts {MAX_RENTAL_DAYS} days at most. Choose fewer days to see what one costs.
      </p>
    );
  const limit = findChargeLimit(terms, { start, days });
  if (limit !== null)
    return (
      <p className="text-sm text-muted-foreground">
        At these prices, renters can book up to {formatCounted(limit, "day", "days")}. A longer
        rental would exceed what one card charge can cover. Choose fewer days to see the total.
      </p>
    );
  const charge = calculateCharge(terms, { start, days });
  return (
    <section aria-label="What a renter pays" className="grid gap-2 rounded-md bg-surface-2 p-4">
      <ChargeLines
        lines={toLineDetails(charge.lines)}
        total={{ label: "Renter pays", kind: "total" }}
        after={[
          {
            label: `You get, ${HOST_SHARE_BASIS_POINTS / 100}%`,
            amount: formatUsd(charge.hostShareCents),
            kind: "total",
          },
        ]}
        className="text-sm"
      />
    </section>
  );
}
