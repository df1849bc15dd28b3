// The filters themselves, for the bar of a wide screen and the sheet of a phone. They hold what is typed; what counts is the URL.
import { MapPin } from "lucide-react";
import { useState } from "react";
import { formatRange } from "../../../domain/dates.ts";
import { formatUsd } from "../../../domain/money.ts";
import { lastRentalDay, mayEndOn, mayStartOn } from "../../lib/rental-days.ts";
import { Input } from "../../ui/controls.tsx";
import { DateRangeField, type PickedRange, type RangeSide } from "../../ui/date-range-field.tsx";
import { Field } from "../../ui/field.tsx";
import { formatDay } from "../../lib/words.ts";
import { readPrice, SORT_LABELS, SORTS, type Search, type Sort } from "./search.ts";

/** What stands in the fields; it may be half a search, or none. */
export interface Draft {
  location: string;
  maxPrice: string;
  dates: PickedRange;
}

export const toDraft = ({ location, maxPrice, dates }: Search): Draft => ({
  location,
  maxPrice: maxPrice === null ? "" : String(maxPrice),
  dates: dates ?? { start: null, end: null },
});

/** What the draft amounts to: a range that is half chosen counts as not given, and so does an amount with a fault. */
export function fromDraft({ location, maxPrice, dates: { start, end } }: Draft, sort: Sort): Search {
  return {
    location: location.trim(),
    maxPrice: readPrice(maxPrice),
    dates: start && end ? { start, end } : null,
    sort,
  };
}

/** What is wrong with the price as it stands; a search waits until it is right. */
export const priceFault = ({ maxPrice }: Draft): string | undefined =>
  maxPrice.trim() !== "" && readPrice(maxPrice) === null ? "Write an amount such as 120 or 48.50." : undefined;

/** How an amount with a comma was understood. */
function priceHint({ maxPrice }: Draft): string | undefined {
  const price = maxPrice.includes(",") ? readPrice(maxPrice) : null;
  return price === null ? undefined : `Read as ${formatUsd(Math.round(price * 100))}.`;
}

export const priceId = (name: string) => `${name}-price`;

export interface FilterFieldsProps {
  /** Makes the ids of the fields unique. */
  name: string;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  today: string;
  /** The calendar pushes what follows down. */
  inline?: boolean;
}

export function FilterFields({ name, draft, onDraft, today, inline = false }: FilterFieldsProps) {
  const [picking, setPicking] = useState<RangeSide | null>(null);
  const { start, end } = draft.dates;
  const anyCar = { today, taken: [] };
  return (
    <>
      <Field label="Location" id={`${name}-location`}>
        <Input
          name="location"
          icon={<MapPin size={20} strokeWidth={1.75} />}
          placeholder="Island, town or airport"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          value={draft.location}
          onChange={({ target }) => onDraft({ ...draft, location: target.value })}
        />
      </Field>
      <div className="min-w-0">
        <noscript>
          <div className="grid grid-cols-2 gap-2 text-sm">
            <label>
              Start date
              <input type="date" name="start_date" min={today} defaultValue={start ?? ""} className="control" />
            </label>
            <label>
              End date
              <input type="date" name="end_date" min={today} defaultValue={end ?? ""} className="control" />
            </label>
          </div>
        </noscript>
        {start && end && (
          <>
            <input type="hidden" name="start_date" value={start} />
            <input type="hidden" name="end_date" value={end} />
          </>
        )}
        <div className="noscript:hidden">
          <DateRangeField
            id={`${name}-dates`}
            value={draft.dates}
            onChange={(dates) => onDraft({ ...draft, dates })}
            picking={picking}
            onPicking={setPicking}
            labels={{ start: "Start date", end: "End date" }}
            hints={{
              start: "Choose the day you pick the car up.",
              end: "Choose the day you bring it back.",
            }}
            single={{
              label: "Dates",
              text:
                start && end ? formatRange({ start, end }, today) : start ? `${formatDay(start)} - ...` : "Any dates",
            }}
            format={formatDay}
            today={today}
            last={lastRentalDay(today)}
            mayPick={(day, side, value) =>
              side === "start" ? mayStartOn(day, anyCar) : mayEndOn(day, value.start, anyCar)
            }
            inline={inline}
          />
        </div>
      </div>
      <Field label="Max price per day" id={priceId(name)} hint={priceHint(draft)} error={priceFault(draft)}>
        <Input
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
