// The focus in the month's grid: Tab reaches one day, from which the keys move to others.
import { useEffect, useRef, useState } from "react";
import { addDays, isCalendarDate, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { startOfMonth, isInReach, toMonth, shiftMonth, getWeekday, type Month } from "./month.ts";

/** The id of a day's button. */
export const dayElement = (day: CalendarDate): string => `day-${day}`;

/** The day that a key moves to; undefined for other keys. */
export function dayAfterKey(key: string, day: CalendarDate): CalendarDate | undefined {
  const turned = (by: number) => {
    const month = shiftMonth(toMonth(day), by);
    const last = addDays(startOfMonth(shiftMonth(month, 1)), -1);
    const same = `${month}${day.slice(7)}`;
    return isCalendarDate(same) ? same : last;
  };
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "Home":
      return addDays(day, -getWeekday(day));
    case "End":
      return addDays(day, 6 - getWeekday(day));
    case "PageUp":
      return turned(-1);
    case "PageDown":
      return turned(1);
    default:
      return undefined;
  }
}

interface GridFocusOptions {
  month: Month;
  today: CalendarDate;
  /** Shows another month, in which the keys continue. */
  onTurn: (month: Month) => void;
}

export function useGridFocus({ month, today, onTurn }: GridFocusOptions) {
  const [active, setActive] = useState<CalendarDate>(today);
  const moved = useRef(false);
  useEffect(() => {
    // A key moved into another month: its day can take the focus once that month is rendered.
    const day = moved.current ? document.getElementById(dayElement(active)) : null;
    if (!day) return;
    day.focus();
    moved.current = false;
  });
  return {
    /** The day that Tab focuses. */
    tabDay:
      toMonth(active) === month ? active : toMonth(today) === month ? today : startOfMonth(month),
    setActive,
    /** Moves the focus to a day, if its month can be shown. Returns whether it can. */
    moveTo: (day: CalendarDate): boolean => {
      if (!isInReach(toMonth(day), today)) return false;
      setActive(day);
      if (toMonth(day) === month) document.getElementById(dayElement(day))?.focus();
      else {
        moved.current = true;
        onTurn(toMonth(day));
      }
      return true;
    },
  };
}
