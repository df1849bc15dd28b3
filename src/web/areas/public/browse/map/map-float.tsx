// What floats over the bottom edge of the map on a narrow screen: the button that switches
// between map and list, and the card of the selected car.
import { useEffect, useState, type RefObject } from "react";
import type { FoundCar } from "../fetch-cars.ts";
import { Button } from "../../../../ui/button.tsx";
import { useEarlyPress } from "../../../../ui/early-press.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import type { Search } from "../search.ts";
import { CompactCard } from "./map-cars.tsx";

export const MAP_FLOAT_ID = "map-car";

export interface MapFloatProps {
  search: Search;
  car: FoundCar | null;
  map: RefObject<HTMLElement | null>;
  list: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export function MapFloat({ search, car, map, list, onClose }: MapFloatProps) {
  const isMapShown = useShown(map);
  const go = () => {
    const target = isMapShown ? list.current : map.current;
    target?.scrollIntoView();
    target?.focus({ preventScroll: true });
  };
  const press = useEarlyPress(go);
  const [icon, label] = isMapShown ? (["list", "List"] as const) : (["map", "Map"] as const);
  return (
    // It stays at the bottom of the screen until the end of the list.
    <div className="sticky bottom-0 z-1 order-3 -mt-4 h-0 md:hidden noscript:hidden">
      <div className="pointer-events-none absolute inset-x-0 bottom-9 grid justify-items-center gap-3 *:pointer-events-auto">
        <Button size="small" className="rounded-full shadow-float" {...press}>
          <Icon name={icon} size={16} />
          {label}
        </Button>
        {car && isMapShown && (
          <div id={MAP_FLOAT_ID} className="relative w-full max-w-108">
            <CompactCard car={car} search={search} floating />
            <button
              type="button"
              aria-label="Close"
              className="absolute -top-3 -right-1 grid size-8 place-items-center rounded-full bg-surface shadow-float hover:bg-surface-2"
              onClick={onClose}
            >
              <Icon name="x" size={18} />
            </button>
          </div>
        )}
      </div>
    </div>
  );
}

/** Whether an element is more than a strip at the top of the screen. */
function useShown(element: RefObject<HTMLElement | null>): boolean {
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry && setShown(entry.isIntersecting),
      { rootMargin: "-40% 0px 0px" },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isShown;
}
