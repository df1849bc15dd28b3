// The cars found by a search, as map markers. PostgreSQL counts them by small cells, so that a
// hundred thousand cars cost one index scan and a few kilobytes; the domain merges the cells into
// markers.
import type { MapMarker } from "../../../contract/listings/listings.ts";
import { maskListingText } from "../../../domain/listing/listing-masking.ts";
import type { Bounds } from "../../../domain/place/map-area.ts";
import {
  clusterPoints,
  fittingZoom,
  pixelsPerDegree,
  type ClusterPoint,
} from "../../../domain/place/map-clusters.ts";
import { withFees } from "../../../domain/money/charge.ts";
import { centsToDollars } from "../../../domain/money/money.ts";
import type { Ctx, DataCtx } from "../../platform/context.ts";
import { findCells, findRentalTotals, type CellRow } from "./listing-map.repository.ts";
import { NO_PLAN, planSearch } from "./search/listing-search.repository.ts";
import { findListingTitles } from "./review/listing-review.repository.ts";
import { toSearch, type SearchQuery } from "./listings.service.ts";

/** CSS pixels: smaller than a marker, so that cell borders do not show. */
const CELL_PIXELS = 16;
/** The most cells that are counted, for any zoom and map size. */
const MAX_CELLS = 8000;

/**
 * Reads the markers of an area. A zoom that is too close for the area is reduced to the closest
 * that fits.
 * @throws DomainError dates_missing when only one date is given, and every other code of
 * checkRentalPeriod
 */
export async function readMap(
  ctx: DataCtx & Pick<Ctx, "places">,
  query: SearchQuery & { bounds: Bounds; zoom: number },
): Promise<{ markers: MapMarker[] }> {
  const { search, days } = await toSearch(ctx, query);
  const zoom = fittingZoom(query.bounds, query.zoom);
  const plan = days ? await planSearch(ctx.db, search) : NO_PLAN;
  const cells = await findCells(ctx.db, search, plan, cellSize(query.bounds, zoom));
  const clusters = clusterPoints(cells.map(toClusterPoint), zoom);
  const single = clusters.flatMap(({ carId }) => carId ?? []);
  // Where more cars match than are priced one by one, only the single ones are.
  const period = plan.priced ? undefined : search.free?.period;
  const [titles, totals] = await Promise.all([
    findListingTitles(ctx.db, single),
    period && findRentalTotals(ctx.db, single, period),
  ]);
  return {
    markers: clusters.map(({ carId, lowestPriceCents, lowestTotalCents, ...point }) => {
      const totalCents = lowestTotalCents ?? totals?.get(carId ?? "");
      return {
        ...point,
        price_per_day: centsToDollars(lowestPriceCents),
        amount_due: totalCents === undefined ? null : centsToDollars(withFees(totalCents)),
        car: carId === null ? null : { id: carId, title: maskListingText(titles.get(carId) ?? "") },
      };
    }),
  };
}

/** The side of a cell, in degrees. */
function cellSize({ west, south, east, north }: Bounds, zoom: number): number {
  const requested = CELL_PIXELS / pixelsPerDegree(zoom);
  return Math.max(requested, Math.sqrt(((east - west) * (north - south)) / MAX_CELLS));
}

const toClusterPoint = ({
  cars,
  lowestPriceCents,
  lowestTotalCents,
  id,
  latitude,
  longitude,
  ...bounds
}: CellRow): ClusterPoint => ({
  latitude,
  longitude,
  cars,
  lowestPriceCents,
  lowestTotalCents,
  carId: cars === 1 ? id : null,
  bounds,
});
