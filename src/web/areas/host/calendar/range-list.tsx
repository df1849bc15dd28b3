// The month of one car as a list: the content of its grid as text, with links to the bookings.
import { useId } from "react";
import { Link } from "react-router";
import type { CalendarRange } from "../../../../contract/host/calendar.ts";
import { type CalendarDate, fromWireRange } from "../../../../domain/calendar/dates.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Swatch } from "./range-look.tsx";
import {
  findBookingId,
  datesOfRange,
  LOOK_BY_KIND,
  wholeDays,
  describeRange,
  type Renters,
} from "./range-text.ts";

/** The button of a range that its host can end here. */
const FREEING = { block: "Unblock", outage: "Back in service" };

export interface RangeListProps {
  title: string;
  ranges: readonly CalendarRange[];
  renters: Renters;
  today: CalendarDate;
  /** Opens a block or an outage. */
  onOpen: (range: CalendarRange) => void;
}

export function RangeList({ title, ranges, renters, today, onOpen }: RangeListProps) {
  const id = useId();
  return (
    <Panel as="section" aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-xl">
        In {title}
      </h2>
      {ranges.length === 0 ? (
        <p className="text-sm text-muted-foreground">The car is free on all days.</p>
      ) : (
        <ul className="grid divide-y divide-border">
          {ranges.map((range) => {
            const { what } = describeRange(range, renters, today);
            const booking = findBookingId(range, renters);
            return (
              <li
                key={range.id}
                className="flex items-start gap-3 py-3 text-sm first:pt-0 last:pb-0"
              >
                <Swatch look={LOOK_BY_KIND[range.kind]} conflict={range.conflicts.length > 0} />
                <div className="min-w-0 flex-1">
                  <p className="font-medium wrap-anywhere">
                    {booking ? (
                      <Link to={paths.hostBookings({ booking })} className="link">
                        {what}
                      </Link>
                    ) : (
                      what
                    )}
                  </p>
                  <p className="text-muted-foreground tabular-nums">{datesOfRange(range, today)}</p>
                  {range.conflicts.map(({ feed_id, feed_name, ...days }) => (
                    <p key={`${feed_id}${days.start_date}`} className="text-destructive-text">
                      Also taken on {feed_name}: {wholeDays(fromWireRange(days), today)}
                    </p>
                  ))}
                </div>
                {(range.kind === "block" || range.kind === "outage") && (
                  <Button
                    variant="outline"
                    size="small"
                    aria-label={`${FREEING[range.kind]}, ${datesOfRange(range, today)}`}
                    onClick={() => onOpen(range)}
                  >
                    {FREEING[range.kind]}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
