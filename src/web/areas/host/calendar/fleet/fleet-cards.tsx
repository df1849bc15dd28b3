// The fleet on a phone: a card for each car, with its days at a glance and a link to its calendar.
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { CalendarRange, HostCar } from "../../../../../contract/host/calendar.ts";
import type { HostListing } from "../../../../../contract/host/host-listings.ts";
import { fromWireRange, type CalendarDate } from "../../../../../domain/calendar/dates.ts";
import { formatDay, formatShortMonth } from "../../../../../domain/text/format.ts";
import { photoSizes } from "../../../../parts/listing/photo-sizes.ts";
import { paths } from "../../../../paths.ts";
import { cx } from "../../../../ui/cx.ts";
import { Panel } from "../../../../ui/panel.tsx";
import { Photo } from "../../../../ui/photo/photo.tsx";
import { CarMarks } from "./car-marks.tsx";
import { monthToOpen, type FleetProps } from "./fleet-timeline.tsx";
import { colourClass, Swatch } from "../range-look.tsx";
import { toSpan } from "../month.ts";
import { barEnds, barPosition, Turnaround } from "../range-bar.tsx";
import { datesOfRange, describeRange, lastTakenDay, LOOK_BY_KIND } from "../range-text.ts";
import { Icon } from "../../../../ui/icon.tsx";

/** How many ranges a card names; the car's calendar has all of them. */
const NAMED = 3;

export function FleetCards({ listings, ...fleet }: Omit<FleetProps, "onOpen">) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {listings.map((listing) => (
        <li key={listing.id}>
          <CarCard listing={listing} car={fleet.cars.get(listing.id)} {...fleet} />
        </li>
      ))}
    </ul>
  );
}

interface CarCardProps extends Omit<FleetProps, "onOpen" | "listings"> {
  listing: HostListing;
  car: HostCar | undefined;
}

function CarCard({ listing, car, days, today, renters }: CarCardProps) {
  const month = monthToOpen(days, today);
  // Ranges that ended before today, or before the first day, are drawn but not listed.
  const from = month ? days[0]! : today;
  const ranges = car?.ranges.filter((range) => lastTakenDay(range) >= from) ?? [];
  const titleId = `card-title-${listing.id}`;
  return (
    <Panel
      as="article"
      aria-labelledby={titleId}
      className="relative grid grid-cols-[minmax(0,1fr)] gap-3 p-4!"
    >
      <CardHead
        listing={listing}
        titleId={titleId}
        today={today}
        to={paths.hostCarCalendar(listing.id, { ...(month && { month }) })}
      >
        {ranges.length === 0 && (
          <p className="text-sm text-muted-foreground">
            {month ? "Free on all these days" : `Free until ${formatDay(days.at(-1)!, today)}`}
          </p>
        )}
      </CardHead>
      {car?.feeds_stale && (
        <p className="flex items-center gap-2 text-sm text-destructive-text">
          <Icon name="calendar-x-2" size={16} className="flex-none" />
          Another site's calendar isn't syncing.
        </p>
      )}
      <DaysStrip ranges={car?.ranges ?? []} days={days} today={today} />
      {ranges.length > 0 && <NextRanges ranges={ranges} renters={renters} today={today} />}
    </Panel>
  );
}

interface CardHeadProps {
  listing: HostListing;
  titleId: string;
  today: CalendarDate;
  /** The path of the car's calendar. */
  to: string;
  children: ReactNode;
}

/** The photo and the title, whose link covers the whole card. */
function CardHead({ listing, titleId, today, to, children }: CardHeadProps) {
  const [image] = listing.images;
  return (
    <div className="flex items-center gap-3">
      {image && (
        <Photo
          {...photoSizes(image)}
          sizes="4rem"
          alt=""
          className="w-16! flex-none rounded-[.45rem]!"
        />
      )}
      <div className="min-w-0 flex-1">
        <h3 id={titleId} className="line-clamp-2 text-base">
          <Link
            id={`card-${listing.id}`}
            to={to}
            className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-ring"
          >
            {listing.title}
          </Link>
        </h3>
        <CarMarks listing={listing} today={today} />
        {children}
      </div>
      <Icon name="chevron-right" size={18} className="flex-none text-muted-foreground" />
    </div>
  );
}

interface DaysStripProps {
  ranges: readonly CalendarRange[];
  days: readonly CalendarDate[];
  today: CalendarDate;
}

/** The days as a bar with its ranges, and a line at today. */
function DaysStrip({ ranges, days, today }: DaysStripProps) {
  const first = days[0]!;
  return (
    <div aria-hidden="true">
      <div className="relative h-4 overflow-hidden rounded-[.4rem] bg-surface-2">
        {ranges.map((range) => (
          <Turnaround
            key={range.id}
            range={range}
            first={first}
            count={days.length}
            className="inset-y-0"
          />
        ))}
        {ranges.map((range) => {
          const span = toSpan(fromWireRange(range), first, days.length);
          return (
            span && (
              <span
                key={range.id}
                style={barPosition(span, days.length)}
                className={cx(
                  "absolute inset-y-0 border-x border-transparent bg-clip-padding",
                  colourClass(LOOK_BY_KIND[range.kind]),
                  range.conflicts.length > 0 && "shadow-[inset_0_0_0_2px_var(--destructive)]",
                  barEnds(span),
                )}
              />
            )
          );
        })}
        {days.includes(today) && (
          <span
            className="absolute inset-y-0 w-0.5 bg-foreground"
            style={{ left: `${((days.indexOf(today) + 0.5) / days.length) * 100}%` }}
          />
        )}
      </div>
      <div className="relative mt-1 h-4 text-xs text-muted-foreground tabular-nums">
        {days.map(
          (day, index) =>
            index % 7 === 0 && (
              <span
                key={day}
                className="absolute -translate-x-1/2 whitespace-nowrap first:translate-x-0 last:-translate-x-full"
                style={{ left: `${((index + (index === 0 ? 0 : 0.5)) / days.length) * 100}%` }}
              >
                {formatShortMonth(day)} {Number(day.slice(8))}
              </span>
            ),
        )}
      </div>
    </div>
  );
}

interface NextRangesProps extends Pick<FleetProps, "renters" | "today"> {
  ranges: readonly CalendarRange[];
}

function NextRanges({ ranges, renters, today }: NextRangesProps) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-2 text-sm">
      {ranges.slice(0, NAMED).map((range) => (
        <li key={range.id} className="flex items-start gap-2">
          <Swatch look={LOOK_BY_KIND[range.kind]} conflict={range.conflicts.length > 0} />
          <span className="min-w-0">
            <span className="block truncate font-medium">
              {describeRange(range, renters, today).what}
            </span>
            <span className="text-muted-foreground tabular-nums">{datesOfRange(range, today)}</span>
          </span>
        </li>
      ))}
      {ranges.length > NAMED && (
        <li className="text-muted-foreground">and {ranges.length - NAMED} more</li>
      )}
    </ul>
  );
}
