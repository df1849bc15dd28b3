// The saved cars. A removed one stays visible until the page is left, so that it can be restored.
import type { ReactNode } from "react";
import { toPeriodParameters } from "../../../parts/booking/rental-days.ts";
import { CarTile } from "../../../parts/listing/car-tile.tsx";
import type { Favourite } from "../../../../contract/listings/favourites.ts";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import { formatPeriod, formatUsd, formatUsdShort } from "../../../../domain/text/format.ts";
import { paths } from "../../../paths.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";

const GRID = "grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-x-6 gap-y-8";
const SIZES = "(min-width: 64rem) 20rem, (min-width: 40rem) 46vw, calc(100vw - 2rem)";
const SKELETONS = 4;

/** A car, with the saved details if an account has saved it. */
export type ShownFavourite = Omit<
  Favourite,
  "is_available" | "saved_price" | "saved_at" | "saved_dates"
> &
  Partial<Pick<Favourite, "is_available" | "saved_price" | "saved_dates">>;

export const favouriteId = ({ id }: { id: string }): string => `favourite-${id}`;

export function FavouriteCards({ cars }: { cars: readonly ShownFavourite[] }) {
  return (
    <ul aria-label="Favourites" className={GRID}>
      {cars.map((car) => {
        const dates = car.saved_dates ? toPeriodParameters(toRentalPeriod(car.saved_dates)) : {};
        return (
          <li key={car.id} id={favouriteId(car)} tabIndex={-1}>
            <CarTile
              car={{ ...car, image: car.images[0] ?? null }}
              {...(car.is_available !== false && { to: paths.book(car.id, dates) })}
              dates={dates}
              level={2}
              sizes={SIZES}
              note={noteOn(car)}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** The saved dates with their total, and how much less the car costs than when it was saved. */
function noteOn(car: ShownFavourite): ReactNode {
  const { is_available, price_per_day, saved_price, saved_dates } = car;
  if (is_available === false) return "Not available right now";
  if (!saved_dates)
    return saved_price === undefined
      ? null
      : describeDrop(saved_price, price_per_day, "less a day");
  const { is_bookable, amount_due, saved_amount_due } = saved_dates;
  const less = is_bookable && describeDrop(saved_amount_due, amount_due, "less");
  return (
    <>
      {formatPeriod(toRentalPeriod(saved_dates), todayInNassau(new Date()))}
      <br />
      {is_bookable
        ? `${formatUsd(dollarsToCents(amount_due))} all in`
        : "Not available on these dates"}
      {less && (
        <>
          <br />
          {less}
        </>
      )}
    </>
  );
}

/** "$5 less a day than when you saved it"; null if it costs no less. */
const describeDrop = (saved: number, now: number, less: "less" | "less a day"): string | null =>
  saved > now
    ? `${formatUsdShort(dollarsToCents(saved) - dollarsToCents(now))} ${less} than when you saved it`
    : null;

export const LoadingFavourites = () => (
  <div className={GRID}>
    {Array.from({ length: SKELETONS }, (_, index) => (
      <div key={index} className="grid content-start gap-2">
        <Skeleton className="mb-1 aspect-3/2 rounded-lg" />
        <Skeleton className="h-5 w-[72%]" />
        <Skeleton className="w-[52%]" />
        <Skeleton className="mt-2 h-6 w-[40%]" />
      </div>
    ))}
  </div>
);
