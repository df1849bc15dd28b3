// The section "Hours and Rules" of the listing form: handover hours, turnaround, notice and length.
import {
  MAX_ADVANCE_NOTICE_HOURS,
  MAX_TURNAROUND_HOURS,
} from "../../../../../domain/booking/booking-rules.ts";
import { MAX_RENTAL_DAYS } from "../../../../../domain/booking/rental-period.ts";
import {
  END_OF_DAY,
  START_OF_DAY,
  timesBetween,
  type HandoverTime,
} from "../../../../../domain/calendar/time-of-day.ts";
import { formatCounted, formatTimeOfDay } from "../../../../../domain/text/format.ts";
import { SelectField, TextField } from "../../../../forms/fields.tsx";
import { Checkbox } from "../../../../ui/form/controls.tsx";
import { ExtensionSetting } from "./extension-setting.tsx";
import { FormSection, HOURS_SECTION } from "../form-fields.tsx";
import { LABELS, newRules } from "../listing-values.ts";
import type { SectionProps } from "../section-props.ts";

const TIMES: readonly HandoverTime[] = timesBetween(START_OF_DAY, END_OF_DAY);
const upTo = (hours: number): number[] => Array.from({ length: hours + 1 }, (_, hour) => hour);

interface HoursAndRulesProps extends SectionProps {
  /** Undefined for a new listing. */
  listingId: string | undefined;
}

export function HoursAndRules({ form, listingId }: HoursAndRulesProps) {
  const { pickup_from: from, pickup_until: until } = form.values;
  const isAnyTime = from === START_OF_DAY && until === END_OF_DAY;
  const setHours = (first: HandoverTime, last: HandoverTime) => {
    form.set("pickup_from", first);
    form.set("pickup_until", last);
  };
  const usual = newRules();
  return (
    <FormSection index={HOURS_SECTION}>
      <div className="grid gap-3">
        <p className="text-sm text-muted-foreground">
          When renters can pick up and return the car, in Nassau time.
        </p>
        <Checkbox
          name="any_time"
          checked={isAnyTime}
          onChange={({ target }) =>
            target.checked
              ? setHours(START_OF_DAY, END_OF_DAY)
              : setHours(usual.pickup_from, usual.pickup_until)
          }
        >
          Any time, day or night. Choose this if the key is in a lockbox.
        </Checkbox>
        {!isAnyTime && (
          <div className="grid gap-5 sm:grid-cols-2">
            <TimeChoice form={form} name="pickup_from" times={TIMES} />
            <TimeChoice form={form} name="pickup_until" times={[...TIMES.slice(1), END_OF_DAY]} />
          </div>
        )}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <HoursChoice
          form={form}
          name="turnaround_hours"
          most={MAX_TURNAROUND_HOURS}
          hint="Time to clean the car between two trips."
        />
        <HoursChoice
          form={form}
          name="advance_notice_hours"
          most={MAX_ADVANCE_NOTICE_HOURS}
          hint="How much notice you need before a pickup."
        />
        <DaysField form={form} name="min_days" />
        <DaysField form={form} name="max_days" />
      </div>
      {listingId && <ExtensionSetting listingId={listingId} />}
    </FormSection>
  );
}

const TimeChoice = ({
  form,
  name,
  times,
}: SectionProps & { name: "pickup_from" | "pickup_until"; times: readonly HandoverTime[] }) => (
  <SelectField form={form} name={name} label={LABELS[name]}>
    {times.map((time) => (
      <option key={time} value={time}>
        {formatTimeOfDay(time)}
      </option>
    ))}
  </SelectField>
);

const HoursChoice = ({
  form,
  name,
  most,
  hint,
}: SectionProps & {
  name: "turnaround_hours" | "advance_notice_hours";
  most: number;
  hint: string;
}) => (
  <SelectField form={form} name={name} label={LABELS[name]} hint={hint}>
    {upTo(most).map((hours) => (
      <option key={hours} value={String(hours)}>
        {hours === 0 ? "None" : formatCounted(hours, "hour", "hours")}
      </option>
    ))}
  </SelectField>
);

const DaysField = ({ form, name }: SectionProps & { name: "min_days" | "max_days" }) => (
  <TextField
    form={form}
    name={name}
    label={LABELS[name]}
    hint={`In days, up to ${MAX_RENTAL_DAYS}`}
    inputMode="numeric"
    maxLength={2}
    autoComplete="off"
    className="tabular-nums"
  />
);
