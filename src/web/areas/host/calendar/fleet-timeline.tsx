// The fleet on a wide screen: a row for each car and a column for each day, in a scrolling box with
// sticky headers.
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { formatMonth } from "../../../../domain/text/format.ts";
import type { CalendarRange, HostCar } from "../../../../contract/host/calendar.ts";
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import { type CalendarDate, fromWireRange } from "../../../../domain/calendar/dates.ts";
import { photoSizes } from "../../../parts/listing/photo-sizes.ts";
import { paths } from "../../../paths.ts";
import { cx } from "../../../ui/cx.ts";
import { Photo } from "../../../ui/photo/photo.tsx";
import { toSpan } from "./month.ts";
import { listDaysOfMonth, toMonth, getWeekday, type Month } from "../../../ui/form/month.ts";
import { RangeBar } from "./range-bar.tsx";
import type { Renters } from "./range-text.ts";
import type { BlockDraft } from "./use-calendar-view.ts";
import { useDayPick } from "./use-day-pick.ts";
import { Icon } from "../../../ui/icon.tsx";

export interface FleetProps {
  month: Month;
  today: CalendarDate;
  listings: readonly HostListing[];
  /** The taken ranges, by car id. */
  cars: ReadonlyMap<string, HostCar>;
  renters: Renters;
  onOpen: (range: CalendarRange, listing: HostListing) => void;
}

/** How many days before today are visible if the month does not fit. */
const LEAD_DAYS = 2;
const WEEKDAYS = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"];

export function FleetTimeline({
  onPick,
  ...fleet
}: FleetProps & { onPick: (draft: BlockDraft) => void }) {
  const { month, today, listings, cars } = fleet;
  const days = listDaysOfMonth(month);
  const box = useRef<HTMLDivElement>(null);
  const todayAt = days.indexOf(today);
  useEffect(() => {
    // If the month does not fit, the box starts near today.
    const heads = box.current?.querySelectorAll<HTMLElement>(".timeline-head");
    const column = heads?.[Math.max(0, todayAt - LEAD_DAYS)];
    box.current?.scrollTo({ left: column ? column.offsetLeft - (heads?.[0]?.offsetLeft ?? 0) : 0 });
  }, [todayAt, month]);
  return (
    // A scrolling box has to be reachable by keyboard.
    <div
      ref={box}
      role="region"
      aria-label={`Cars in ${formatMonth(month)}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="timeline"
    >
      <div aria-hidden="true" className="timeline-row sticky top-0 z-4 bg-surface">
        <span className="sticky left-0 bg-surface" />
        <div
          className="grid"
          style={{ gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` }}
        >
          {days.map((day) => (
            <span
              key={day}
              className="timeline-head pb-2 text-center text-xs text-muted-foreground"
            >
              {WEEKDAYS[getWeekday(day)]}
              <b
                className={cx(
                  "mx-auto grid size-7 place-items-center rounded-full text-sm",
                  day === today ? "bg-foreground text-background" : "text-foreground",
                )}
              >
                {Number(day.slice(8))}
              </b>
            </span>
          ))}
        </div>
      </div>
      <ul style={{ "--days": days.length, "--shade": shade(days, today) } as React.CSSProperties}>
        {listings.map((listing) => (
          <li key={listing.id} className="timeline-row border-t border-border">
            <CarHead
              listing={listing}
              month={month}
              today={today}
              stale={cars.get(listing.id)?.feeds_stale ?? false}
            />
            <Track {...fleet} listing={listing} days={days} onPick={onPick} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Weekends and today, as a background of the rows. */
function shade(days: readonly CalendarDate[], today: CalendarDate): string {
  const colours = days.map((day) =>
    day === today
      ? "var(--tint-sea)"
      : [0, 6].includes(getWeekday(day))
        ? "var(--weekend)"
        : "transparent",
  );
  const at = (index: number): string => `${(index / days.length) * 100}%`;
  return `linear-gradient(to right, ${colours.map((colour, index) => `${colour} ${at(index)} ${at(index + 1)}`).join(", ")})`;
}

function CarHead({
  listing,
  month,
  today,
  stale,
}: Pick<FleetProps, "month" | "today"> & { listing: HostListing; stale: boolean }) {
  const [image] = listing.images;
  return (
    <Link
      id={`row-${listing.id}`}
      to={paths.hostCarCalendar(listing.id, { ...(month !== toMonth(today) && { month }) })}
      className="sticky left-0 z-3 flex min-w-0 items-center gap-[.7rem] border-r border-border bg-surface px-[.9rem] py-[.6rem] hover:bg-surface-2 focus-visible:-outline-offset-2"
    >
      {image && (
        <Photo
          {...photoSizes(image)}
          sizes="3.6rem"
          alt=""
          className="w-[3.6rem]! flex-none rounded-[.45rem]!"
        />
      )}
      <span className="min-w-0">
        <b
          className={cx(
            "text-sm leading-[1.3] wrap-anywhere",
            stale ? "line-clamp-1" : "line-clamp-2",
          )}
        >
          {listing.title}
        </b>
        {stale && (
          <span className="flex items-center gap-1 text-xs whitespace-nowrap text-destructive-text">
            <Icon name="calendar-x-2" size={14} className="flex-none" />
            Not syncing
          </span>
        )}
      </span>
    </Link>
  );
}

interface TrackProps extends FleetProps {
  listing: HostListing;
  days: readonly CalendarDate[];
  onPick: (draft: BlockDraft) => void;
}

/** The days of one car. Clicking or dragging picks free ones. */
function Track({ listing, days, cars, renters, today, onOpen, onPick }: TrackProps) {
  const { picked, handlers } = useDayPick(days, today, (first, last) =>
    onPick({ carId: listing.id, first, last }),
  );
  const first = days[0]!;
  return (
    // A mouse shortcut: the button over the calendar and the car's page do the same by keyboard.
    <div className="timeline-track" {...handlers}>
      {picked && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-1 rounded-[.6rem] bg-secondary"
          style={{
            left: `${(picked.from / days.length) * 100}%`,
            width: `${((picked.to - picked.from) / days.length) * 100}%`,
          }}
        />
      )}
      <ul>
        {cars.get(listing.id)?.ranges.map((range) => {
          const span = toSpan(fromWireRange(range), first, days.length);
          return (
            span && (
              <li key={range.id} aria-hidden={span.to - span.from < 1 || undefined}>
                <RangeBar
                  range={range}
                  span={span}
                  count={days.length}
                  renters={renters}
                  today={today}
                  onOpen={() => onOpen(range, listing)}
                />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
