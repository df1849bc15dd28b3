// The text of filters, in the fields and on the chips.
import { rentalPeriod, type RentalPeriod } from "../../../../../domain/booking/rental-period.ts";
import { formatTimeOfDay, formatUsdShort } from "../../../../../domain/text/format.ts";
import { islandName } from "../../../../../domain/place/islands.ts";
import { SEAT_OPTIONS } from "../../../../../domain/listing/listing.ts";
import { capitalised } from "../../../../../domain/text/capitalised.ts";
import { BODY_TYPE_LABELS, BOOKING_MODE_LABELS } from "../../../../parts/page/shared-text.ts";
import type { Search } from "../search.ts";

const MOST_SEATS = Math.max(...SEAT_OPTIONS);

/** "5+"; "8" for the maximum. */
export const seatsLabel = (seats: number): string =>
  seats === MOST_SEATS ? `${seats}` : `${seats}+`;

export const toOptions = <T extends string>(values: readonly T[], label: (value: T) => string) =>
  values.map((value) => ({ value, label: label(value) }));

const dollars = (amount: number): string => formatUsdShort(Math.round(amount * 100));

/** "Pickup 8:00 AM, return 6:30 PM"; "Pickup 8:00 AM" for a return at the same time. */
const timesLabel = ({ pickupTime, returnTime }: RentalPeriod): string =>
  [
    ...(pickupTime ? [`Pickup ${formatTimeOfDay(pickupTime)}`] : []),
    ...(returnTime && returnTime !== pickupTime ? [`return ${formatTimeOfDay(returnTime)}`] : []),
  ].join(", ");

export interface ActiveFilter {
  label: string;
  /** The change that removes the filter. */
  without: Partial<Search>;
}

/**
 * The active filters that no visible field shows, in the order of the fields. The bar and the pill
 * show one place, the dates and the highest price.
 */
export function activeFilters(search: Search): ActiveFilter[] {
  const {
    location,
    place,
    island,
    bounds,
    minPrice,
    bodyTypes,
    minSeats,
    transmission,
    fuelTypes,
    features,
    bookingMode,
    dates,
  } = search;
  return [
    ...(bounds ? [{ label: "Map area", without: { bounds: null } }] : []),
    ...(dates?.pickupTime
      ? [{ label: timesLabel(dates), without: { dates: rentalPeriod(dates.start, dates.end) } }]
      : []),
    ...(minPrice === null
      ? []
      : [{ label: `From ${dollars(minPrice)} / day`, without: { minPrice: null } }]),
    ...bodyTypes.map((type) => ({
      label: BODY_TYPE_LABELS[type],
      without: { bodyTypes: bodyTypes.filter((each) => each !== type) },
    })),
    ...(island && (place || location)
      ? [{ label: islandName(island), without: { island: null } }]
      : []),
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
  bodyTypes,
  minSeats,
  transmission,
  fuelTypes,
  features,
  bookingMode,
  dates,
}: Search) =>
  [island, minPrice, minSeats, transmission, bookingMode].filter((each) => each !== null).length +
  (dates?.pickupTime ? 1 : 0) +
  bodyTypes.length +
  fuelTypes.length +
  features.length;
