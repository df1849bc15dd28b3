// The main filters (place, dates, highest price), for the bar of a wide screen and the sheet of a
// phone.
import { useState } from "react";
import type { CalendarDate } from "../../../../../domain/calendar/dates.ts";
import { islandName } from "../../../../../domain/place/islands.ts";
import { formatDay, formatRange } from "../../../../../domain/text/format.ts";
import { toTimedPeriod } from "../../../../parts/booking/rental-days.ts";
import { TripDates } from "../../../../parts/booking/trip-dates.tsx";
import { PlaceInput } from "../../../../parts/map/place-input.tsx";
import { TextInput } from "../../../../ui/form/controls.tsx";
import type { RangeSide } from "../../../../ui/form/date-range-field.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { maxPriceError, priceHint, type Draft } from "./filter-draft.ts";
import { SORT_LABELS, SORTS, type Sort } from "../search.ts";
import { Icon } from "../../../../ui/icon.tsx";

export interface FilterFieldsProps {
  /** The prefix that makes the field ids unique. */
  name: string;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  today: CalendarDate;
  /** The calendar pushes the content below down instead of covering it. */
  inline?: boolean;
}

export function FilterFields({ name, draft, onDraft, today, inline = false }: FilterFieldsProps) {
  const [picking, setPicking] = useState<RangeSide | null>(null);
  const { start, end } = draft.dates;
  const named = draft.place?.name ?? draft.location;
  const isIslandShown = named === "" && draft.island !== null;
  const where = isIslandShown && draft.island ? islandName(draft.island) : named;
  return (
    <>
      <Field label="Location" id={`${name}-location`}>
        <PlaceInput
          icon={<Icon name="map-pin" />}
          value={where}
          onType={(location) =>
            onDraft({
              ...draft,
              location,
              place: null,
              island: isIslandShown ? null : draft.island,
            })
          }
          onChoose={({ place = null, island = null }) =>
            onDraft({ ...draft, location: "", place, island })
          }
        />
      </Field>
      <div className="min-w-0">
        <TripDates
          id={`${name}-dates`}
          value={draft.dates}
          onChange={(dates) => onDraft({ ...draft, dates })}
          picking={picking}
          onPicking={setPicking}
          single={{
            label: "Dates",
            text:
              start && end
                ? formatRange(toTimedPeriod(draft.dates, draft.times) ?? { start, end }, today)
                : start
                  ? `${formatDay(start, today)} – ...`
                  : "Any dates",
          }}
          today={today}
          inline={inline}
        />
      </div>
    </>
  );
}

export const MaxPriceField = ({
  name,
  draft,
  onDraft,
}: Pick<FilterFieldsProps, "name" | "draft" | "onDraft">) => (
  <Field
    label="Max price per day"
    id={`${name}-price`}
    hint={priceHint(draft)}
    error={maxPriceError(draft)}
  >
    <TextInput
      name="max_price"
      unit="$"
      inputMode="decimal"
      placeholder="Any"
      autoComplete="off"
      enterKeyHint="search"
      value={draft.maxPrice}
      onChange={({ target }) => onDraft({ ...draft, maxPrice: target.value })}
    />
  </Field>
);

/**
 * @param hasPlace whether the cars can be ordered by their distance
 * @param byDefault gets an empty value, so that a form sent with another place uses its default
 */
export const SortOptions = ({ hasPlace, byDefault }: { hasPlace: boolean; byDefault?: Sort }) =>
  SORTS.filter((sort) => sort !== "distance" || hasPlace).map((sort) => (
    <option key={sort} value={sort === byDefault ? "" : sort}>
      {SORT_LABELS[sort]}
    </option>
  ));
