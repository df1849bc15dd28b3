// A month of one car with the price of each day.
import type { KeyboardEvent } from "react";
import type { CalendarRange } from "../../../../../contract/host/calendar.ts";
import type { CalendarDate } from "../../../../../domain/calendar/dates.ts";
import { lastPricedDay } from "../../../../../domain/listing/date-settings.ts";
import { priceOfDay, type PriceTerms } from "../../../../../domain/listing/prices.ts";
import {
  formatCounted,
  formatFullDay,
  formatMonth,
  formatUsd,
  formatUsdShort,
} from "../../../../../domain/text/format.ts";
import { cx } from "../../../../ui/cx.ts";
import { dayAfterKey, getWeekday, listWeeks, type Month } from "../../../../ui/form/month.ts";
import { Weekdays } from "../weekdays.tsx";
import { dayElement, useGridFocus } from "../use-grid-focus.ts";
import type { usePricePick } from "./use-price-pick.ts";

export interface PriceGridProps {
  month: Month;
  today: CalendarDate;
  terms: PriceTerms;
  /** The shortest rental of the dates that have one. */
  minDays: Readonly<Record<CalendarDate, number>>;
  ranges: readonly CalendarRange[];
  pick: ReturnType<typeof usePricePick>;
  onTurn: (month: Month) => void;
}

/** What a cell says about a day. */
interface DayPrice {
  cents: number;
  /** Custom price, weekend price or the usual one. */
  kind: "custom" | "weekend" | "usual";
  minDays: number | undefined;
  isTaken: boolean;
  isPast: boolean;
}

function describeDay(day: CalendarDate, props: PriceGridProps): DayPrice {
  const { terms, minDays, ranges, today } = props;
  const cents = priceOfDay(terms, day);
  return {
    cents,
    kind:
      terms.customPrices[day] !== undefined
        ? "custom"
        : cents === terms.pricePerDayCents
          ? "usual"
          : "weekend",
    minDays: minDays[day],
    isTaken: ranges.some((range) => range.start_date <= day && day < range.end_date),
    isPast: day < today || day >= lastPricedDay(today),
  };
}

const labelDay = (day: CalendarDate, price: DayPrice): string =>
  [
    formatFullDay(day),
    formatUsd(price.cents),
    price.kind === "custom" && "custom price",
    price.kind === "weekend" && "weekend price",
    price.minDays && `${formatCounted(price.minDays, "day", "days")} or more`,
    price.isTaken && "booked or blocked",
  ]
    .filter(Boolean)
    .join(", ");

export function PriceGrid(props: PriceGridProps) {
  const { month, pick } = props;
  const focus = useGridFocus(props);
  const onKeyDown = (event: KeyboardEvent, day: CalendarDate) => {
    if (event.key === "Escape") return pick.clear();
    const next = dayAfterKey(event.key, day);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    focus.moveTo(next);
  };
  return (
    <div role="grid" aria-label={`Prices in ${formatMonth(month)}`} className="grid tabular-nums">
      <Weekdays />
      {listWeeks(month).map((week) => (
        <div key={week[0]} role="row" className="grid grid-cols-7 border-t border-border">
          {week.map((day, index) => (
            <span
              key={day}
              role="gridcell"
              aria-selected={pick.isPicked(day)}
              className="grid"
              {...(index === 0 && { style: { gridColumnStart: getWeekday(day) + 1 } })}
            >
              <DayButton
                day={day}
                price={describeDay(day, props)}
                isPicked={pick.isPicked(day)}
                tabIndex={day === focus.tabDay ? 0 : -1}
                handlers={{
                  ...pick.handlersOf(day),
                  onFocus: () => focus.setActive(day),
                  onKeyDown: (event: KeyboardEvent) => onKeyDown(event, day),
                }}
              />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

interface DayButtonProps {
  day: CalendarDate;
  price: DayPrice;
  isPicked: boolean;
  tabIndex: number;
  handlers: object;
}

function DayButton({ day, price, isPicked, tabIndex, handlers }: DayButtonProps) {
  return (
    <button
      id={dayElement(day)}
      type="button"
      tabIndex={tabIndex}
      aria-disabled={price.isPast || undefined}
      className={cx(
        "ring-focus grid min-h-[4.4rem] min-w-0 content-start justify-items-start gap-px rounded-md p-1 text-left text-xs select-none md:min-h-[5.5rem] md:p-2",
        "not-aria-disabled:hover:bg-surface-2 focus-visible:z-1 focus-visible:-outline-offset-2 aria-disabled:cursor-default",
        isPicked && "rounded-none! bg-secondary! text-secondary-foreground",
        price.isPast && "text-muted-foreground",
      )}
      {...handlers}
    >
      <span className="sr-only">{labelDay(day, price)}</span>
      <span aria-hidden="true" className="text-sm font-medium">
        {Number(day.slice(8))}
      </span>
      <span
        aria-hidden="true"
        className={cx(
          "max-w-full truncate text-[.6875rem] md:text-sm",
          price.kind !== "usual" && "font-bold",
        )}
      >
        {formatUsdShort(price.cents)}
      </span>
      <span
        aria-hidden="true"
        className={cx(
          "max-w-full truncate max-md:text-[.6875rem]",
          // A phone's cell has room for the minimum, but not beside the other notes.
          price.minDays === undefined && "max-md:hidden",
        )}
      >
        {noteOn(price)}
      </span>
    </button>
  );
}

/** The short note below a price. */
function noteOn({ isTaken, minDays, kind }: DayPrice): string {
  if (isTaken) return "Taken";
  if (minDays !== undefined) return `${minDays}+ days`;
  return { custom: "Custom", weekend: "Weekend", usual: "" }[kind];
}
