// The fields for the first and the last day that a list is limited to.
import { isCalendarDate } from "../../../domain/calendar/dates.ts";
import { TextInput } from "../../ui/form/controls.tsx";
import { Field } from "../../ui/form/field.tsx";
import { withDay, type DayFilter } from "./day-filter.ts";

interface DayFieldsProps<F extends DayFilter> {
  filters: F;
  onFilters: (filters: F) => void;
}

export function DayFields<F extends DayFilter>({ filters, onFilters }: DayFieldsProps<F>) {
  return (["from", "to"] as const).map((end) => (
    <Field key={end} label={end === "from" ? "From" : "To"}>
      <TextInput
        type="date"
        value={filters[end] ?? ""}
        className="md:w-40"
        onChange={({ target: { value } }) =>
          onFilters(withDay(filters, end, isCalendarDate(value) ? value : undefined))
        }
      />
    </Field>
  ));
}
