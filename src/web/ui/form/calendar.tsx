// A month grid for picking a range of days, whatever the time zone; import it lazily.
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import { formatFullDay, formatMonth } from "../../../domain/text/format.ts";
import { Button } from "../button.tsx";
import { cx } from "../cx.ts";
import { Icon } from "../icon.tsx";
import { dayAfterKey, getWeekday, listWeeks, shiftMonth, toMonth, type Month } from "./month.ts";

export interface CalendarProps {
  /** What is picked, part of the grid's accessible name: "Start date". */
  label: string;
  /** The selected range, inclusive of both ends. */
  start: CalendarDate | null;
  end: CalendarDate | null;
  onPick: (day: CalendarDate) => void;
  /** Today at the calendar's place, which need not be the browser's today. */
  today: CalendarDate;
  /** The last selectable day. Days before today are not selectable either. */
  last: CalendarDate;
  /** Not selectable; struck through unless it is past. */
  isDisabled: (day: CalendarDate) => boolean;
  /** Which of the disabled days are taken: also hatched, and labelled as such. */
  isTaken: (day: CalendarDate) => boolean;
  autoFocus?: boolean;
  /** How many months are side by side. */
  months?: 1 | 2;
}

export function Calendar(props: CalendarProps) {
  const { start, today, last, months = 1 } = props;
  const [month, setMonth] = useState(toMonth(start ?? today));
  const shown = Array.from({ length: months }, (_, index) => shiftMonth(month, index));
  const { box, ...focus } = useDayFocus(props, shown, setMonth);
  const turn = (by: number) => {
    const next = shiftMonth(month, by);
    const isPastEnd = shiftMonth(next, months - 1) > toMonth(last);
    return next < toMonth(today) || (by > 0 && isPastEnd) ? undefined : () => setMonth(next);
  };
  return (
    <div ref={box} className="calendar flex gap-6">
      {shown.map((each, index) => (
        <MonthGrid
          // Keyed by position, so that an arrow keeps the focus when the months change.
          key={index}
          {...props}
          {...focus}
          month={each}
          before={
            index === 0 && (
              <Arrow label="Previous month" onGo={turn(-1)}>
                <Icon name="chevron-left" />
              </Arrow>
            )
          }
          after={
            index === months - 1 && (
              <Arrow label="Next month" onGo={turn(1)}>
                <Icon name="chevron-right" />
              </Arrow>
            )
          }
        />
      ))}
    </div>
  );
}

interface MonthGridProps extends CalendarProps, Omit<ReturnType<typeof useDayFocus>, "box"> {
  month: Month;
  /** The arrows beside its name. */
  before: ReactNode;
  after: ReactNode;
}

