// Similar cars nearby, for visitors who are looking for another car. Once dates are chosen, only
// cars that are available on them.
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { ListingDetail, SimilarListing } from "../../../../contract/listings/listings.ts";
import type { RentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import { formatCounted, formatUsd } from "../../../../domain/text/format.ts";
import { api } from "../../../api/api.ts";
import { toPeriodParameters, type PeriodParameters } from "../../../parts/booking/rental-days.ts";
import { CarTile } from "../../../parts/listing/car-tile.tsx";
import { paths } from "../../../paths.ts";

const SIZES = "(min-width: 80rem) 18rem, (min-width: 48rem) 23vw, 15rem";

export interface SimilarCarsProps {
  car: Pick<ListingDetail, "id" | "island">;
  /** As rendered with the page, whether available or not. */
  cars: readonly SimilarListing[];
  /** The chosen dates and times, which the links keep. */
  period: RentalPeriod | null;
}

/** The similar cars that are available on the dates; undefined until they are loaded. */
function useFreeCars(
  id: string,
  dates: PeriodParameters | null,
): readonly SimilarListing[] | undefined {
  const [free, setFree] = useState<{ dates: string; cars: readonly SimilarListing[] }>();
  const key = JSON.stringify(dates);
  useEffect(() => {
    if (!dates) return;
    const controller = new AbortController();
    const { signal } = controller;
    const load = async () => {
      const call = { params: { id }, query: dates };
      const found = await api("GET /api/listings/{id}/similar", call, { signal }).catch(() => null);
      if (found && !signal.aborted) setFree({ dates: key, cars: found.listings });
    };
    void load();
    return () => controller.abort();
    // Two periods are equal if their parameters are.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id, key]);
  return free?.dates === key ? free.cars : undefined;
}

const describeTotal = ({ quote }: SimilarListing): string | undefined =>
  quote
    ? `${formatUsd(dollarsToCents(quote.amount_due))} all in, ${formatCounted(quote.days, "day", "days")}`
    : undefined;

/** A row on a wide screen; on a phone it scrolls sideways. */
export function SimilarCars({ car, cars, period }: SimilarCarsProps) {
  const dates = period && toPeriodParameters(period);
  const free = useFreeCars(car.id, dates);
  const shown = free ?? cars;
  if (shown.length === 0 && !free) return null;
  return (
    <section
      aria-labelledby="similar-cars"
      className="grid gap-5 border-t border-border py-8 md:mt-12 md:pt-10 md:pb-0"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="similar-cars" className="text-xl">
          {free ? "Similar cars available on your dates" : "Similar cars nearby"}
        </h2>
        {dates && (
          <Link
            to={paths.browse({ ...(car.island && { island: car.island }), ...dates })}
            className="link"
          >
            See all available cars
          </Link>
        )}
      </div>
      {shown.length === 0 && (
        <p className="text-muted-foreground">
          No similar cars nearby are available on these dates.
        </p>
      )}
      <ul className="-mx-(--gutter) flex snap-x snap-mandatory scroll-px-(--gutter) gap-4 overflow-x-auto px-(--gutter) pb-1 [scrollbar-width:none] empty:hidden md:mx-0 md:grid md:grid-cols-4 md:gap-6 md:overflow-visible md:px-0">
        {shown.map((each) => (
          <li key={each.id} className="w-[min(15rem,70vw)] flex-none snap-start md:w-auto">
            <CarTile
              car={{ ...each, image: each.images[0] ?? null }}
              to={paths.book(each.id, dates ?? {})}
              dates={dates ?? {}}
              sizes={SIZES}
              more={`${each.seats} seats`}
              note={describeTotal(each)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
