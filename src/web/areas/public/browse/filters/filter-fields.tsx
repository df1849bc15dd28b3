// The main filters (place, dates, price), for the bar of a wide screen and the sheet of a phone.
import { MAX_SEARCH_LENGTH } from "../../../../../domain/text/limits.ts";
import { useState } from "react";
import type { CalendarDate } from "../../../../../domain/calendar/dates.ts";
import { formatDay, formatRange } from "../../../../../domain/text/format.ts";
import { TripDates } from "../../../../parts/booking/trip-dates.tsx";
import { TextInput } from "../../../../ui/form/controls.tsx";
import type { RangeSide } from "../../../../ui/form/date-range-field.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { maxPriceError, priceHint, type Draft } from "./filter-draft.ts";
import { SORT_LABELS, SORTS } from "../search.ts";
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
  return (
    <>
      <Field label="Location" id={`${name}-location`}>
        <TextInput
          name="location"
          icon={<Icon name="map-pin" />}
          placeholder="Island, town or airport"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={MAX_SEARCH_LENGTH}
          value={draft.location}
          onChange={({ target }) => onDraft({ ...draft, location: target.value })}
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
                ? formatRange({ start, end }, today)
                : start
                  ? `${formatDay(start, today)} - ...`
                  : "Any dates",
          }}
          today={today}
          inline={inline}
        />
      </div>
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
    </>
  );
}

export const SortOptions = () =>
  SORTS.map((sort) => (
    <option key={sort} value={sort}>
      {SORT_LABELS[sort]}
    </option>
  ));
