// The focus in the month's grid: Tab reaches one day, from which the keys move to others.
import { useLayoutEffect, useRef, useState } from "react";
import { firstOfMonth, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { isInReach } from "./month.ts";
import { toMonth, type Month } from "../../../ui/form/month.ts";

/** The id of a day's button. */
export const dayElement = (day: CalendarDate): string => `day-${day}`;

interface GridFocusOptions {
  month: Month;
  today: CalendarDate;
  /** Shows another month, in which the keys continue. */
  onTurn: (month: Month) => void;
}

export function useGridFocus({ month, today, onTurn }: GridFocusOptions) {
  const [active, setActive] = useState<CalendarDate>(today);
  const moved = useRef(false);
  // A key may arrive before the passive effects of an earlier render, which know the former day.
  useLayoutEffect(() => {
    // A key moved into another month: its day can take the focus once that month is rendered.
    const day = moved.current ? document.getElementById(dayElement(active)) : null;
    if (!day) return;
    day.focus();
    moved.current = false;
  });
  return {
    /** The day that Tab focuses. */
    tabDay:
      toMonth(active) === month ? active : toMonth(today) === month ? today : firstOfMonth(month),
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
