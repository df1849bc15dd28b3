// The fleet on a wide screen: a row for each car and a column for each day, in a scrolling box with
// sticky headers.
import { Link } from "react-router";
import { formatShortMonth, formatShortRange } from "../../../../../domain/text/format.ts";
import type { CalendarRange, HostCar } from "../../../../../contract/host/calendar.ts";
import type { HostListing } from "../../../../../contract/host/host-listings.ts";
import { type CalendarDate, fromWireRange } from "../../../../../domain/calendar/dates.ts";
import { photoSizes } from "../../../../parts/listing/photo-sizes.ts";
import { paths } from "../../../../paths.ts";
import { cx } from "../../../../ui/cx.ts";
import { Photo } from "../../../../ui/photo/photo.tsx";
import { toSpan } from "../month.ts";
import { getWeekday, toMonth } from "../../../../ui/form/month.ts";
import { RangeBar, Turnaround } from "../range-bar.tsx";
import type { Renters } from "../range-text.ts";
import type { BlockDraft } from "../blocks/use-block-draft.ts";
import { CarMarks } from "./car-marks.tsx";
import { useDayPick } from "./use-day-pick.ts";
import { Icon } from "../../../../ui/icon.tsx";

export interface FleetProps {
  /** The days shown, in order. */
  days: readonly CalendarDate[];
  today: CalendarDate;
  listings: readonly HostListing[];
  /** The taken ranges, by car id. */
  cars: ReadonlyMap<string, HostCar>;
  renters: Renters;
  onOpen: (range: CalendarRange, listing: HostListing) => void;
}

const WEEKDAYS = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"];

export function FleetTimeline({
  onPick,
  ...fleet
}: FleetProps & { onPick: (draft: BlockDraft) => void }) {
  const { days, today, listings, cars } = fleet;
  return (
    // A scrolling box has to be reachable by keyboard.
    <div
      role="region"
      aria-label={`Cars, ${formatShortRange({ start: days[0]!, end: days.at(-1)! }, today)}`}
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
          {days.map((day, index) => (
            <span key={day} className="pb-2 text-center text-xs text-muted-foreground">
              <b className="block h-5 text-foreground">
                {(index === 0 || day.endsWith("-01")) && formatShortMonth(day)}
              </b>
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
              days={days}
              today={today}
              stale={cars.get(listing.id)?.feeds_stale ?? false}
            />
            <Track {...fleet} listing={listing} onPick={onPick} />
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

/** The month that a car's calendar opens with; undefined for the current one. */
export const monthToOpen = (
  days: readonly CalendarDate[],
  today: CalendarDate,
): string | undefined =>
  days.includes(today) || days[0] === undefined ? undefined : toMonth(days[0]);

function CarHead({
  listing,
  days,
  today,
  stale,
}: Pick<FleetProps, "days" | "today"> & { listing: HostListing; stale: boolean }) {
  const [image] = listing.images;
  const month = monthToOpen(days, today);
  return (
    <Link
      id={`row-${listing.id}`}
      to={paths.hostCarCalendar(listing.id, { ...(month && { month }) })}
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
        <b className="line-clamp-2 text-sm leading-[1.3] wrap-anywhere">{listing.title}</b>
        <CarMarks listing={listing} today={today} />
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
  onPick: (draft: BlockDraft) => void;
}

/** The days of one car. Clicking or dragging picks free ones. */
function Track({ listing, days, cars, renters, today, onOpen, onPick }: TrackProps) {
  const { picked, handlers } = useDayPick(days, today, (first, last) =>
    onPick({ carIds: [listing.id], first, last }),
  );
  const first = days[0]!;
  const ranges = cars.get(listing.id)?.ranges ?? [];
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
      {ranges.map((range) => (
        <Turnaround
          key={range.id}
          range={range}
          first={first}
          count={days.length}
          className="top-1/2 h-9 -translate-y-1/2"
        />
      ))}
      <ul>
        {ranges.map((range) => {
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
