// Picking days in the month's grid: the first press starts a selection, the second ends it.
import { useState } from "react";
import type { CalendarRange } from "../../../../contract/host/calendar.ts";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import { calendarWindow } from "../../../../domain/calendar/host-calendar.ts";
import { lastTakenDay, lastTouchedDay } from "./range-text.ts";

interface GridPickOptions {
  today: CalendarDate;
  ranges: readonly CalendarRange[];
  onOpen: (range: CalendarRange) => void;
  onPick: (first: CalendarDate, last: CalendarDate) => void;
}

export function useGridPick({ today, ranges, onOpen, onPick }: GridPickOptions) {
  /** The day on which the selection started. */
  const [origin, setOrigin] = useState<CalendarDate | null>(null);
  const [aim, setAim] = useState<CalendarDate | null>(null);
  const window = calendarWindow(today);
  const rangeOn = (day: CalendarDate): CalendarRange | undefined =>
    ranges.find((range) => range.start_date <= day && day <= lastTakenDay(range));
  /** The booking that ends, or is free again, on a day that no range takes to its end. */
  const endOn = (day: CalendarDate): CalendarRange | undefined =>
    rangeOn(day)
      ? undefined
      : ranges.find((range) => range.start_date <= day && day <= lastTouchedDay(range));
  const mayBlock = (day: CalendarDate): boolean => day >= window.start && day < window.end;
  return {
    origin,
    rangeOn,
    endOn,
    mayBlock,
    /** Sets the day that the selection reaches to. */
    setAim,
    cancel: () => setOrigin(null),
    isPicked: (day: CalendarDate): boolean => {
      if (origin === null) return false;
      const to = aim ?? origin;
      return day >= (origin < to ? origin : to) && day <= (origin < to ? to : origin);
    },
    press: (day: CalendarDate) => {
      const range = rangeOn(day);
      if (origin === null) {
        if (range) onOpen(range);
        else if (mayBlock(day)) setOrigin(day);
        return;
      }
      if (!mayBlock(day)) return;
      onPick(origin < day ? origin : day, origin < day ? day : origin);
      setOrigin(null);
    },
  };
}
