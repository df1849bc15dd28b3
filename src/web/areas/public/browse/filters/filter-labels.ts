// The text of filters, in the fields and on the chips.
import type { CalendarDate } from "../../../../../domain/calendar/dates.ts";
import { formatRange, formatUsdShort } from "../../../../../domain/text/format.ts";
import { islandName } from "../../../../../domain/place/islands.ts";
import { SEAT_OPTIONS } from "../../../../../domain/listing/listing.ts";
import { BOOKING_MODE_LABELS, capitalised } from "../../../../parts/page/shared-text.ts";
import type { Search } from "../search.ts";

const MOST_SEATS = Math.max(...SEAT_OPTIONS);

/** "5+"; "8" for the maximum. */
export const seatsLabel = (seats: number): string =>
  seats === MOST_SEATS ? `${seats}` : `${seats}+`;

export const toOptions = <T extends string>(values: readonly T[], label: (value: T) => string) =>
  values.map((value) => ({ value, label: label(value) }));

const dollars = (amount: number): string => formatUsdShort(Math.round(amount * 100));

/** "$40 - $60 / day", or just one limit; undefined without limits. */
function priceLabel({ minPrice, maxPrice }: Search): string | undefined {
  if (minPrice !== null && maxPrice !== null)
    return `${dollars(minPrice)} - ${dollars(maxPrice)} / day`;
  if (minPrice !== null) return `From ${dollars(minPrice)} / day`;
  return maxPrice === null ? undefined : `Up to ${dollars(maxPrice)} / day`;
}

export interface ActiveFilter {
  label: string;
  /** The change that removes the filter. */
  without: Partial<Search>;
}

/** The active filters, in the order of the fields. */
export function activeFilters(search: Search, today: CalendarDate): ActiveFilter[] {
  const {
    location,
    place,
    island,
    bounds,
    dates,
    minSeats,
    transmission,
    fuelTypes,
    features,
    bookingMode,
  } = search;
  const price = priceLabel(search);
  return [
    ...(location ? [{ label: `“${location}”`, without: { location: "" } }] : []),
    ...(place ? [{ label: place.name, without: { place: null } }] : []),
    ...(bounds ? [{ label: "Map area", without: { bounds: null } }] : []),
    ...(dates ? [{ label: formatRange(dates, today), without: { dates: null } }] : []),
    ...(price ? [{ label: price, without: { minPrice: null, maxPrice: null } }] : []),
    ...(island ? [{ label: islandName(island), without: { island: null } }] : []),
    ...(minSeats === null
      ? []
      : [{ label: `${seatsLabel(minSeats)} seats`, without: { minSeats: null } }]),
    ...(transmission
      ? [{ label: capitalised(transmission), without: { transmission: null } }]
      : []),
    ...fuelTypes.map((fuel) => ({
      label: capitalised(fuel),
      without: { fuelTypes: fuelTypes.filter((each) => each !== fuel) },
    })),
    ...(bookingMode
      ? [{ label: BOOKING_MODE_LABELS[bookingMode], without: { bookingMode: null } }]
      : []),
    ...features.map((feature) => ({
      label: feature,
      without: { features: features.filter((each) => each !== feature) },
    })),
  ];
}

/** The number of active filters behind the "More filters" button. */
export const countMore = ({
  island,
  minPrice,
  minSeats,
  transmission,
  fuelTypes,
  features,
  bookingMode,
}: Search) =>
  [island, minPrice, minSeats, transmission, bookingMode].filter((each) => each !== null).length +
  fuelTypes.length +
  features.length;
