// All filters in the sheet of a phone. They apply when its button is pressed, which shows how many
// cars they find.
import { useState } from "react";
import type { CalendarDate } from "../../../../../domain/calendar/dates.ts";
import type { NamedPoint } from "../../../../../domain/place/distance.ts";
import { Button } from "../../../../ui/button.tsx";
import { Select } from "../../../../ui/form/controls.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { faultyField, fromDraft, toDraft } from "./filter-draft.ts";
import { FilterFields, MaxPriceField, SortOptions } from "./filter-fields.tsx";
import { BodyTypeField, IslandField, MinPriceField, RestFields } from "./more-fields.tsx";
import { carsText } from "../fetch-cars.ts";
import {
  defaultSort,
  EVERYTHING,
  isSamePlace,
  refine,
  toSort,
  type SearchFilters,
  type Search,
} from "../search.ts";
import { useCarCount } from "./use-car-count.ts";

const NAME = "sheet";

export interface SheetFormProps {
  search: Search;
  /** The place that the displayed search found cars around. */
  namedPlace: NamedPoint | null;
  today: CalendarDate;
  onApply: (filters: SearchFilters) => void;
}

export function FilterSheet({
  open,
  onOpenChange,
  ...form
}: SheetFormProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Filters">
      <SheetForm {...form} />
    </Sheet>
  );
}

/** Mounted while the sheet is open, so that each opening starts with the displayed search. */
function SheetForm({ search, namedPlace, today, onApply }: SheetFormProps) {
  const [draft, setDraft] = useState(() => toDraft(search));
  const [sort, setSort] = useState(search.sort);
  const faulty = faultyField(NAME, draft);
  const count = useCarCount(faulty ? null : refine(search, fromDraft(draft, sort)));
  const place = isSamePlace(draft, search) ? namedPlace : draft.place;
  const fields = { name: NAME, draft, onDraft: setDraft };
  return (
    <form
      aria-label="Filters"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (faulty) document.getElementById(faulty)?.focus();
        else onApply(fromDraft(draft, sort));
      }}
    >
      <FilterFields {...fields} today={today} inline />
      <div className="grid grid-cols-2 items-start gap-3">
        <MinPriceField {...fields} />
        <MaxPriceField {...fields} />
      </div>
      <BodyTypeField {...fields} />
      <Field label="Sort by">
        <Select
          value={toSort(sort, draft) ?? defaultSort(place)}
          onChange={({ target }) => setSort(toSort(target.value, draft))}
        >
          <SortOptions hasPlace={place !== null || draft.location !== ""} />
        </Select>
      </Field>
      <IslandField {...fields} />
      <RestFields {...fields} />
      <div className="sticky bottom-[calc(-1.25rem-env(safe-area-inset-bottom))] -mx-5 -mb-5 flex gap-3 bg-surface px-5 pt-3 pb-5">
        <Button variant="ghost" onClick={() => setDraft(toDraft(EVERYTHING))}>
          Clear Filters
        </Button>
        <Button type="submit" className="flex-1">
          {count ? (count.count > 0 ? `Show ${carsText(count)}` : "No cars match") : "Show cars"}
        </Button>
        <p role="status" className="sr-only">
          {count && (count.count > 0 ? `${carsText(count)} found` : "No cars match")}
        </p>
      </div>
    </form>
  );
}
