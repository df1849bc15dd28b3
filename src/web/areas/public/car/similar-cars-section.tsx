// Similar cars nearby, for visitors who are looking for another car.
import type { ListingTile } from "../../../../contract/listings/listings.ts";
import { CarTile } from "../../../parts/listing/car-tile.tsx";
import { paths } from "../../../paths.ts";

const SIZES = "(min-width: 80rem) 18rem, (min-width: 48rem) 23vw, 15rem";

export interface SimilarCarsProps {
  cars: readonly ListingTile[];
  /** The chosen dates, which the links keep. */
  dates: { start_date?: string; end_date?: string };
}

/** A row on a wide screen; on a phone it scrolls sideways. */
export function SimilarCars({ cars, dates }: SimilarCarsProps) {
  if (cars.length === 0) return null;
  return (
    <section
      aria-labelledby="similar-cars"
      className="grid gap-5 border-t border-border py-8 md:mt-12 md:pt-10 md:pb-0"
    >
      <h2 id="similar-cars" className="text-xl">
        Similar cars nearby
      </h2>
      <ul className="-mx-(--gutter) flex snap-x snap-mandatory scroll-px-(--gutter) gap-4 overflow-x-auto px-(--gutter) pb-1 [scrollbar-width:none] md:mx-0 md:grid md:grid-cols-4 md:gap-6 md:overflow-visible md:px-0">
        {cars.map((car) => (
          <li key={car.id} className="w-[min(15rem,70vw)] flex-none snap-start md:w-auto">
            <CarTile
              car={{ ...car, image: car.images[0] ?? null }}
              to={paths.book(car.id, dates)}
              sizes={SIZES}
              more={`${car.seats} seats`}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
