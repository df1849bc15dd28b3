// The filters of the browse page: a bar that applies itself on a wide screen, a pill that opens a sheet on a phone. Without JavaScript
// the bar is a plain GET form everywhere.
import { Search as SearchIcon, SlidersHorizontal } from "lucide-react";
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { formatMonthDay } from "../../../domain/dates.ts";
import { formatUsdShort } from "../../../domain/money.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/controls.tsx";
import { FilterFields, fromDraft, priceFault, SortOptions, toDraft, type Draft } from "./filter-fields.tsx";
import { EVERYTHING, SORTS, writeSearch, type Search } from "./search.ts";
import { SheetForm } from "./sheet-form.tsx";

export const FILTER_FORM = "filters";
/** Typing applies itself after this pause. */
const PAUSE_MS = 400;

const loadSheet = async () => ({ default: (await import("../../ui/sheet.tsx")).Sheet });
const Sheet = lazy(loadSheet);

const addressOf = (search: Search): string => paths.browse({ ...writeSearch(search) });

export interface FiltersProps {
  search: Search;
  today: string;
}

export function Filters({ search, today }: FiltersProps) {
  const navigate = useNavigate();
  const here = addressOf(search);
  const [draft, setDraft] = useState(() => toDraft(search));
  // The address that the draft stands for. When the page shows another one (Back, Clear Filters, the sheet), the draft follows it.
  const [sent, setSent] = useState(here);
  const [shown, setShown] = useState(here);
  if (shown !== here) {
    setShown(here);
    if (here !== sent) {
      setSent(here);
      setDraft(toDraft(search));
    }
  }

  const cleared = addressOf({ ...EVERYTHING, sort: search.sort });

  // The address that the present stay in a field has led to: more typing replaces that entry of the history, so that Back undoes a
  // filter and not a letter.
  const typedTo = useRef<string | null>(null);

  const apply = (next: Draft, { typed }: { typed: boolean }) => {
    const address = addressOf(fromDraft(next, search.sort));
    if (address === sent || priceFault(next)) return;
    setSent(address);
    void navigate(address, { replace: typed && typedTo.current === sent, preventScrollReset: true });
    typedTo.current = typed ? address : null;
  };

  const applyTyped = useEffectEvent(() => apply(draft, { typed: true }));
  useEffect(() => {
    const timer = setTimeout(() => applyTyped(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- leaving a field applies what was typed */}
      <form
        id={FILTER_FORM}
        method="get"
        action={paths.browse()}
        aria-label="Filters"
        className="hidden items-start gap-3 rounded-lg bg-surface p-4 shadow-panel md:grid md:grid-cols-2 lg:grid-cols-[1.5fr_1.7fr_1fr_auto] noscript:grid"
        onSubmit={(event) => {
          event.preventDefault();
          apply(draft, { typed: true });
        }}
        onBlur={() => {
          apply(draft, { typed: true });
          typedTo.current = null;
        }}
      >
        <FilterFields
          name="filter"
          draft={draft}
          today={today}
          onDraft={(next) => {
            setDraft(next);
            // A finished choice of dates needs no pause.
            if (next.dates !== draft.dates && Boolean(next.dates.start) === Boolean(next.dates.end))
              apply(next, { typed: false });
          }}
        />
        <div className="flex flex-wrap gap-2 self-start pt-[1.72rem]">
          <noscript>
            <Button type="submit">Search</Button>
          </noscript>
          <Button asChild variant="ghost">
            <Link to={cleared} preventScrollReset onClick={() => setDraft(toDraft(EVERYTHING))}>
              Clear Filters
            </Link>
          </Button>
        </div>
      </form>
      <PhoneFilters search={search} today={today} />
    </>
  );
}

function PhoneFilters({ search, today }: FiltersProps) {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const { location, dates, maxPrice } = search;
  const when = dates ? `${formatMonthDay(dates.start)} - ${formatMonthDay(dates.end)}` : "Any dates";
  const price = maxPrice === null ? "any price" : `up to ${formatUsdShort(Math.round(maxPrice * 100))} / day`;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        className="flex w-full items-center gap-3 rounded-full bg-surface py-[.6rem] pr-[.6rem] pl-4 text-left shadow-float focus-visible:rounded-full md:hidden noscript:hidden"
        onPointerEnter={() => void loadSheet()}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        <SearchIcon aria-hidden="true" size={20} strokeWidth={1.75} className="flex-none" />
        <span className="min-w-0 flex-1">
          <span className="sr-only">Filters: </span>
          <b className="block truncate leading-tight">{location || "Anywhere in The Bahamas"}</b>{" "}
          <span className="block truncate text-sm text-muted-foreground">
            {when} &middot; {price}
          </span>
        </span>
        <span className="grid size-9 flex-none place-items-center rounded-full bg-surface-2">
          <SlidersHorizontal aria-hidden="true" size={20} strokeWidth={1.75} />
        </span>
      </button>
      {wanted && (
        <Suspense>
          <Sheet open={open} onOpenChange={setOpen} title="Filters">
            <SheetForm
              search={search}
              today={today}
              onApply={(next) => {
                setOpen(false);
                void navigate(addressOf(next), { preventScrollReset: true });
              }}
            />
          </Sheet>
        </Suspense>
      )}
    </>
  );
}

/** Beside the count of cars; without JavaScript it goes with the form. */
export function SortSelect({ search }: { search: Search }) {
  const navigate = useNavigate();
  return (
    <div className="hidden items-center gap-3 text-sm md:flex noscript:flex">
      <label htmlFor="sort" className="whitespace-nowrap text-muted-foreground">
        Sort by
      </label>
      <Select
        id="sort"
        name="sort"
        form={FILTER_FORM}
        value={search.sort}
        className="!min-h-(--control-sm) !w-auto !py-[.2rem] text-base"
        onChange={({ target }) => {
          const sort = SORTS.find((each) => each === target.value) ?? EVERYTHING.sort;
          void navigate(addressOf({ ...search, sort }), { preventScrollReset: true });
        }}
      >
        <SortOptions />
      </Select>
    </div>
  );
}
