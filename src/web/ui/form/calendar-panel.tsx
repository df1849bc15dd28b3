// The popup of a DateRangeField: the calendar with its hint, its legend and a clear button.
// Imported lazily.
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import { Button } from "../button.tsx";
import { Calendar, CalendarLegend, type CalendarProps } from "./calendar.tsx";

export interface CalendarPanelProps extends Omit<CalendarProps, "isTaken" | "autoFocus"> {
  hint: string;
  onClear: () => void;
  /** Omitted if no day can be taken. */
  isTaken: ((day: CalendarDate) => boolean) | undefined;
}

const nobodys = () => false;

export default function CalendarPanel({ hint, onClear, isTaken, ...calendar }: CalendarPanelProps) {
  return (
    <>
      <p role="status" className="text-sm text-muted-foreground">
        {hint}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened it */}
      <Calendar {...calendar} isTaken={isTaken ?? nobodys} autoFocus />
      <div className="flex min-h-9 items-center justify-between gap-3">
        {isTaken ? <CalendarLegend /> : <span />}
        {calendar.start && (
          <Button variant="ghost" size="small" onClick={onClear}>
            Clear dates
          </Button>
        )}
      </div>
    </>
  );
}
