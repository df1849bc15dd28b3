// The pickup and return times of a search with dates. Without them, each car's suggested time
// counts. In a form without scripts both fields are always there, because nothing could add them.
import {
  END_OF_DAY,
  START_OF_DAY,
  timesBetween,
} from "../../../../../domain/calendar/time-of-day.ts";
import { formatTimeOfDay } from "../../../../../domain/text/format.ts";
import { Select } from "../../../../ui/form/controls.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import type { Draft } from "./filter-draft.ts";

const TIMES = timesBetween(START_OF_DAY, END_OF_DAY);

export interface TimeFieldsProps {
  draft: Draft;
  choose: (change: Pick<Draft, "times">) => void;
  isPlain?: boolean;
}

/** Nothing until both dates are chosen, unless the form is plain. */
export function TimeFields({ draft: { dates, times }, choose, isPlain }: TimeFieldsProps) {
  if (!isPlain && (!dates.start || !dates.end)) return null;
  const read = (value: string) => TIMES.find((time) => time === value) ?? null;
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label="Pickup time">
        <Select
          name="pickup_time"
          value={times.pickupTime ?? ""}
          onChange={({ target }) => {
            const pickupTime = read(target.value);
            choose({ times: { pickupTime, returnTime: pickupTime && times.returnTime } });
          }}
        >
          <option value="">Any</option>
          <TimeOptions />
        </Select>
      </Field>
      <Field label="Return time">
        <Select
          name="return_time"
          value={times.returnTime ?? ""}
          disabled={!isPlain && !times.pickupTime}
          onChange={({ target }) => choose({ times: { ...times, returnTime: read(target.value) } })}
        >
          <option value="">Same time</option>
          <TimeOptions />
        </Select>
      </Field>
    </div>
  );
}

const TimeOptions = () =>
  TIMES.map((time) => (
    <option key={time} value={time}>
      {formatTimeOfDay(time)}
    </option>
  ));
