// Cars near this one that are like it, for somebody whom it does not suit.
import { Link } from "react-router";
import type { ListingCard } from "../../../contract/listings.ts";
import { dollarsToCents, formatUsdShort } from "../../../domain/money.ts";
import { photoSizes } from "../../lib/photo-sizes.ts";
import { paths } from "../../paths.ts";
import { NoPhoto } from "../../ui/no-photo.tsx";
import { Photo } from "../../ui/photo.tsx";
import { carName } from "./details.tsx";

export interface SimilarCarsProps {
  cars: readonly ListingCard[];
  /** Chosen for this car; they are kept for the next. */
  dates: { start_date?: string; end_date?: string };
}

/** Stands beside itself on a wide screen; on a phone it is swiped through. */
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
            <Car car={car} to={paths.book(car.id, dates)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Car({ car, to }: { car: ListingCard; to: string }) {
  const [image] = car.images;
  return (
    <article className="group relative grid min-w-0 gap-1">
      <div className="mb-2 overflow-hidden rounded-lg">
        {image ? (
          <Photo
            {...photoSizes(image)}
            sizes="(min-width: 80rem) 18rem, (min-width: 48rem) 23vw, 15rem"
            alt={carName(car)}
            className="transition-[scale] duration-(--slow) motion-safe:group-hover:scale-[1.02]"
          />
        ) : (
          <NoPhoto />
        )}
      </div>
      <h3 className="text-base leading-[1.3]">
        <Link to={to} prefetch="intent" className="wrap-anywhere after:absolute after:inset-0">
          {car.title}
        </Link>
      </h3>
      <p className="text-sm text-muted-foreground">{car.location}</p>
      <p className="tabular-nums">
        <b>{formatUsdShort(dollarsToCents(car.price_per_day))}</b>{" "}
        <span className="text-sm text-muted-foreground">/ day &middot; {car.seats} seats</span>
      </p>
    </article>
  );
}
