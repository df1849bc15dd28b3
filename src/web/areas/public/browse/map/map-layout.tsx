// Map View: the list of results, and the map beside it (above it on phones).
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { flushSync } from "react-dom";
import type { MapMarker } from "../../../../../contract/listings/listings.ts";
import { rentalDays } from "../../../../../domain/booking/rental-period.ts";
import type { FoundCar } from "../fetch-cars.ts";
import type { Bounds } from "../../../../../domain/place/map-area.ts";
import { api } from "../../../../api/api.ts";
import { cx } from "../../../../ui/cx.ts";
import { CarMap } from "./car-map.tsx";
import type { PictureMarkers } from "./fetch-markers.ts";
import { MAP_FLOAT_ID, MapFloat } from "./map-float.tsx";
import { mapCardId, MapFocusContext } from "./map-focus.ts";
import { useCarsInView } from "./use-cars-in-view.ts";
import type { Search } from "../search.ts";

export interface MapLayoutProps {
  search: Search;
  markers: PictureMarkers;
  /** The list of results. */
  children: ReactNode;
}

export function MapLayout({ search, markers, children }: MapLayoutProps) {
  const [hoveredCar, setHoveredCar] = useState<FoundCar | null>(null);
  const [hoveredPinId, setHoveredPinId] = useState<string | null>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [selectedOutsideList, setSelectedOutsideList] = useState<FoundCar | null>(null);
  const [floating, setFloating] = useState<FoundCar | null>(null);
  const [area, setArea] = useState<Bounds | null>(null);
  const inView = useCarsInView(search, area);
  const map = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const latest = useRef<string | null>(null);

  /** @returns null if the car was removed after the map had loaded, or another one was selected */
  const find = async (id: string, amountDue: number | null): Promise<FoundCar | null> => {
    latest.current = id;
    const known = inView?.found.listings.find((car) => car.id === id);
    if (known) return known;
    const car = await fetchCar(id, search, amountDue);
    return latest.current === id ? car : null;
  };

  const choose = async ({ car: marked, amount_due }: MapMarker, byKey: boolean) => {
    if (!marked) return;
    setChosenId(marked.id);
    if (isNarrow()) {
      const car = await find(marked.id, amount_due);
      if (car) flushSync(() => setFloating(car));
      if (car && byKey) document.getElementById(MAP_FLOAT_ID)?.querySelector("a")?.focus();
      return;
    }
    if (!document.getElementById(mapCardId(marked.id))) {
      const car = await find(marked.id, amount_due);
      if (!car) return;
      flushSync(() => setSelectedOutsideList(car));
    }
    const card = document.getElementById(mapCardId(marked.id));
    if (card) showInList(card);
    if (byKey) card?.querySelector("a")?.focus({ preventScroll: true });
  };
  const close = () => {
    setFloating(null);
    setChosenId(null);
    map.current?.focus({ preventScroll: true });
  };

  const focus = useMemo(
    () => ({ hoveredCar, hoveredPinId, setHoveredCar, chosenId, inView, selectedOutsideList }),
    [hoveredCar, hoveredPinId, chosenId, inView, selectedOutsideList],
  );
  return (
    <MapFocusContext value={focus}>
      <div className="flex flex-col gap-4 md:grid md:grid-cols-[minmax(18rem,2fr)_3fr] md:items-start lg:grid-cols-[minmax(22rem,27rem)_minmax(0,1fr)] lg:gap-6">
        <ListPlace place={list}>{children}</ListPlace>
        <div ref={map} tabIndex={-1} className="min-w-0 max-md:order-1">
          <CarMap
            search={search}
            markers={markers}
            hoveredCar={hoveredCar}
            chosenId={chosenId}
            onHover={(marker: MapMarker | null) => setHoveredPinId(marker?.car?.id ?? null)}
            onChoose={(marker, byKey) => void choose(marker, byKey)}
            onView={setArea}
          />
        </div>
        <MapFloat search={search} car={floating} map={map} list={list} onClose={close} />
      </div>
    </MapFocusContext>
  );
}

/** The list's place. Its photos wait until it is seen (styles/map-picture.css). */
function ListPlace({
  place,
  children,
}: {
  place: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}) {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    // The strip of it that shows under the map does not count.
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
      rootMargin: "0px 0px -80px",
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return (
    <div
      ref={place}
      tabIndex={-1}
      className={cx("min-w-0 scroll-mt-4 max-md:order-2", !isSeen && "map-list-unseen")}
    >
      {children}
    </div>
  );
}

/** @param amountDue the total that the car's pin shows, for the dates of the search */
async function fetchCar(
  id: string,
  { dates }: Search,
  amountDue: number | null,
): Promise<FoundCar | null> {
  const car = await api("GET /api/listings/{id}", { params: { id } }).catch(() => null);
  const quote =
    dates && amountDue !== null ? { days: rentalDays(dates), amount_due: amountDue } : null;
  return car && { ...car, quote, distance_miles: null, distance: null };
}

/** Whether the list is under the map, as in the layout above. */
const isNarrow = (): boolean => !matchMedia("(width >= 48rem)").matches;

/** Scrolls only the list, not the page. */
function showInList(card: HTMLElement): void {
  const item = card.parentElement;
  const list = item?.parentElement;
  if (!item || !list) return;
  list.scrollTo({ left: item.offsetLeft - 2, top: item.offsetTop - 2 });
}
