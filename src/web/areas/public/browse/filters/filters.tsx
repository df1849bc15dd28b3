// The filters of the browse page: a bar with a panel for more on a wide screen, a pill that opens a
// sheet on a phone. Without JavaScript they are a plain GET form.
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { CalendarDate } from "../../../../../domain/calendar/dates.ts";
import { KEEP_FOCUS } from "../../../../ui/focus/focus-main.ts";
import { paths } from "../../../../paths.ts";
import { Button } from "../../../../ui/button.tsx";
import { useEarlyPress } from "../../../../ui/early-press.tsx";
import { Select } from "../../../../ui/form/controls.tsx";
import { faultyField, fromDraft, toDraft, type Draft } from "./filter-draft.ts";
import { FilterFields, MaxPriceField, SortOptions } from "./filter-fields.tsx";
import { countMore } from "./filter-labels.ts";
import type { MoreFieldsProps } from "./more-fields.tsx";
import { PhoneFilters } from "./phone-filters.tsx";
import { useNamedPlace } from "./use-named-place.ts";
import type { Finding } from "../results.tsx";
import { browsePath, defaultSort, refine, toSort, writeSearch, type Search } from "../search.ts";
import { Icon } from "../../../../ui/icon.tsx";

const FILTER_FORM = "filters";
const MORE_PANEL = "more-filters";
/** Without JavaScript, the parameter that asks for all fields. They are a seventh of the page. */
const ALL_FILTERS = "all_filters";
/** Typed text is applied after this pause. */
const PAUSE_MS = 400;

const loadMore = async () => ({ default: (await import("./more-fields.tsx")).MoreFields });
const MoreFields = lazy(loadMore);

export interface FiltersProps {
  search: Search;
  found: Finding;
  /** Called with what the fields hold, which may not be applied yet. */
  onEnter: (draft: Draft) => void;
  today: CalendarDate;
}

