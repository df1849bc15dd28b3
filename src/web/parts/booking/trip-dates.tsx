// The trip dates before a car is chosen. Without JavaScript they are two native date fields.
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import { formatDay } from "../../../domain/text/format.ts";
import { DateRangeField, type DateRangeFieldProps } from "../../ui/form/date-range-field.tsx";
import { lastRentalDay, mayEndOn, mayStartOn } from "./rental-days.ts";

type Shown = Pick<
  DateRangeFieldProps,
  "id" | "value" | "onChange" | "picking" | "onPicking" | "single" | "plain" | "inline"
>;

export interface TripDatesProps extends Shown {
  today: CalendarDate;
}

export function TripDates({ today, ...shown }: TripDatesProps) {
  const { value } = shown;
  const anyCar = { today, taken: [] };
  return (
    <>
      <noscript>
        <div className="grid grid-cols-2 gap-2 text-sm">
          <label>
            Start date
            <input
              type="date"
              name="start_date"
              min={today}
              defaultValue={value.start ?? ""}
              className="control"
            />
          </label>
          <label>
            End date
            <input
              type="date"
              name="end_date"
              min={today}
              defaultValue={value.end ?? ""}
              className="control"
            />
          </label>
        </div>
      </noscript>
      <div className="noscript:hidden">
        <DateRangeField
          {...shown}
          labels={{ start: "Start date", end: "End date" }}
          hints={{ start: "Select your pickup date", end: "Select your return date" }}
          format={(day) => formatDay(day, today)}
          today={today}
          last={lastRentalDay(today)}
          mayPick={(day, side, { start }) =>
            side === "start" ? mayStartOn(day, anyCar) : mayEndOn(day, start, anyCar)
          }
        />
      </div>
    </>
  );
}
