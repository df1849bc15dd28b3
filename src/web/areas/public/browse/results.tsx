// The search results: the count, the cars, a button for more, and the failed state.
import { lazy, Suspense, use, useEffect } from "react";
import { useLocation, useRevalidator } from "react-router";
import { CLOSE_MILES, shortPlaceName, type NamedPoint } from "../../../../domain/place/distance.ts";
import { Button } from "../../../ui/button.tsx";
import { useEarlyPress } from "../../../ui/early-press.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { CarCard, type CarCardProps } from "./car-card.tsx";
import { PrefetchCarPage } from "../../../parts/listing/prefetch-car-page.tsx";
import {
  cacheList,
  carsText,
  readCachedList,
  type FoundCar,
  type FoundCars,
} from "./fetch-cars.ts";
import { MAP_LIST } from "./map/map-list.ts";
import type { Search } from "./search.ts";
import { toastFailure, useMoreCars } from "./use-more-cars.tsx";

/** Loaded on demand: a first visit shows the grid. */
const MapCars = lazy(async () => ({ default: (await import("./map/map-cars.tsx")).MapCars }));
const NoCars = lazy(async () => ({ default: (await import("./no-cars.tsx")).NoCars }));

/** The first page, or its promise; null if it failed to load. */
export type Finding = FoundCars | null | Promise<FoundCars | null>;

export interface ResultsProps {
  search: Search;
  found: Finding;
}

interface ListProps extends ResultsProps {
  /** A single further page of cars. */
  isPart: boolean;
}

// The Suspense boundaries below need a new key for each request, so that they show skeletons
// instead of the last results.

const GRID = "grid grid-cols-[repeat(auto-fill,minmax(min(18.5rem,100%),1fr))] gap-x-6 gap-y-10";
const SKELETON_CARDS = 6;

/** Suspends while the cars load; a cached list appears immediately. */
function useFound({ found }: ResultsProps): FoundCars | null {
  const { key } = useLocation();
  const stored = readCachedList(key);
  if (stored) return stored;
  return found instanceof Promise ? use(found) : found;
}

/** "36 cars available". The fields above show where and when. */
export function ResultCount(props: ResultsProps) {
  return (
    <Suspense fallback={<span className="text-muted-foreground">Looking for cars...</span>}>
      <Count {...props} />
    </Suspense>
  );
}

function Count(props: ResultsProps) {
  const found = useFound(props);
  return found && <b>{carsText(found)} available</b>;
}

export function Results(props: ListProps) {
  return (
    <Suspense fallback={props.search.view === "map" ? <LoadingMapCars /> : <LoadingCards />}>
      <List {...props} />
    </Suspense>
  );
}

function List(props: ListProps) {
  const found = useFound(props);
  if (!found) return <LoadFailed />;
  const { search, isPart } = props;
  return (
    <>
      {!found.priced_by_dates && isByPrice(search) && <ByPricePerDay />}
      {found.listings.length === 0 ? (
        <NoCars search={search} others={found.others} />
      ) : (
        <Cars search={search} first={found} isPart={isPart} />
      )}
    </>
  );
}

interface CarsProps extends Omit<ListProps, "found"> {
  first: FoundCars;
}

function Cars({ search, first, isPart }: CarsProps) {
  const { key } = useLocation();
  const { found, more } = useMoreCars(search, first);
  useEffect(() => cacheList(key, found), [key, found]);
  if (search.view === "map") return <MapCars cars={found.listings} search={search} more={more} />;
  const place = search.place ?? found.place;
  const isByDistance = place && (search.sort ?? "distance") === "distance";
  const [firstCar] = found.listings;
  return (
    <>
      {firstCar && <PrefetchCarPage carId={firstCar.id} />}
      {isByDistance ? (
        <ByDistance place={place} cars={found.listings} search={search} isPart={isPart} />
      ) : (
        <CarGrid cars={found.listings} search={search} />
      )}
      {more}
    </>
  );
}

