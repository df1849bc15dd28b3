// Cars that can take the place of one whose booking was cancelled: on the same island, free for the
// whole time, with instant book and as many seats or more, nearest in price.
import type { SimilarListing } from "../../../../contract/listings/listings.ts";
import { nearestInPrice } from "../../../../domain/booking/host-cancellation/rebook-offers.ts";
import { toPricedDays } from "../../../../domain/booking/rental-period.ts";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import type { DataCtx } from "../../../platform/context.ts";
import { isVerified } from "../../identity/identity.service.ts";
import { presentQuote, presentTile } from "../listings.presenter.ts";
import { findDateSettings } from "../prices/date-settings.repository.ts";
import { findReplacements, type CancelledRental } from "./replacement-cars.repository.ts";

/** Each with what it costs for the period. */
export async function findReplacementCars(
  ctx: DataCtx,
  rental: CancelledRental,
): Promise<SimilarListing[]> {
  const renterIsVerified = await isVerified(ctx, rental.renterId);
  const free = { period: rental.period, now: ctx.clock.now() };
  const candidates = await findReplacements(ctx.db, { ...rental, renterIsVerified }, free);
  const days = toPricedDays(rental.period);
  const ids = candidates.map(({ id }) => id);
  const settings = await findDateSettings(ctx.db, ids, days);
  const priced = candidates.flatMap((row) => {
    const quote = presentQuote(row, days, settings(row.id).customPrices);
    return quote ? [{ row, quote, totalCents: dollarsToCents(quote.total_amount) }] : [];
  });
  return nearestInPrice(rental.totalCents, priced).map(({ row, quote }) => ({
    ...presentTile(row),
    quote,
  }));
}
