// How pages and emails write the distance that a rental includes.
import { formatCount, formatUsd } from "../text/format.ts";
import type { DistanceLimit } from "./usage-terms.ts";

/**
 * "300 miles included, then $0.25 a mile" for the days of a rental; without them, "100 miles a day
 * included, then $0.25 a mile".
 */
export function describeDistance(limit: DistanceLimit | null, days?: number): string {
  if (!limit) return "Unlimited distance";
  const miles = formatCount(limit.includedMilesPerDay * (days ?? 1));
  const included = days === undefined ? `${miles} miles a day` : `${miles} miles`;
  return `${included} included, then ${formatUsd(limit.pricePerMileCents)} a mile`;
}
