// The compact list of cars beside the map: those in view, and before there is a map all of them.
import { use, type ReactNode } from "react";
import { toPeriodParameters } from "../../../../parts/booking/rental-days.ts";
import { carsText, type FoundCar } from "../fetch-cars.ts";
import { dollarsToCents } from "../../../../../domain/money/money.ts";
import { formatUsd, formatUsdShort } from "../../../../../domain/text/format.ts";
import { prefetchCarProps } from "../../../../parts/listing/car-data.ts";
import { FavouriteButton } from "../../../../parts/listing/favourite-button.tsx";
import { cardPhoto } from "../../../../parts/listing/photo-sizes.ts";
import { carName } from "../../../../parts/page/shared-text.ts";
import { paths } from "../../../../paths.ts";
import { Button } from "../../../../ui/button.tsx";
import { cx } from "../../../../ui/cx.ts";
import { NoPhoto } from "../../../../ui/photo/no-photo.tsx";
import { PlainLink } from "../../../../ui/plain-link.tsx";
import { Photo } from "../../../../ui/photo/photo.tsx";
import { RatingMark } from "../../../../ui/stars.tsx";
import { carTitleId } from "../car-card.tsx";
import { mapCardId, MapFocusContext } from "./map-focus.ts";
import { MAP_LIST } from "./map-list.ts";
import type { CarsInView } from "./use-cars-in-view.ts";
import { browsePath, type Search } from "../search.ts";
import { Icon } from "../../../../ui/icon.tsx";
import { useMoreCars } from "../use-more-cars.tsx";

export interface MapCarsProps {
  cars: readonly FoundCar[];
  search: Search;
  /** The control that loads more cars. */
  more: ReactNode;
}

export function MapCars(props: MapCarsProps) {
  const { inView } = use(MapFocusContext);
  return inView ? <InView {...inView} /> : <CarList {...props} />;
}

function InView({ search, found: first }: CarsInView) {
  const { found, more } = useMoreCars(search, first);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p role="status" className="min-h-6 text-sm text-muted-foreground">
        {found.count === 0
          ? "No cars in view. Move the map or zoom out."
          : `${carsText(found)} in view`}
      </p>
      <CarList cars={found.listings} search={search} more={more} />
    </div>
  );
}

function CarList({ cars, search, more }: MapCarsProps) {
  const { selectedOutsideList } = use(MapFocusContext);
  const isFound =
    selectedOutsideList !== null && cars.some(({ id }) => id === selectedOutsideList.id);
  const shown = selectedOutsideList && !isFound ? [selectedOutsideList, ...cars] : cars;
  return (
    <ul aria-label="Cars" className={MAP_LIST}>
      {shown.map((car) => (
        <li key={car.id}>
          <CompactCard car={car} search={search} />
        </li>
      ))}
      {more && <li>{more}</li>}
    </ul>
  );
}

const Price = ({ car: { price_per_day, quote } }: { car: FoundCar }) => (
  <p className="text-sm leading-snug tabular-nums">
    <b>{formatUsdShort(dollarsToCents(price_per_day))}</b>{" "}
    <span className="text-muted-foreground">/ day</span>
    {quote && (
      <span className="block text-xs">
        <b>{formatUsd(dollarsToCents(quote.amount_due))}</b>{" "}
        <span className="text-muted-foreground">all in</span>
      </span>
    )}
  </p>
);

const NotOnMap = () => (
  <p className="flex items-center gap-1 text-xs text-muted-foreground">
    <Icon name="map-pin-off" size={14} />
    Not on the map: exact location unknown
  </p>
);

export interface CompactCardProps {
  car: FoundCar;
  search: Search;
  /** Over the map instead of in the list. */
  floating?: boolean;
}

export function CompactCard({ car, search, floating = false }: CompactCardProps) {
  const { setHoveredCar, hoveredPinId, chosenId } = use(MapFocusContext);
  const dates = search.dates ? toPeriodParameters(search.dates) : {};
  const link = {
    to: paths.book(car.id, dates),
    state: { results: browsePath(search) },
    ...prefetchCarProps(car.id),
  };
  const [image] = car.images;
  const isChosen = chosenId === car.id && !floating;
  return (
    // The handlers only highlight the pin on the map; the links do the rest.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      id={floating ? undefined : mapCardId(car.id)}
      data-highlighted={hoveredPinId === car.id || undefined}
      className={cx(
        "relative grid h-full grid-cols-[min(7rem,35%)_minmax(0,1fr)] gap-3 rounded-lg p-3 hover:bg-surface-2 sm:grid-cols-[8.5rem_minmax(0,1fr)] sm:gap-4 md:max-lg:grid-cols-[6rem_minmax(0,1fr)] md:max-lg:gap-3",
        isChosen
          ? "bg-surface shadow-[0_0_0_2px_var(--foreground)]"
          : "max-md:bg-surface max-md:shadow-panel",
        floating && "bg-surface shadow-float",
        hoveredPinId === car.id && !isChosen && !floating && "bg-surface-2 max-md:bg-surface-2",
      )}
      onPointerEnter={() => setHoveredCar(car)}
      onPointerLeave={() => setHoveredCar(null)}
      onFocus={() => setHoveredCar(car)}
      onBlur={() => setHoveredCar(null)}
    >
      {image ? (
        <div className={cx("aspect-3/2", !floating && "map-list-photo")}>
          <Photo {...cardPhoto(image)} sizes="8.5rem" alt={carName(car)} className="!rounded-md" />
        </div>
      ) : (
        <NoPhoto />
      )}
      <FavouriteButton car={car} dates={dates} look="photo" className="absolute top-4 left-4 z-1" />
      <div className="flex min-w-0 flex-col gap-[.15rem]">
        <h2 className="text-base">
          <PlainLink
            {...link}
            id={floating ? undefined : carTitleId(car.id)}
            className="block min-h-6 truncate after:absolute after:inset-0"
          >
            {car.title}
          </PlainLink>
        </h2>
        <p className="truncate text-xs text-muted-foreground">
          {carName(car)} &middot; {car.location}
        </p>
        {car.distance && <p className="truncate text-xs">{car.distance}</p>}
        {car.rating && <RatingMark {...car.rating} className="text-xs" />}
        {car.latitude === null && <NotOnMap />}
        <div className="mt-auto flex flex-wrap items-end justify-between gap-2">
          <Price car={car} />
          <Button
            asChild
            size="small"
            variant={isChosen ? "default" : "secondary"}
            className="relative"
          >
            <PlainLink {...link} aria-label={`Book ${car.title}`}>
              Book
            </PlainLink>
          </Button>
        </div>
      </div>
    </article>
  );
}
