// The saved cars. A removed one stays visible until the page is left, so that it can be restored.
import { CarTile } from "../../../parts/listing/car-tile.tsx";
import type { Favourite } from "../../../../contract/listings/favourites.ts";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import { formatUsdShort } from "../../../../domain/text/format.ts";
import { paths } from "../../../paths.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";

const GRID = "grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-x-6 gap-y-8";
const SIZES = "(min-width: 64rem) 20rem, (min-width: 40rem) 46vw, calc(100vw - 2rem)";
const SKELETONS = 4;

/** A car, with the saved details if an account has saved it. */
export type ShownFavourite = Omit<Favourite, "is_available" | "saved_price" | "saved_at"> &
  Partial<Pick<Favourite, "is_available" | "saved_price">>;

export const favouriteId = ({ id }: { id: string }): string => `favourite-${id}`;

export function FavouriteCards({ cars }: { cars: readonly ShownFavourite[] }) {
  return (
    <ul aria-label="Favourites" className={GRID}>
      {cars.map((car) => (
        <li key={car.id} id={favouriteId(car)} tabIndex={-1}>
          <CarTile
            car={{ ...car, image: car.images[0] ?? null }}
            {...(car.is_available !== false && { to: paths.book(car.id) })}
            level={2}
            sizes={SIZES}
            note={noteOn(car)}
          />
        </li>
      ))}
    </ul>
  );
}

function noteOn({ is_available, price_per_day, saved_price }: ShownFavourite): string | undefined {
  if (is_available === false) return "Not available right now";
  if (saved_price === undefined || saved_price <= price_per_day) return undefined;
  return `${formatUsdShort(dollarsToCents(saved_price) - dollarsToCents(price_per_day))} less than when you saved it`;
}

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
