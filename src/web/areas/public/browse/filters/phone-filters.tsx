// The filters on a phone: a pill that summarises the search and opens the preloaded sheet.
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import type { CalendarDate } from "../../../../../domain/calendar/dates.ts";
import { formatShortRange, formatUsdShort } from "../../../../../domain/text/format.ts";
import { islandName } from "../../../../../domain/place/islands.ts";
import { useEarlyPress } from "../../../../ui/early-press.tsx";
import { KEEP_FOCUS } from "../../../../ui/focus/focus-main.ts";
import { countMore } from "./filter-labels.ts";
import { useNamedPlace } from "./use-named-place.ts";
import type { Finding } from "../results.tsx";
import { browsePath, refine, type Search } from "../search.ts";
import { Icon } from "../../../../ui/icon.tsx";

const loadSheet = async () => ({ default: (await import("./sheet-form.tsx")).FilterSheet });
const FilterSheet = lazy(loadSheet);

interface PhoneFiltersProps {
  search: Search;
  found: Finding;
  today: CalendarDate;
}

export function PhoneFilters({ search, found, today }: PhoneFiltersProps) {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [requested, setRequested] = useState(false);
  const namedPlace = useNamedPlace(search, found);
  const { location, place, island, dates, maxPrice } = search;
  const press = useEarlyPress(() => {
    setRequested(true);
    setOpen(true);
  });
  const when = dates ? formatShortRange(dates, today) : "Any dates";
  const price =
    maxPrice === null ? "any price" : `up to ${formatUsdShort(Math.round(maxPrice * 100))} / day`;
  const where =
    place?.name ?? (location || (island ? islandName(island) : "Anywhere in The Bahamas"));
  // The pill already names the island if there is no location.
  const more = countMore(search) - (island && !location && !place ? 1 : 0);
  return (
    <>
      <button
        type="submit"
        {...press}
        aria-haspopup="dialog"
        aria-expanded={open}
        className="flex w-full items-center gap-3 rounded-full bg-surface py-[.6rem] pr-[.6rem] pl-4 text-left shadow-float focus-visible:rounded-full md:hidden noscript:hidden"
        onPointerEnter={() => void loadSheet()}
      >
        <Icon name="search" className="flex-none" />
        <span className="min-w-0 flex-1">
          <span className="sr-only">Filters: </span>
          <b className="block truncate leading-tight">{where}</b>{" "}
          <span className="block truncate text-sm text-muted-foreground">
            {when} &middot; {price}
            {more > 0 && <> &middot; {more} more</>}
          </span>
        </span>
        <span className="grid size-9 flex-none place-items-center rounded-full bg-surface-2">
          <Icon name="sliders-horizontal" />
        </span>
      </button>
      {requested && (
        <Suspense>
          <FilterSheet
            open={open}
            onOpenChange={setOpen}
            search={search}
            namedPlace={namedPlace}
            today={today}
            onApply={(next) => {
              setOpen(false);
              void navigate(browsePath(refine(search, next)), {
                preventScrollReset: true,
                state: KEEP_FOCUS,
              });
            }}
          />
        </Suspense>
      )}
    </>
  );
}
