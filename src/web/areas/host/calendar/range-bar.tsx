// A range in the fleet's timeline: a link to its booking, or a button that describes it.
import { Link } from "react-router";
import type { CalendarRange } from "../../../../contract/host/calendar.ts";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import { paths } from "../../../paths.ts";
import { cx } from "../../../ui/cx.ts";
import { colourClass, RangeIcon } from "./range-look.tsx";
import { toSpanAfter, type Span } from "./month.ts";
import { findBookingId, LOOK_BY_KIND, describeRange, type Renters } from "./range-text.ts";

/** The left edge and width in a row of `count` days. */
export const barPosition = ({ from, to }: Span, count: number) => ({
  left: `${(from / count) * 100}%`,
  width: `${((to - from) / count) * 100}%`,
});

/** Round where the range begins and ends, straight where it continues. */
export const barEnds = ({ begins, ends }: Span): string =>
  cx(begins && "rounded-l-[.6rem]", ends && "rounded-r-[.6rem]");

export interface TurnaroundProps {
  range: CalendarRange;
  /** The days of the row. */
  first: CalendarDate;
  count: number;
  className: string;
}

/** The hours after a return that the host needs; the range's text names their end. */
export function Turnaround({ range, first, count, className }: TurnaroundProps) {
  const { turnaround, end_date } = range;
  const span = turnaround && toSpanAfter(end_date, turnaround.hours, first, count);
  if (!span) return null;
  return (
    <span
      aria-hidden="true"
      style={barPosition(span, count)}
      className={cx("hatched hatched-faint pointer-events-none absolute", className)}
    />
  );
}

export interface RangeBarProps {
  range: CalendarRange;
  span: Span;
  /** The number of days in the row. */
  count: number;
  renters: Renters;
  today: CalendarDate;
  /** Opens a range that is not a booking. */
  onOpen: () => void;
}

export function RangeBar({ range, span, count, renters, today, onOpen }: RangeBarProps) {
  const text = describeRange(range, renters, today);
  const look = LOOK_BY_KIND[range.kind];
  const conflict = range.conflicts.length > 0;
  const shared = {
    style: barPosition(span, count),
    title: text.spoken,
    className: cx(
      "absolute top-1/2 flex h-9 -translate-y-1/2 items-center gap-[.35rem] overflow-hidden px-[.3rem] text-xs font-medium whitespace-nowrap focus-visible:z-2 focus-visible:rounded-[.6rem]",
      "bg-clip-padding border-x border-transparent",
      colourClass(look),
      barEnds(span),
      conflict && "shadow-[inset_0_0_0_2.5px_var(--destructive)]",
    ),
  };
  const content = (
    <>
      {(look !== "booked" || conflict) && <RangeIcon look={look} conflict={conflict} />}
      <span aria-hidden="true" className="truncate">
        {text.short}
      </span>
      <span className="sr-only">{text.spoken}</span>
    </>
  );
  // Half a day is too narrow to click, and the neighbouring month shows the whole bar.
  if (span.to - span.from < 1) return <span aria-hidden="true" {...shared} />;
  const booking = findBookingId(range, renters);
  if (booking)
    return (
      <Link to={paths.hostBookings({ booking })} {...shared}>
        {content}
      </Link>
    );
  return (
    <button type="button" onClick={onOpen} {...shared}>
      {content}
    </button>
  );
}
