// The cars of a search that are in the visible area of the map.
import { useEffect, useState } from "react";
import type { Bounds } from "../../../../../domain/place/map-area.ts";
import { api } from "../../../../api/api.ts";
import { fetchCars, type FoundCars } from "../fetch-cars.ts";
import { writeSearch, type Search } from "../search.ts";

export interface CarsInView {
  /** The search, limited to the visible area. */
  search: Search;
  found: FoundCars;
}

/** Null while there is no map, and if they cannot be loaded. Keeps the last ones while the next
 *  are loading. */
export function useCarsInView(search: Search, area: Bounds | null): CarsInView | null {
  const [inView, setInView] = useState<CarsInView | null>(null);
  const key = area && JSON.stringify(writeSearch({ ...search, bounds: area }));
  useEffect(() => {
    if (!area) return;
    let gone = false;
    const load = async () => {
      const here = { ...search, bounds: area };
      const found = await fetchCars(api, here).catch(() => null);
      if (!gone) setInView(found && { search: here, found });
    };
    void load();
    return () => {
      gone = true;
    };
    // Two searches are equal if their parameters are.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key]);
  return area && inView;
}
