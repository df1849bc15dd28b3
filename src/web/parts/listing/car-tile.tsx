// A small card for a car; the whole card is a link.
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ListingTile } from "../../../contract/listings/listings.ts";
import { dollarsToCents } from "../../../domain/money/money.ts";
import { formatUsdShort } from "../../../domain/text/format.ts";
import { NoPhoto } from "../../ui/photo/no-photo.tsx";
import { Photo } from "../../ui/photo/photo.tsx";
import { RatingMark } from "../../ui/stars.tsx";
import type { DatesToSave } from "../../session/use-favourites.ts";
import { FavouriteButton } from "./favourite-button.tsx";
import { photoSizes } from "./photo-sizes.ts";
import { carName } from "../page/shared-text.ts";

/** The car fields that a tile shows. */
export type TiledCar = Pick<
  ListingTile,
  "id" | "title" | "year" | "make" | "model" | "location" | "price_per_day" | "rating"
> & {
  image: string | null;
};

export interface CarTileProps {
  car: TiledCar;
  /** Where it leads; omitted while the car is not visible to others. */
  to?: string;
  /** The chosen dates, which saving keeps. */
  dates?: DatesToSave | undefined;
  /** The `sizes` attribute of the image. */
  sizes: string;
  /** Shown after the price. */
  more?: string;
  /** The heading level. */
  level?: 2 | 3;
  /** Shown over the price, which stays level with the others in a row. */
  note?: ReactNode;
}

export function CarTile({ car, to, dates, sizes, more, note, level = 3 }: CarTileProps) {
  const Heading = `h${level}` as const;
  return (
    <article className="group relative flex h-full min-w-0 flex-col">
      <div className="overflow-hidden rounded-lg">
        {car.image ? (
          <Photo
            {...photoSizes(car.image)}
            sizes={sizes}
            alt={carName(car)}
            className="photo-zoom"
          />
        ) : (
          <NoPhoto />
        )}
      </div>
      <FavouriteButton
        car={car}
        dates={dates}
        look="photo"
        className="absolute top-3 right-3 z-1"
      />
      <div className="card-head mt-3">
        <Heading className="card-title">
          {to === undefined ? (
            <span className="wrap-anywhere">{car.title}</span>
          ) : (
            <Link to={to} prefetch="intent" className="card-link">
              {car.title}
            </Link>
          )}
        </Heading>
        {car.rating && <RatingMark {...car.rating} />}
      </div>
      <p className="card-note">{`${carName(car)} · ${car.location}`}</p>
      <div className="mt-auto pt-2">
        {note && <p className="card-note">{note}</p>}
        <p className="tabular-nums">
          <b className="text-lg">{formatUsdShort(dollarsToCents(car.price_per_day))}</b>{" "}
          <span className="text-sm text-muted-foreground">
            / day{more && <> &middot; {more}</>}
          </span>
        </p>
      </div>
    </article>
  );
}
