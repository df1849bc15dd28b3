// The pickup and return times of the chosen dates, and what a later return costs.
import {
  ordinal,
  formatCounted,
  formatTimeOfDay,
  formatUsd,
} from "../../../../domain/text/format.ts";
import { Field } from "../../../ui/form/field.tsx";
import { Select } from "../../../ui/form/controls.tsx";
import type { TimeOfDay } from "../../../../domain/calendar/time-of-day.ts";
import type { TimeOption } from "./chosen-times.ts";

interface TimeChoice {
  value: TimeOfDay;
  options: readonly TimeOption[];
  onPick: (time: TimeOfDay) => void;
}

export interface TripTimesProps {
  times: {
    /** Null once the car is picked up. */
    pickup: TimeChoice | null;
    return: TimeChoice;
    /** The latest return that adds no day, and what one more day adds to the amount due. */
    dayLimit: { time: TimeOfDay; days: number; extraCents: number } | null;
  };
  /** The server renders the selects without the car's hours, before anybody can use them. */
  isLoading: boolean;
}

export function TripTimes({ times, isLoading }: TripTimesProps) {
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-2 gap-3">
        {times.pickup && <TimeSelect label="Pickup time" {...times.pickup} disabled={isLoading} />}
        <TimeSelect label="Return time" {...times.return} disabled={isLoading} />
      </div>
      {times.dayLimit && (
        <p className="text-sm text-muted-foreground" role="status">
          Return by {formatTimeOfDay(times.dayLimit.time)} to pay for{" "}
          {formatCounted(times.dayLimit.days, "day", "days")}. Any later adds a{" "}
          {ordinal(times.dayLimit.days + 1)} day{describeExtra(times.dayLimit.extraCents)}.
        </p>
      )}
    </div>
  );
}

/** One more day can lower the total, where it reaches a larger discount. */
const describeExtra = (cents: number): string =>
  cents < 0 ? `, which lowers the total by ${formatUsd(-cents)}` : ` (${formatUsd(cents)})`;

interface TimeSelectProps extends TimeChoice {
  label: string;
  disabled: boolean;
}

const TimeSelect = ({ label, value, options, onPick, disabled }: TimeSelectProps) => (
  <Field label={label}>
    <Select
      value={value}
      disabled={disabled}
      onChange={({ target }) => {
        const option = options.find(({ time }) => time === target.value);
        if (option) onPick(option.time);
      }}
    >
      {/* A time from a link may be outside the car's hours. */}
      {options.every(({ time }) => time !== value) && (
        <option value={value} disabled>
          {formatTimeOfDay(value)}
        </option>
      )}
      {options.map(({ time, isFree }) => (
        <option key={time} value={time} disabled={!isFree}>
          {formatTimeOfDay(time)}
        </option>
      ))}
    </Select>
  </Field>
);
