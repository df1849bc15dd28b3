// A month of one car: a grid of days with arrow key navigation, under ranges from noon to noon.
import type { KeyboardEvent } from "react";
import { formatFullDay, formatMonth } from "../../../../domain/text/format.ts";
import type { CalendarRange } from "../../../../contract/host/calendar.ts";
import { fromWireRange, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { colourClass, RangeIcon } from "./range-look.tsx";
import { toSpan } from "./month.ts";
import { dayAfterKey, getWeekday, listWeeks, type Month } from "../../../ui/form/month.ts";
import { barEnds, barPosition, Turnaround } from "./range-bar.tsx";
import { LOOK_BY_KIND, describeRange, type Renters } from "./range-text.ts";
import { dayElement, useGridFocus } from "./use-grid-focus.ts";
import { useGridPick } from "./use-grid-pick.ts";
import { Weekdays } from "./weekdays.tsx";

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

export function MonthGrid(props: MonthGridProps) {
  const { month, today, ranges, renters } = props;
  const grid = useMonthGrid(props);
  return (
    <div className="grid gap-2">
      <div role="grid" aria-label={formatMonth(month)} className="grid tabular-nums">
        <Weekdays />
        {listWeeks(month).map((week) => (
          <div
            key={week[0]}
            role="row"
            className="relative grid grid-cols-7 border-t border-border"
          >
            {week.map((day, index) => (
              <Day
                key={day}
                day={day}
                today={today}
                startsRow={index === 0}
                state={grid.stateOf(day)}
                handlers={grid.handlersOf(day)}
              />
            ))}
            <Bars week={week} ranges={ranges} renters={renters} today={today} />
          </div>
        ))}
      </div>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-sm text-muted-foreground">
          {grid.origin
            ? `From ${formatFullDay(grid.origin)}. Now choose the last day.`
            : "Choose a free day to start a block, or a taken one to see why."}
        </p>
        {grid.origin && (
          <Button variant="ghost" size="small" onClick={grid.cancel}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  );
}

/** What a day is on which a booking ends, or its turnaround. */
const endText = ({ end_date }: CalendarRange, day: CalendarDate): string =>
  day === end_date ? "day of a return" : "not free all day";

/** The selection, the focus and what each day shows and does. */
function useMonthGrid(props: MonthGridProps) {
  const { today, renters } = props;
  const pick = useGridPick(props);
  const focus = useGridFocus(props);
  const { origin, rangeOn, endOn, mayBlock } = pick;
  const onKeyDown = (event: KeyboardEvent, day: CalendarDate) => {
    if (event.key === "Escape" && origin !== null) return pick.cancel();
    const next = dayAfterKey(event.key, day);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (focus.moveTo(next)) pick.setAim(next);
  };
  const label = (day: CalendarDate): string => {
    const ending = endOn(day);
    const range = rangeOn(day) ?? ending;
    return [
      formatFullDay(day),
      day === today && "today",
      ending && endText(ending, day),
      range
        ? describeRange(range, renters, today).spoken
        : mayBlock(day)
          ? "free"
          : day < today && "past",
      day === origin && "first day to block",
    ]
      .filter(Boolean)
      .join(", ");
  };
  return {
    origin,
    /** The cancel button disappears, so the focus returns to the grid. */
    cancel: () => {
      pick.cancel();
      document.getElementById(dayElement(focus.tabDay))?.focus();
    },
    stateOf: (day: CalendarDate) => ({
      label: label(day),
      isPicked: pick.isPicked(day),
      isDisabled: !rangeOn(day) && !mayBlock(day),
      isTabStop: day === focus.tabDay,
    }),
    handlersOf: (day: CalendarDate) => ({
      onClick: () => {
        focus.setActive(day);
        pick.press(day);
      },
      onFocus: () => pick.setAim(day),
      onPointerEnter: () => pick.setAim(day),
      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, day),
    }),
  };
}

type Grid = ReturnType<typeof useMonthGrid>;

interface DayProps {
  day: CalendarDate;
  today: CalendarDate;
  startsRow: boolean;
  state: ReturnType<Grid["stateOf"]>;
  handlers: ReturnType<Grid["handlersOf"]>;
}

function Day({ day, today, startsRow, state, handlers }: DayProps) {
  return (
    <span
      role="gridcell"
      aria-selected={state.isPicked}
      className="grid"
      {...(startsRow && { style: { gridColumnStart: getWeekday(day) + 1 } })}
    >
      <button
        id={dayElement(day)}
        type="button"
        tabIndex={state.isTabStop ? 0 : -1}
        aria-label={state.label}
        aria-current={day === today ? "date" : undefined}
        aria-disabled={state.isDisabled || undefined}
        className={cx(
          "ring-focus grid min-h-[4.4rem] justify-items-center content-start rounded-md pt-1 text-sm md:min-h-[5.5rem] md:justify-items-start md:px-2",
          "not-aria-disabled:hover:bg-surface-2 aria-disabled:cursor-default focus-visible:z-1 focus-visible:-outline-offset-2",
          state.isPicked && "rounded-none! bg-secondary! text-secondary-foreground",
          day < today && "text-muted-foreground",
        )}
        {...handlers}
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
      style={{ left: `${(getWeekday(first) / 7) * 100}%`, width: `${(week.length / 7) * 100}%` }}
    >
      {ranges.map((range) => (
        <Turnaround
          key={range.id}
          range={range}
          first={first}
          count={week.length}
          className="bottom-1.5 h-7 md:h-8"
        />
      ))}
      {ranges.map((range) => {
        const span = toSpan(fromWireRange(range), first, week.length);
        const look = LOOK_BY_KIND[range.kind];
        const conflict = range.conflicts.length > 0;
        return (
          span && (
            <span
              key={range.id}
              style={barPosition(span, week.length)}
              className={cx(
                "absolute bottom-1.5 flex h-7 items-center gap-[.35rem] overflow-hidden border-x border-transparent bg-clip-padding px-[.35rem] text-xs font-medium whitespace-nowrap md:h-8",
                colourClass(look),
                barEnds(span),
                conflict && "shadow-[inset_0_0_0_2.5px_var(--destructive)]",
              )}
            >
              {span.to - span.from >= 1 && (
                <>
                  <RangeIcon look={look} conflict={conflict} />
                  <span className="truncate">{describeRange(range, renters, today).short}</span>
                </>
              )}
            </span>
          )
        );
      })}
    </div>
  );
}
