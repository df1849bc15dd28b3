// The alternatives that a car's page shows.
import type { SimilarListing } from "../../../../contract/listings/listings.ts";
import { toPricedDays } from "../../../../domain/booking/rental-period.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { mostSimilar, SIMILAR_CANDIDATES } from "../../../../domain/listing/similar-cars.ts";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import { kilometresBetween, type Point } from "../../../../domain/place/bahamas.ts";
import type { DataCtx } from "../../../platform/context.ts";
import { findPublicListing, type CardRow, type DetailRow } from "../listings.repository.ts";
import { presentQuote, presentTile } from "../listings.presenter.ts";
import { readPeriod, type SearchedDates } from "../listings.service.ts";
import { findDateSettings } from "../prices/date-settings.repository.ts";
import { findNearest } from "./similar-listings.repository.ts";

/**
 * Alternatives to a car, chosen by domain/listing/similar-cars.ts. With dates, only cars that are
 * free, compared by what these dates cost.
 * @throws DomainError car_not_available, and the date errors of searchListings
 */
export async function findSimilar(
  ctx: DataCtx,
  id: string,
  dates: SearchedDates,
): Promise<SimilarListing[]> {
  const period = readPeriod(ctx, dates);
  const car = await findPublicListing(ctx.db, id);
  if (!car) throw new DomainError("car_not_available");
  const free = period && { period, now: ctx.clock.now() };
  const candidates = await findNearest(ctx.db, car, SIMILAR_CANDIDATES, free);
  const days = period && toPricedDays(period);
  const ids = [id, ...candidates.map((row) => row.id)];
  const settings = days && (await findDateSettings(ctx.db, ids, days));
  const comparable = (row: CardRow) => {
    const quote = presentQuote(row, days, settings?.(row.id).customPrices);
    return {
      quote,
      pricePerDayCents: quote
        ? dollarsToCents(quote.total_amount) / quote.days
        : row.price_per_day_cents,
      seats: row.seats,
      island: row.island,
      bodyType: row.body_type,
    };
  };
  const similar = mostSimilar(
    comparable(car),
    candidates.map((row) => ({ row, km: kilometresApart(car, row), ...comparable(row) })),
  );
  return similar.map(({ row, quote }) => ({ ...presentTile(row), quote }));
}

/** Zero if a car has no position: both locations then have the same name. */
function kilometresApart(one: Placed, other: Placed): number {
  const [a, b] = [one, other].map(({ latitude, longitude }): Point | undefined =>
    latitude === null || longitude === null ? undefined : { latitude, longitude },
  );
  return a && b ? kilometresBetween(a, b) : 0;
}
type Placed = Pick<DetailRow, "latitude" | "longitude">;
