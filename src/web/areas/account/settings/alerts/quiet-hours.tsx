// The hours in which alerts wait. Each choice is saved immediately.
import type { QuietHours as Hours } from "../../../../../domain/message/alert.ts";
import { Checkbox, Select } from "../../../../ui/form/controls.tsx";
import { Field } from "../../../../ui/form/field.tsx";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const formatHour = (hour: number): string => `${hour % 12 || 12}:00 ${hour < 12 ? "AM" : "PM"}`;

export function QuietHours({ quiet, onChange }: { quiet: Hours; onChange: (to: Hours) => void }) {
  const { is_quiet, quiet_from, quiet_until, urgent_anyway } = quiet;
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="sr-only">Quiet hours</legend>
      <Checkbox
        checked={is_quiet}
        onChange={({ target }) => onChange({ ...quiet, is_quiet: target.checked })}
        className="items-start"
      >
        <span className="grid">
          <span className="font-medium">Quiet hours</span>
          <span className="text-sm text-muted-foreground">
            Alerts wait until they end. Times are Nassau time.
          </span>
        </span>
      </Checkbox>
      {is_quiet && (
        <div className="grid gap-3 pl-8">
          <div className="grid max-w-[22rem] grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
            <HourField
              label="From"
              hour={quiet_from}
              not={quiet_until}
              onChange={(hour) => onChange({ ...quiet, quiet_from: hour })}
            />
            <HourField
              label="Until"
              hour={quiet_until}
              not={quiet_from}
              onChange={(hour) => onChange({ ...quiet, quiet_until: hour })}
            />
          </div>
          <Checkbox
            checked={urgent_anyway}
            onChange={({ target }) => onChange({ ...quiet, urgent_anyway: target.checked })}
            className="items-start"
          >
            <span className="grid">
              <span className="font-medium">Except for trips about to start</span>
              <span className="text-sm text-muted-foreground">
                Requests and bookings for the same day, and cancellations within 24 hours, reach you
                at any hour.
              </span>
            </span>
          </Checkbox>
        </div>
      )}
    </fieldset>
  );
}

interface HourFieldProps {
  label: string;
  hour: number;
  /** The hour of the other field. */
  not: number;
  onChange: (hour: number) => void;
}

const HourField = ({ label, hour, not, onChange }: HourFieldProps) => (
  <Field label={label}>
    <Select value={hour} onChange={({ target }) => onChange(Number(target.value))}>
      {HOURS.filter((each) => each !== not).map((each) => (
        <option key={each} value={each}>
          {formatHour(each)}
        </option>
      ))}
    </Select>
  </Field>
);
