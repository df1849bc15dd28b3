// Map View: the list of results, and the map beside it (above it on narrow screens).
import { useMemo, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import type { MapMarker } from "../../../../../contract/listings/listings.ts";
import type { FoundCar } from "../fetch-cars.ts";
import { api } from "../../../../api/api.ts";
import { CarMap } from "./car-map.tsx";
import { mapCardId, MapFocusContext } from "./map-focus.ts";
import type { Search } from "../search.ts";

export interface MapLayoutProps {
  search: Search;
  /** The list of results. */
  children: ReactNode;
}

export function MapLayout({ search, children }: MapLayoutProps) {
  const [hoveredCar, setHoveredCar] = useState<FoundCar | null>(null);
  const [hoveredPinId, setHoveredPinId] = useState<string | null>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [visitor, setVisitor] = useState<FoundCar | null>(null);

  const choose = async (carId: string, byKey: boolean) => {
    setChosenId(carId);
    if (!document.getElementById(mapCardId(carId))) {
      const car = await api("GET /api/listings/{id}", { params: { id: carId } }).catch(() => null);
      if (!car) return; // the car was removed after the map had loaded
      flushSync(() => setVisitor({ ...car, quote: null }));
    }
    const card = document.getElementById(mapCardId(carId));
    if (card) showInList(card);
    if (byKey) card?.querySelector("a")?.focus({ preventScroll: true });
  };

  const focus = useMemo(
    () => ({ hoveredCar, hoveredPinId, setHoveredCar, chosenId, visitor }),
    [hoveredCar, hoveredPinId, chosenId, visitor],
  );
  return (
    <MapFocusContext value={focus}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(22rem,27rem)_minmax(0,1fr)] lg:gap-6">
        <div className="min-w-0 max-lg:order-last">{children}</div>
        <div className="min-w-0">
          <CarMap
            search={search}
            hoveredCar={hoveredCar}
            chosenId={chosenId}
            onHover={(marker: MapMarker | null) => setHoveredPinId(marker?.car?.id ?? null)}
            onChoose={({ car }, byKey) => car && void choose(car.id, byKey)}
          />
        </div>
      </div>
    </MapFocusContext>
  );
}

/** Scrolls only the list, not the page. */
function showInList(card: HTMLElement): void {
  const item = card.parentElement;
  const list = item?.parentElement;
  if (!item || !list) return;
  list.scrollTo({ left: item.offsetLeft - 2, top: item.offsetTop - 2 });
}
