// A list of cars, and the control that loads its next page.
import { useEffect, useRef, useState, type ReactNode } from "react";
import { api } from "../../../api/api.ts";
import { Button } from "../../../ui/button.tsx";
import { useEarlyPress } from "../../../ui/early-press.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { carTitleId } from "./car-card.tsx";
import { fetchCars, type FoundCars } from "./fetch-cars.ts";
import { browsePath, type Search } from "./search.ts";

export const toastFailure = () =>
  toast({ title: "Error", description: "Failed to load car listings", variant: "destructive" });

/** @param first the first page; another one starts the list over */
export function useMoreCars(
  search: Search,
  first: FoundCars,
): { found: FoundCars; more: ReactNode } {
  const [pages, setPages] = useState({ first, found: first });
  const [busy, setBusy] = useState(false);
  const firstNew = useRef<string | null>(null);
  const found = pages.first === first ? pages.found : first;

  useEffect(() => {
    if (firstNew.current) document.getElementById(carTitleId(firstNew.current))?.focus();
    firstNew.current = null;
  }, [found]);

  const showMore = async () => {
    setBusy(true);
    try {
      const next = await fetchCars(api, search, found.next_cursor);
      const known = new Set(found.listings.map((car) => car.id));
      const fresh = next.listings.filter((car) => !known.has(car.id));
      firstNew.current = fresh[0]?.id ?? null;
      setPages({ first, found: { ...next, listings: [...found.listings, ...fresh] } });
    } catch {
      toastFailure();
    }
    setBusy(false);
  };

  const press = useEarlyPress(() => void showMore());
  const more = found.next_cursor !== null && (
    <div className={search.view === "map" ? "grid content-center p-2" : "mt-8 flex justify-center"}>
      <Button
        variant="outline"
        className="noscript:hidden"
        busy={busy}
        busyLabel="Loading..."
        {...press}
      >
        Show more
      </Button>
      <noscript>
        <a href={browsePath(search, found.next_cursor)} className="link">
          Show more
        </a>
      </noscript>
    </div>
  );
  return { found, more };
}