function MonthGrid({
  month,
  before,
  after,
  tabDay,
  setActive,
  onKeyDown,
  ...props
}: MonthGridProps) {
  const { label, today } = props;
  const weeks = listWeeks(month);
  const empty = <span className="size-9" />;
  return (
    <div className="grid flex-1 content-start gap-3">
      <div className="flex min-h-9 items-center justify-between">
        {before || empty}
        <p aria-live="polite" className="font-display leading-snug font-title">
          {formatMonth(month)}
        </p>
        {after || empty}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the
          pattern for grids of dates */}
      <table role="grid" aria-label={`${label}, ${formatMonth(month)}`}>
        <thead>
          <tr>
            {weeks[1]?.map((day) => (
              <th key={day} scope="col" aria-label={formatFullDay(day).split(",")[0]}>
                {formatFullDay(day).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks
            .filter((week) => !isOver(week, today))
            .map(([first = today, ...rest]) => (
              <tr key={first}>
                {getWeekday(first) > 0 && <td colSpan={getWeekday(first)} aria-hidden="true" />}
                {[first, ...rest].map((day) => (
                  <Day
                    key={day}
                    {...props}
                    day={day}
                    isTabStop={day === tabDay}
                    onFocus={() => setActive(day)}
                    onKeyDown={(event) => onKeyDown(event, day)}
                  />
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

/** Past weeks are left out, because their days cannot be picked. */
const isOver = (week: readonly CalendarDate[], today: CalendarDate): boolean =>
  week.every((day) => day < today);

/** Tab reaches one day. From there, keys move to other days and skip disabled ones. */
function useDayFocus(
  { start, end, today, last, isDisabled, autoFocus = false }: CalendarProps,
  shown: readonly Month[],
  onMonth: (month: Month) => void,
) {
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<CalendarDate | null>(null);
  /** Whether to focus the day that Tab reaches, once it is rendered. */
  const takesFocus = useRef(autoFocus);
  const days = shown.flatMap((month) => listWeeks(month).flat());
  const free = days.filter((day) => !isDisabled(day));
  const tabDay =
    [active, start, end, today].find((day) => day && free.includes(day)) ?? free[0] ?? days[0];
  useLayoutEffect(() => {
    // A passive effect of an earlier render could run after the key, and would not find the day.
    if (!takesFocus.current) return;
    takesFocus.current = false;
    const day = box.current?.querySelector<HTMLElement>(`[data-day="${tabDay}"] button`);
    // A plain focus() would scroll the day to the middle of the screen.
    day?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "nearest" });
  });
  const onKeyDown = (event: KeyboardEvent, day: CalendarDate) => {
    let next = dayAfterKey(event.key, day);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const isWithin = (other: CalendarDate) => other >= today && other <= last;
    while (isWithin(next) && isDisabled(next)) {
      const after = dayAfterKey(event.key, next);
      // Home and End lead to the same day again.
      if (after === undefined || after === next) return;
      next = after;
    }
    if (!isWithin(next)) return;
    takesFocus.current = true;
    setActive(next);
    const month = toMonth(next);
    if (!shown.includes(month)) onMonth(next < day ? month : shiftMonth(month, 1 - shown.length));
  };
  return { box, tabDay, setActive, onKeyDown };
}

interface DayProps extends CalendarProps {
  day: CalendarDate;
  isTabStop: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function Day({ day, isTabStop, onFocus, onKeyDown, onPick, ...props }: DayProps) {
  const state = describeDay(day, props);
  const { isOff, isStart, isEnd, isBetween } = state;
  const isRanged = (isStart || isEnd) && props.start !== null && props.end !== null;
  return (
    <td
      data-day={day}
      aria-selected={isStart || isEnd || isBetween || undefined}
      className={cx(
        isOff && "day-off",
        day < props.today && "day-past",
        state.isTaken && "day-taken",
        day === props.today && "day-today",
        isStart && "day-start",
        isEnd && "day-end",
        isBetween && "day-middle",
        isRanged && "day-ranged",
      )}
    >
      <button
        type="button"
        // Not `disabled`, so that a day keeps the focus when it can no longer be picked.
        aria-disabled={isOff || undefined}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={labelDay(day, props, state)}
        // The focused day may not be the one that Tab would reach.
        className="day-button ring-focus"
        onClick={() => !isOff && onPick(day)}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  );
}

type DayState = ReturnType<typeof describeDay>;

function describeDay(
  day: CalendarDate,
  { start, end, isDisabled, isTaken }: Omit<CalendarProps, "onPick">,
) {
  const isOff = isDisabled(day);
  return {
    isOff,
    isTaken: isOff && isTaken(day),
    isStart: day === start,
    isEnd: day === end,
    isBetween: start !== null && end !== null && day > start && day < end,
  };
}

function labelDay(
  day: CalendarDate,
  { today }: Pick<CalendarProps, "today">,
  { isOff, isTaken, isStart, isEnd, isBetween }: DayState,
): string {
  const state =
    day < today
      ? "past"
      : isTaken
        ? "taken"
        : // The selected start cannot be the end as well, which needs no label.
          isOff && !isStart && "not available";
  return [
    formatFullDay(day),
    state,
    isStart && "start date",
    isEnd && "end date",
    isBetween && "in your dates",
    day === today && "today",
  ]
    .filter(Boolean)
    .join(", ");
}

interface ArrowProps {
  label: string;
  onGo: (() => void) | undefined;
  children: ReactNode;
}

/** At the last month it stays focusable, so that it does not lose the focus. */
function Arrow({ label, onGo, children }: ArrowProps) {
  return (
    <Button
      variant="ghost"
      size="icon-small"
      aria-label={label}
      aria-disabled={!onGo || undefined}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
      onClick={onGo}
    >
      {children}
    </Button>
  );
}

/** What the calendar's marks mean. */
export function CalendarLegend() {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-[.4rem] text-xs text-muted-foreground">
      <span className="inline-flex items-center gap-[.4rem]">
        <i className="size-4 flex-none rounded-[.25rem] bg-primary" />
        Yours
      </span>
      <span className="inline-flex items-center gap-[.4rem]">
        <i className="swatch-taken size-4 flex-none rounded-[.25rem]" />
        Taken
      </span>
    </div>
  );
}