/** The entered values, and when they are applied to the URL. */
function useDraft(search: Search) {
  const navigate = useNavigate();
  const here = browsePath(search);
  const [draft, setDraft] = useState(() => toDraft(search));
  // The URL that the draft matches. When the page shows another one (Back, Clear Filters, the
  // sheet), the draft follows.
  const [sent, setSent] = useState(here);
  const [shown, setShown] = useState(here);
  if (shown !== here) {
    setShown(here);
    if (here !== sent) {
      setSent(here);
      setDraft(toDraft(search));
    }
  }

  // The URL created by typing in the current field. Further typing replaces that history entry, so
  // that Back undoes a filter rather than a letter.
  const typedTo = useRef<string | null>(null);

  const apply = (next: Draft, { typed }: { typed: boolean }) => {
    const address = browsePath(refine(search, fromDraft(next, search.sort)));
    if (address === sent || faultyField("", next)) return;
    setSent(address);
    void navigate(address, {
      replace: typed && typedTo.current === sent,
      preventScrollReset: true,
      state: KEEP_FOCUS,
    });
    typedTo.current = typed ? address : null;
  };

  const applyTyped = useEffectEvent(() => apply(draft, { typed: true }));
  useEffect(() => {
    const timer = setTimeout(() => applyTyped(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);

  return {
    draft,
    change: (next: Draft, { typed }: { typed: boolean }) => {
      setDraft(next);
      if (!typed) apply(next, { typed });
    },
    /** Applies what was typed, without the pause. */
    applyNow: () => apply(draft, { typed: true }),
    /** Leaving a field applies what was typed in it. */
    leaveField: () => {
      apply(draft, { typed: true });
      typedTo.current = null;
    },
  };
}

export function FiltersForm({ search, found, onEnter, today }: FiltersProps) {
  const { draft, change, applyNow, leaveField } = useDraft(search);
  const reportEntered = useEffectEvent(onEnter);
  useEffect(() => void reportEntered(draft), [draft]);
  const [open, setOpen] = useState(false);
  const more = countMore(search);
  const fields = {
    name: "filter",
    draft,
    // A chosen place and a complete date range are applied without the pause.
    onDraft: (next: Draft) =>
      change(next, {
        typed:
          !isPlaceChosen(next, draft) &&
          (next.dates === draft.dates || Boolean(next.dates.start) !== Boolean(next.dates.end)),
      }),
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        id={FILTER_FORM}
        method="get"
        action={paths.browse()}
        aria-label="Filters"
        className="hidden items-start gap-3 rounded-lg bg-surface p-4 shadow-panel md:grid md:grid-cols-2 lg:grid-cols-[1.5fr_1.7fr_1fr_auto] noscript:grid"
        onSubmit={(event) => {
          event.preventDefault();
          applyNow();
        }}
        onBlur={leaveField}
      >
        {search.view === "map" && <input type="hidden" name="view" value={search.view} />}
        <OtherFilters search={search} />
        <FilterFields {...fields} today={today} />
        <MaxPriceField {...fields} />
        <MoreButton open={open} count={more} onToggle={() => setOpen(!open)} />
        {open && (
          <div id={MORE_PANEL} className="col-span-full border-t border-border pt-4">
            <Suspense fallback={<div className="h-56" />}>
              <MoreFields name="filter" draft={draft} onDraft={change} />
            </Suspense>
          </div>
        )}
        {/* Before the page's scripts have loaded, the browser submits on Enter only if there is
            a button. */}
        <button type="submit" hidden>
          Search
        </button>
        <PlainFields search={search} draft={draft} onDraft={change} />
      </form>
      <PhoneFilters search={search} found={found} today={today} />
    </>
  );
}

/** The rest of the form without JavaScript. Its "More filters" submits what was entered. */
function PlainFields({
  search,
  ...fields
}: Pick<MoreFieldsProps, "draft" | "onDraft"> & Pick<FiltersProps, "search">) {
  const [parameters] = useSearchParams();
  return (
    <noscript className="col-span-full">
      <div className="mb-4">
        {countMore(search) > 0 || parameters.has(ALL_FILTERS) ? (
          <Suspense>
            <MoreFields name="plain" {...fields} isPlain />
          </Suspense>
        ) : (
          <button type="submit" name={ALL_FILTERS} value="1" className="link font-medium">
            More filters
          </button>
        )}
      </div>
      <Button type="submit">Search</Button>
    </noscript>
  );
}

const isPlaceChosen = (next: Draft, { place, island }: Draft): boolean =>
  (next.place !== null && next.place !== place) || (next.island !== null && next.island !== island);

interface MoreButtonProps {
  open: boolean;
  /** The number of active filters behind the button. */
  count: number;
  onToggle: () => void;
}

const MoreButton = ({ open, count, onToggle }: MoreButtonProps) => (
  <div className="self-start pt-[1.72rem] noscript:hidden">
    <Button
      variant={open ? "secondary" : "outline"}
      aria-expanded={open}
      aria-controls={open ? MORE_PANEL : undefined}
      onPointerEnter={() => void loadMore()}
      {...useEarlyPress(onToggle)}
    >
      <Icon name="sliders-horizontal" size={18} className="stroke-[1.75]" />
      More filters
      {count > 0 && <Count of={count} />}
    </Button>
  </div>
);

/**
 * Hidden inputs for filters without a field in the collapsed form, for a submission before
 * hydration (app/start.ts enables them). Without JavaScript every filter has a field.
 */
function OtherFilters({ search }: { search: Search }) {
  const {
    location: _location,
    max_price: _price,
    sort: _sort,
    view: _view,
    bounds: _bounds,
    ...rest
  } = writeSearch(search);
  return (
    <fieldset hidden disabled data-early-filters suppressHydrationWarning>
      {Object.entries(rest).flatMap(([name, values]) =>
        [values]
          .flat()
          .map((value) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          )),
      )}
    </fieldset>
  );
}

/** The number of active filters behind a button. */
const Count = ({ of }: { of: number }) => (
  <span className="grid min-w-5 place-items-center rounded-full bg-primary px-1 text-xs leading-5 text-primary-foreground tabular-nums">
    {of}
    <span className="sr-only"> set</span>
  </span>
);

export interface SortSelectProps extends Pick<FiltersProps, "search" | "found"> {
  entered: RefObject<Draft | null>;
}

/** Beside the count of cars; without JavaScript it is submitted with the form. It also applies what
 *  was just typed. */
export function SortSelect({ search, found, entered }: SortSelectProps) {
  const navigate = useNavigate();
  const choose = (value: string) => {
    const draft = entered.current;
    const filters = draft && !faultyField("", draft) ? fromDraft(draft, null) : search;
    const sorted = refine(search, { ...filters, sort: toSort(value, filters) });
    void navigate(browsePath(sorted), { preventScrollReset: true });
  };
  const place = useNamedPlace(search, found);
  const byDefault = defaultSort(place);
  const sort = search.sort ?? byDefault;
  return (
    <div className="hidden items-center gap-3 text-sm md:flex noscript:flex">
      <label htmlFor="sort" className="whitespace-nowrap text-muted-foreground">
        Sort by
      </label>
      <Select
        id="sort"
        name="sort"
        form={FILTER_FORM}
        value={sort === byDefault ? "" : sort}
        className="!min-h-(--control-sm) !w-auto !py-[.2rem] text-base"
        onChange={({ target }) => choose(target.value)}
      >
        <SortOptions hasPlace={place !== null} byDefault={byDefault} />
      </Select>
    </div>
  );
}
