// A month grid for picking a range of days, on react-day-picker; import it lazily. Days are
// yyyy-MM-dd strings, independent of the browser's time zone, and the caller decides which may be
// picked.
import type { ReactNode } from "react";
import { DayPicker, useDayPicker } from "react-day-picker";
import { enGB } from "react-day-picker/locale/en-GB";
import { toCalendarDate, type CalendarDate } from "../../../domain/calendar/dates.ts";
import { formatFullDay, formatMonth } from "../../../domain/text/format.ts";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";

export interface CalendarProps {
  /** The grid's accessible name: "Start date". */
  label: string;
  /** The selected range, inclusive of both ends. */
  start: CalendarDate | null;
  end: CalendarDate | null;
  onPick: (day: CalendarDate) => void;
  /** Today at the calendar's place, which need not be the browser's today. */
  today: CalendarDate;
  /** The last selectable day. Days before today are not selectable either. */
  last: CalendarDate;
  /** Struck through and not selectable. */
  isDisabled: (day: CalendarDate) => boolean;
  /** Which of the disabled days are taken: also hatched, and labelled as such. */
  isTaken: (day: CalendarDate) => boolean;
  autoFocus?: boolean;
}

/** Noon of the day in the browser's zone, so that daylight saving never moves it to another day. */
function toDate(day: CalendarDate): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date, 12);
}

function toDay(date: Date): CalendarDate {
  const two = (value: number) => String(value).padStart(2, "0");
  const year = String(date.getFullYear()).padStart(4, "0");
  return toCalendarDate(`${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`);
}

const DAY_CLASSES = {
  disabled: "day-off",
  taken: "day-taken",
  today: "day-today",
  start: "day-start",
  end: "day-end",
  between: "day-middle",
  ranged: "day-ranged",
};

// ring-focus: after a change of month, the focused day may not be the one that Tab would reach.
const CLASSES = {
  day_button: "day-button ring-focus",
  month: "grid gap-3",
  month_grid: "month-grid",
};

export function Calendar(props: CalendarProps) {
  const { label, start, onPick, today, last, isDisabled, autoFocus = false } = props;
  return (
    <DayPicker
      className="calendar"
      aria-label={label}
      locale={enGB}
      weekStartsOn={0}
      defaultMonth={toDate(start ?? today)}
      startMonth={toDate(today)}
      endMonth={toDate(last)}
      today={toDate(today)}
      disabled={(date) => isDisabled(toDay(date))}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened it
      autoFocus={autoFocus}
      onDayClick={(date, modifiers) => {
        if (!modifiers.disabled) onPick(toDay(date));
      }}
      modifiers={describeDays(props)}
      modifiersClassNames={DAY_CLASSES}
      classNames={CLASSES}
      formatters={{ formatWeekdayName: (date) => formatFullDay(toDay(date)).slice(0, 2) }}
      labels={{ labelDayButton: labelDay }}
      hideNavigation
      components={{ MonthCaption }}
    />
  );
}

/** What a day is: past or taken, and its place in the selected range. */
function describeDays({ start, end, today, isDisabled, isTaken }: CalendarProps) {
  const isStart = (date: Date) => toDay(date) === start;
  const isEnd = (date: Date) => toDay(date) === end;
  const between = (date: Date) =>
    start !== null && end !== null && toDay(date) > start && toDay(date) < end;
  return {
    taken: (date: Date) => isDisabled(toDay(date)) && isTaken(toDay(date)),
    past: (date: Date) => toDay(date) < today,
    start: isStart,
    end: isEnd,
    between,
    ranged: (date: Date) => start !== null && end !== null && (isStart(date) || isEnd(date)),
    selected: (date: Date) => isStart(date) || isEnd(date) || between(date),
  };
}

function labelDay(date: Date, modifiers: Record<string, boolean>): string {
  const state = modifiers["past"]
    ? "past"
    : modifiers["taken"]
      ? "taken"
      : // The selected start cannot be the end as well, which needs no label.
        modifiers["disabled"] && !modifiers["start"] && "not available";
  return [
    formatFullDay(toDay(date)),
    state,
    modifiers["start"] && "start date",
    modifiers["end"] && "end date",
    modifiers["between"] && "in your dates",
    modifiers["today"] && "today",
  ]
    .filter(Boolean)
    .join(", ");
}

/** The month's name between its two arrows. */
function MonthCaption({ calendarMonth }: { calendarMonth: { date: Date } }) {
  const { goToMonth, previousMonth, nextMonth } = useDayPicker();
  return (
    <div className="flex min-h-9 items-center justify-between">
      <Arrow label="Previous month" to={previousMonth} onGo={goToMonth}>
        <Icon name="chevron-left" />
      </Arrow>
      <p aria-live="polite" className="font-display leading-snug font-title">
        {formatMonth(toDay(calendarMonth.date))}
      </p>
      <Arrow label="Next month" to={nextMonth} onGo={goToMonth}>
        <Icon name="chevron-right" />
      </Arrow>
    </div>
  );
}

interface ArrowProps {
  label: string;
  to: Date | undefined;
  onGo: (month: Date) => void;
  children: ReactNode;
}

/** At the last month it stays focusable, so that it does not lose the focus. */
function Arrow({ label, to, onGo, children }: ArrowProps) {
  return (
    <Button
      variant="ghost"
      size="icon-small"
      aria-label={label}
      aria-disabled={!to || undefined}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
      onClick={() => to && onGo(to)}
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
