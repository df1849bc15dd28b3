// The newest cars, as a taste of what there is; on a phone they scroll sideways.
import { Link } from "react-router";
import type { ListingCard } from "../../../contract/listings.ts";
import { dollarsToCents, formatUsdShort } from "../../../domain/money.ts";
import { photoSizes } from "../../lib/photo-sizes.ts";
import { paths } from "../../paths.ts";
import { NoPhoto } from "../../ui/no-photo.tsx";
import { Photo } from "../../ui/photo.tsx";

/** Of a car, what its card here shows. */
export type NewCar = Pick<ListingCard, "id" | "title" | "year" | "make" | "model" | "location" | "price_per_day"> & {
  image: string | null;
};

/** How wide a card is: a quarter of the page, or most of a phone. */
const SIZES = "(min-width: 82rem) 18.5rem, (min-width: 64rem) 22vw, (min-width: 48rem) 44vw, 78vw";

/** Nothing where there is no car. */
export function JustListed({ cars }: { cars: readonly NewCar[] }) {
  if (cars.length === 0) return null;
  return (
    <section aria-labelledby="just-listed" className="page-wrap pt-(--section)">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="just-listed" className="text-3xl leading-[1.1] tracking-display">
          Just listed
        </h2>
        <Link to={paths.browse()} className="link">
          All cars
        </Link>
      </div>
      <ul className="mt-8 grid auto-cols-[78%] grid-flow-col gap-4 overflow-x-auto overscroll-x-contain max-md:-mx-(--gutter) max-md:snap-x max-md:snap-mandatory max-md:scroll-px-(--gutter) max-md:px-(--gutter) max-md:pb-2 md:auto-cols-auto md:grid-flow-row md:grid-cols-2 md:gap-6 md:overflow-visible lg:grid-cols-4">
        {cars.map((car) => (
          <li key={car.id} className="group relative flex min-w-0 snap-start flex-col">
            <div className="overflow-hidden rounded-lg">
              {car.image ? (
                <Photo
                  {...photoSizes(car.image)}
                  sizes={SIZES}
                  alt={`${car.year} ${car.make} ${car.model}`}
                  className="transition-[scale] duration-(--slow) motion-safe:group-hover:scale-[1.02]"
                />
              ) : (
                <NoPhoto />
              )}
            </div>
            <h3 className="mt-3 text-lg leading-[1.3]">
              <Link to={paths.book(car.id)} prefetch="intent" className="wrap-anywhere after:absolute after:inset-0">
                {car.title}
              </Link>
            </h3>
            <p className="text-sm text-muted-foreground">
              {car.year} {car.make} {car.model} &middot; {car.location}
            </p>
            <p className="mt-auto pt-2 tabular-nums">
              <b className="text-lg">{formatUsdShort(dollarsToCents(car.price_per_day))}</b>{" "}
              <span className="text-muted-foreground">/ day</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
