// Picks days in a row with a pointer: a click picks one, dragging picks several, never past days.
import { useState, type PointerEvent } from "react";
import type { CalendarDate } from "../../../../../domain/calendar/dates.ts";

export interface PickedDays {
  /** Indexes into the days; `to` is exclusive. */
  from: number;
  to: number;
}

/** The picked days to show, and the row's handlers. Clicks on the row's children are ignored. */
export function useDayPick(
  days: readonly CalendarDate[],
  today: CalendarDate,
  onPick: (first: CalendarDate, last: CalendarDate) => void,
) {
  const [aim, setAim] = useState<number | null>(null);
  const [origin, setOrigin] = useState<number | null>(null);
  /** The day under the pointer, or null for a past day. */
  const dayAt = ({ currentTarget, clientX }: PointerEvent<HTMLElement>): number | null => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.min(
      days.length - 1,
      Math.max(0, Math.floor(((clientX - left) / width) * days.length)),
    );
    return (days[index] ?? "") < today ? null : index;
  };
  const stop = () => {
    setAim(null);
    setOrigin(null);
  };
  const picked: PickedDays | null =
    aim === null
      ? null
      : { from: Math.min(aim, origin ?? aim), to: Math.max(aim, origin ?? aim) + 1 };
  return {
    picked,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.target !== event.currentTarget || event.button !== 0) return;
        // Only a mouse captures the pointer: a moving finger scrolls the box instead.
        if (event.pointerType === "mouse") event.currentTarget.setPointerCapture(event.pointerId);
        const day = dayAt(event);
        setAim(day);
        setOrigin(day);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const drawing = origin !== null;
        const day = drawing || event.target === event.currentTarget ? dayAt(event) : null;
        // Over past days, a drag keeps its last position.
        if (day !== aim && !(drawing && day === null)) setAim(day);
      },
      onPointerUp: () => {
        const first = picked && days[picked.from];
        const last = picked && days[picked.to - 1];
        if (origin !== null && first && last) onPick(first, last);
        stop();
      },
      onPointerCancel: stop,
      onPointerLeave: () => origin === null && setAim(null),
    },
  };
}
