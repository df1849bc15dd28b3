// A car in a row of a few, as a taste of what there is: the whole tile leads to it.
import { Link } from "react-router";
import type { ListingCard } from "../../contract/listings.ts";
import { dollarsToCents, formatUsdShort } from "../../domain/money.ts";
import { NoPhoto } from "../ui/no-photo.tsx";
import { Photo } from "../ui/photo.tsx";
import { photoSizes } from "./photo-sizes.ts";
import { carName } from "./words.ts";

/** Of a car, what its tile shows. */
export type TiledCar = Pick<ListingCard, "id" | "title" | "year" | "make" | "model" | "location" | "price_per_day"> & {
  image: string | null;
};

export interface CarTileProps {
  car: TiledCar;
  to: string;
  /** How wide it is, as the img attribute. */
  sizes: string;
  /** Behind the price. */
  more?: string;
}

export function CarTile({ car, to, sizes, more }: CarTileProps) {
  return (
    <article className="group relative flex h-full min-w-0 flex-col">
      <div className="overflow-hidden rounded-lg">
        {car.image ? (
          <Photo
            {...photoSizes(car.image)}
            sizes={sizes}
            alt={carName(car)}
            className="transition-[scale] duration-(--slow) motion-safe:group-hover:scale-[1.02]"
          />
        ) : (
          <NoPhoto />
        )}
      </div>
      <h3 className="mt-3 text-lg leading-[1.3]">
        <Link to={to} prefetch="intent" className="wrap-anywhere after:absolute after:inset-0">
          {car.title}
        </Link>
      </h3>
      <p className="text-sm text-muted-foreground">
        {carName(car)} &middot; {car.location}
      </p>
      <p className="mt-auto pt-2 tabular-nums">
        <b className="text-lg">{formatUsdShort(dollarsToCents(car.price_per_day))}</b>{" "}
        <span className="text-sm text-muted-foreground">/ day{more && <> &middot; {more}</>}</span>
      </p>
    </article>
  );
}
