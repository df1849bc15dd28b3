// The newest cars; on a phone they scroll sideways.
import { Link } from "react-router";
import { CarTile, type TiledCar } from "../../../parts/listing/car-tile.tsx";
import { paths } from "../../../paths.ts";

/** The card's width: a quarter of the page, or most of a phone. */
const SIZES = "(min-width: 82rem) 18.5rem, (min-width: 64rem) 22vw, (min-width: 48rem) 44vw, 78vw";

/** Renders nothing without cars. */
export function JustListed({ cars }: { cars: readonly TiledCar[] }) {
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
          <li key={car.id} className="min-w-0 snap-start">
            <CarTile car={car} to={paths.book(car.id)} sizes={SIZES} />
          </li>
        ))}
      </ul>
    </section>
  );
}