/** Whether a search with dates is sorted or filtered by price. */
const isByPrice = ({ dates, sort, minPrice, maxPrice }: Search): boolean =>
  dates !== null && (sort === "price" || minPrice !== null || maxPrice !== null);

/** Too many cars match to compare what the dates cost. */
const ByPricePerDay = () => (
  <p className="mb-6 text-sm text-muted-foreground">
    There are too many cars to compare totals, so we sort and filter by the standard price per day.
    Each card shows the total for your dates.
  </p>
);

interface CarGridProps extends Pick<CarCardProps, "search" | "level"> {
  cars: readonly FoundCar[];
  /** How many cars are before these. */
  before?: number;
}

const CarGrid = ({ cars, before = 0, ...card }: CarGridProps) => (
  <ul className={GRID}>
    {cars.map((car, index) => (
      <li key={car.id} className="grid">
        <CarCard car={car} index={before + index} {...card} />
      </li>
    ))}
  </ul>
);

interface ByDistanceProps extends Pick<ListProps, "search" | "isPart"> {
  place: NamedPoint;
  cars: readonly FoundCar[];
}

/** The cars at the place, then the nearby ones under a heading. */
function ByDistance({ place, cars, search, isPart }: ByDistanceProps) {
  const isClose = ({ distance_miles: miles }: FoundCar) => miles !== null && miles <= CLOSE_MILES;
  const close = cars.filter(isClose).length;
  const nearby = cars.slice(close);
  return (
    <>
      {close > 0 ? (
        <CarGrid cars={cars.slice(0, close)} search={search} />
      ) : (
        // The pages before a further one may have some.
        !isPart && <p>{`No cars within ${CLOSE_MILES} miles of ${shortPlaceName(place.name)}.`}</p>
      )}
      {nearby.length > 0 && (
        <section aria-labelledby="nearby-cars">
          <h2 id="nearby-cars" className="mt-10 mb-6 text-xl">
            Nearby cars
          </h2>
          <CarGrid cars={nearby} before={close} search={search} level={3} />
        </section>
      )}
    </>
  );
}

/** The toast reports the error; the filters stay, with a button to try again. */
function LoadFailed() {
  const { revalidate } = useRevalidator();
  useEffect(toastFailure, []);
  return (
    <EmptyState
      title="Nothing to show yet"
      text="We can't reach the server right now."
      actions={<Button {...useEarlyPress(() => void revalidate())}>Try again</Button>}
    />
  );
}

function LoadingCards() {
  return (
    <div className={GRID}>
      {Array.from({ length: SKELETON_CARDS }, (_, index) => (
        <div key={index} className="grid content-start gap-[.55rem]">
          <Skeleton className="mb-1 aspect-3/2 rounded-lg" />
          <Skeleton className="h-5 w-[72%]" />
          <Skeleton className="w-[52%]" />
          <span className="flex gap-2">
            <Skeleton className="w-18" />
            <Skeleton className="w-18" />
            <Skeleton className="w-18" />
          </span>
          <span className="flex gap-[.4rem]">
            <Skeleton className="h-6 w-26 rounded-full" />
            <Skeleton className="h-6 w-20 rounded-full" />
          </span>
          <span className="mt-[.4rem] flex justify-between">
            <Skeleton className="h-9 w-24" />
            <Skeleton className="h-9 w-22 rounded-[.625rem]" />
          </span>
        </div>
      ))}
    </div>
  );
}

function LoadingMapCars() {
  return (
    <div className={MAP_LIST}>
      {Array.from({ length: SKELETON_CARDS }, (_, index) => (
        <div
          key={index}
          className="grid grid-cols-[7rem_minmax(0,1fr)] gap-4 p-3 sm:grid-cols-[8.5rem_minmax(0,1fr)]"
        >
          <Skeleton className="aspect-3/2 rounded-md" />
          <span className="grid content-start gap-2">
            <Skeleton className="h-5 w-[80%]" />
            <Skeleton className="w-[60%]" />
            <Skeleton className="mt-3 h-6 w-[45%]" />
          </span>
        </div>
      ))}
    </div>
  );
}
