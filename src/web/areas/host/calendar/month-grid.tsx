// A month of one car: a grid of days with arrow key navigation, under ranges from noon to noon.
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { formatFullDay, formatMonth } from "../../../../domain/text/format.ts";
import type { CalendarRange } from "../../../../contract/host/calendar.ts";
import {
  addDays,
  type CalendarDate,
  isCalendarDate,
  fromWireRange,
} from "../../../../domain/calendar/dates.ts";
import { calendarWindow } from "../../../../domain/calendar/host-calendar.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { lookOf, RangeIcon } from "./looks.tsx";
import {
  firstDayOf,
  isInReach,
  monthOf,
  shiftMonth,
  spanOf,
  weekdayOf,
  weeksOf,
  type Month,
} from "./month.ts";
import { endsOf, placeOf } from "./range-bar.tsx";
import { LOOK_OF, wordsFor, type Renters } from "./range-words.ts";

export interface MonthGridProps {
  month: Month;
  today: CalendarDate;
  ranges: readonly CalendarRange[];
  renters: Renters;
  onOpen: (range: CalendarRange) => void;
  onPick: (first: CalendarDate, last: CalendarDate) => void;
  /** Shows another month, in which the keys continue. */
  onTurn: (month: Month) => void;
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The day that a key moves to; undefined for other keys. */
function dayAfterKey(key: string, day: CalendarDate): CalendarDate | undefined {
  const turned = (by: number) => {
    const month = shiftMonth(monthOf(day), by);
    const last = addDays(firstDayOf(shiftMonth(month, 1)), -1);
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
      return addDays(day, -weekdayOf(day));
    case "End":
      return addDays(day, 6 - weekdayOf(day));
    case "PageUp":
      return turned(-1);
    case "PageDown":
      return turned(1);
    default:
      return undefined;
  }
}

export function MonthGrid({
  month,
  today,
  ranges,
  renters,
  onOpen,
  onPick,
  onTurn,
}: MonthGridProps) {
  /** The day on which the selection started. */
  const [origin, setOrigin] = useState<CalendarDate | null>(null);
  const [aim, setAim] = useState<CalendarDate | null>(null);
  /** The day that Tab focuses. */
  const [active, setActive] = useState<CalendarDate>(today);
  const tabDay =
    monthOf(active) === month ? active : monthOf(today) === month ? today : firstDayOf(month);
  const moved = useRef(false);
  useEffect(() => {
    // A key moved into another month: its day can take the focus once that month is rendered.
    const day = moved.current ? document.getElementById(`day-${active}`) : null;
    if (!day) return;
    day.focus();
    moved.current = false;
  });
  const window = calendarWindow(today);
  const rangeOn = (day: CalendarDate) =>
    ranges.find((range) => range.start_date <= day && day < range.end_date);
  const mayBlock = (day: CalendarDate): boolean => day >= window.start && day < window.end;

  const press = (day: CalendarDate) => {
    const range = rangeOn(day);
    if (origin === null) {
      if (range) onOpen(range);
      else if (mayBlock(day)) setOrigin(day);
      return;
    }
    if (!mayBlock(day)) return;
    onPick(origin < day ? origin : day, origin < day ? day : origin);
    setOrigin(null);
  };
  const onKeyDown = (event: KeyboardEvent, day: CalendarDate) => {
    if (event.key === "Escape" && origin !== null) {
      setOrigin(null);
      return;
    }
    const next = dayAfterKey(event.key, day);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (!isInReach(monthOf(next), today)) return;
    setActive(next);
    setAim(next);
    if (monthOf(next) === month) document.getElementById(`day-${next}`)?.focus();
    else {
      moved.current = true;
      onTurn(monthOf(next));
    }
  };
  /** The cancel button disappears, so the focus returns to the grid. */
  const cancel = () => {
    setOrigin(null);
    document.getElementById(`day-${tabDay}`)?.focus();
  };
  const isPicked = (day: CalendarDate): boolean => {
    if (origin === null) return false;
    const to = aim ?? origin;
    return day >= (origin < to ? origin : to) && day <= (origin < to ? to : origin);
  };
  const label = (day: CalendarDate): string => {
    const range = rangeOn(day);
    return [
      formatFullDay(day),
      day === today && "today",
      range
        ? wordsFor(range, renters, today).spoken
        : mayBlock(day)
          ? "free"
          : day < today && "past",
      day === origin && "first day to block",
    ]
      .filter(Boolean)
      .join(", ");
  };
  return (
    <div className="grid gap-2">
      <div role="grid" aria-label={formatMonth(month)} className="grid tabular-nums">
        <div role="row" className="grid grid-cols-7 pb-1 text-center text-xs text-muted-foreground">
          {WEEKDAYS.map((name) => (
            <span key={name} role="columnheader" className="md:px-3.5 md:text-left">
              {name.slice(0, 2)}
              <span className="sr-only">{name.slice(2)}</span>
            </span>
          ))}
        </div>
        {weeksOf(month).map((week) => {
          return (
            <div
              key={week[0]}
              role="row"
              className="relative grid grid-cols-7 border-t border-border"
            >
              {week.map((day, index) => (
                <span
                  key={day}
                  role="gridcell"
                  aria-selected={isPicked(day)}
                  className="grid"
                  {...(index === 0 && { style: { gridColumnStart: weekdayOf(day) + 1 } })}
                >
                  <button
                    id={`day-${day}`}
                    type="button"
                    tabIndex={day === tabDay ? 0 : -1}
                    aria-label={label(day)}
                    aria-current={day === today ? "date" : undefined}
                    aria-disabled={(!rangeOn(day) && !mayBlock(day)) || undefined}
                    className={cx(
                      "ring-focus grid min-h-[4.4rem] justify-items-center content-start rounded-md pt-1 text-sm md:min-h-[5.5rem] md:justify-items-start md:px-2",
                      "not-aria-disabled:hover:bg-surface-2 aria-disabled:cursor-default focus-visible:z-1 focus-visible:-outline-offset-2",
                      isPicked(day) && "rounded-none! bg-secondary! text-secondary-foreground",
                      day < today && "text-muted-foreground",
                    )}
                    onClick={() => {
                      setActive(day);
                      press(day);
                    }}
                    onFocus={() => setAim(day)}
                    onPointerEnter={() => setAim(day)}
                    onKeyDown={(event) => onKeyDown(event, day)}
                  >
                    <span
                      className={cx(
                        "grid size-7 place-items-center rounded-full font-medium",
                        day === today && "bg-foreground text-background",
                      )}
                    >
                      {Number(day.slice(8))}
                    </span>
                  </button>
                </span>
              ))}
              <Bars week={week} ranges={ranges} renters={renters} today={today} />
            </div>
          );
        })}
      </div>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-sm text-muted-foreground">
          {origin
            ? `From ${formatFullDay(origin)}. Now choose the last day.`
            : "Choose a free day to start a block, or a taken one to see why."}
        </p>
        {origin && (
          <Button variant="ghost" size="small" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  );
}

/** The ranges of a week. The day cells carry the same information and take the clicks. */
function Bars({
  week,
  ranges,
  renters,
  today,
}: Pick<MonthGridProps, "ranges" | "renters" | "today"> & { week: readonly CalendarDate[] }) {
  const first = week[0]!;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0"
      style={{ left: `${(weekdayOf(first) / 7) * 100}%`, width: `${(week.length / 7) * 100}%` }}
    >
      {ranges.map((range) => {
        const span = spanOf(fromWireRange(range), first, week.length);
        const look = LOOK_OF[range.kind];
        const conflict = range.conflicts.length > 0;
        return (
          span && (
            <span
              key={range.id}
              style={placeOf(span, week.length)}
              className={cx(
                "absolute bottom-1.5 flex h-7 items-center gap-[.35rem] overflow-hidden border-x border-transparent bg-clip-padding px-[.35rem] text-xs font-medium whitespace-nowrap md:h-8",
                lookOf(look),
                endsOf(span),
                conflict && "shadow-[inset_0_0_0_2.5px_var(--destructive)]",
              )}
            >
              {span.to - span.from >= 1 && (
                <>
                  <RangeIcon look={look} conflict={conflict} />
                  <span className="truncate">{wordsFor(range, renters, today).short}</span>
                </>
              )}
            </span>
          )
        );
      })}
    </div>
  );
}
