// Choosing days in the price grid: press a first and a last day, or drag with a mouse.
import { useRef, useState, type PointerEvent } from "react";
import {
  dayAfter,
  type CalendarDate,
  type DateRange,
} from "../../../../../domain/calendar/dates.ts";

interface Pick {
  origin: CalendarDate;
  /** The day that the choice reaches to. */
  aim: CalendarDate;
  /** Whether the next press ends the choice. */
  isOpen: boolean;
}

const inOrder = ({ origin, aim }: Pick): DateRange =>
  origin < aim ? { start: origin, end: dayAfter(aim) } : { start: aim, end: dayAfter(origin) };

/** @param mayPrice whether a day can be chosen */
export function usePricePick(mayPrice: (day: CalendarDate) => boolean) {
  const [pick, setPick] = useState<Pick | null>(null);
  const drag = useRef<{ from: CalendarDate; moved: boolean } | null>(null);
  const chosen = pick && inOrder(pick);
  const press = (day: CalendarDate) => {
    if (!mayPrice(day)) return;
    setPick(
      pick?.isOpen ? { ...pick, aim: day, isOpen: false } : { origin: day, aim: day, isOpen: true },
    );
  };
  return {
    /** The chosen days, half-open. */
    chosen,
    isOpen: pick?.isOpen ?? false,
    isPicked: (day: CalendarDate): boolean =>
      chosen !== null && day >= chosen.start && day < chosen.end,
    clear: () => setPick(null),
    handlersOf: (day: CalendarDate) => ({
      onPointerDown: (event: PointerEvent) => {
        // A finger scrolls the page, so it taps instead.
        drag.current = event.pointerType === "mouse" ? { from: day, moved: false } : null;
      },
      onPointerEnter: (event: PointerEvent) => {
        const from = event.buttons === 1 ? drag.current?.from : undefined;
        if (from === undefined || !mayPrice(from) || !mayPrice(day)) return;
        drag.current = { from, moved: true };
        setPick({ origin: from, aim: day, isOpen: false });
      },
      onClick: () => {
        const dragged = drag.current?.moved ?? false;
        drag.current = null;
        if (!dragged) press(day);
      },
    }),
  };
}
