// The days of a trip for which no car is chosen yet. Without JavaScript they are two fields of the browser's own.
import { formatDay, type CalendarDate } from "../../../domain/calendar/dates.ts";
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
            <input type="date" name="start_date" min={today} defaultValue={value.start ?? ""} className="control" />
          </label>
          <label>
            End date
            <input type="date" name="end_date" min={today} defaultValue={value.end ?? ""} className="control" />
          </label>
        </div>
      </noscript>
      <div className="noscript:hidden">
        <DateRangeField
          {...shown}
          labels={{ start: "Start date", end: "End date" }}
          hints={{ start: "Choose the day you pick the car up.", end: "Choose the day you bring it back." }}
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
