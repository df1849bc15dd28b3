// The calendar of one car: a month, its ranges, and the links to other calendars.
import { useState, type ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { firstOfMonth } from "../../../../domain/calendar/dates.ts";
import { formatMonth } from "../../../../domain/text/format.ts";
import type { CalendarRange } from "../../../../contract/host/calendar.ts";
import { isCode } from "../../../api/api.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { useApi, useFailureToast } from "../../../api/use-api.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { BlockButton } from "./blocks/block-button.tsx";
import { CarNotFound } from "./car-not-found.tsx";
import { BlockDialog } from "./blocks/block-dialog.tsx";
import { LinkedCalendars } from "./linked/linked-calendars.tsx";
import { Legend } from "./range-look.tsx";
import { toMonth, type Month } from "../../../ui/form/month.ts";
import { MonthGrid } from "./month-grid.tsx";
import { MonthNav } from "./month-nav.tsx";
import { RangeDialog } from "./blocks/range-dialog.tsx";
import { RangeList } from "./range-list.tsx";
import { findBookingId, lastTakenDay, type Renters } from "./range-text.ts";
import { MonthSkeleton } from "./skeletons.tsx";
import { useCalendarView, type CalendarView } from "./use-calendar-view.ts";
import { daysOfMonth, useCalendar, useRenters } from "./use-host-calendar.ts";
import { Icon } from "../../../ui/icon.tsx";

/** An invalid id is treated like an unknown one. */
const isMissing = (error: unknown): boolean =>
  isCode(error, "not_found") || isCode(error, "invalid_request");

export function CarCalendar({ carId }: { carId: string }) {
  const view = useCalendarView(carId);
  const { today, month } = view;
  const { car, calendar, renters, error } = useCarMonth(carId, month);
  const [opened, setOpened] = useState<CalendarRange | null>(null);
  const title = car.data?.title ?? "";
  if (isMissing(error)) return <CarNotFound />;
  return (
    <>
      <div className="grid gap-2">
        <Link
          to={paths.hostCalendar({
            ...(month !== toMonth(today) && { from: firstOfMonth(month) }),
          })}
          className="inline-flex min-h-6 items-center gap-1 justify-self-start text-sm text-link hover:underline"
        >
          <Icon name="arrow-left" size={16} />
          All cars
        </Link>
        <CarHeading title={title}>{!error && <Tools carId={carId} view={view} />}</CarHeading>
      </div>
      {error ? (
        <Panel>
          <FailedState
            title="The calendar didn't load."
            text={sentenceFor(error, "Please try again in a moment.")}
            busy={car.isFetching || calendar.isFetching}
            onRetry={() => void Promise.all([car.refetch(), calendar.refetch()])}
          />
        </Panel>
      ) : (
        <CarMonth
          carId={carId}
          view={view}
          calendar={calendar}
          renters={renters}
          onOpen={setOpened}
        />
      )}
      {view.block && (
        <BlockDialog
          draft={{ ...view.block, carIds: [carId] }}
          cars={[{ id: carId, title }]}
          today={today}
          renters={renters}
          onKeep={view.keepBlock}
          onClose={view.closeBlock}
        />
      )}
      {opened && (
        <RangeDialog
          range={opened}
          title={title}
          carId={carId}
          today={today}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

function Tools({ carId, view }: { carId: string; view: CalendarView }) {
  const { today, month } = view;
  const first = toMonth(today) < month ? firstOfMonth(month) : today;
  return (
    <div className="flex flex-wrap gap-3">
      <Button asChild variant="outline">
        <Link to={paths.hostCarPrices(carId)}>Prices</Link>
      </Button>
      <BlockButton onClick={() => view.openBlock({ carIds: [carId], first, last: first })} />
    </div>
  );
}

/** The car, its ranges of a month and their renters. */
function useCarMonth(carId: string, month: Month) {
  const car = useApi("GET /api/host/listings/{id}", { params: { id: carId } });
  const calendar = useCalendar(daysOfMonth(month), carId);
  const renters = useRenters(daysOfMonth(month), carId);
  const error = car.data && calendar.data ? null : (car.error ?? calendar.error);
  useFailureToast(isMissing(error) ? null : error, "Failed to load the calendar");
  return { car, calendar, renters, error };
}

/** `title` is empty until the car has loaded. */
function CarHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <h1 className="text-2xl wrap-anywhere">
          {title || <Skeleton className="h-8 w-64 max-w-full" />}
          <span className="sr-only"> calendar</span>
        </h1>
        <p className="text-muted-foreground">
          A car can be returned and picked up on the same date. Blocks are whole days: to close the
          hours after a return, take the car out of service.
        </p>
      </div>
      {children}
    </div>
  );
}

interface CarMonthProps {
  carId: string;
  view: CalendarView;
  calendar: ReturnType<typeof useCalendar>;
  renters: Renters;
  /** Opens a range that is not a booking. */
  onOpen: (range: CalendarRange) => void;
}

/** The month as a grid and as a list, and the linked calendars. */
function CarMonth({ carId, view, calendar, renters, onOpen }: CarMonthProps) {
  const { today, month } = view;
  const navigate = useNavigate();
  const ranges = calendar.data?.cars.find((each) => each.car_id === carId)?.ranges ?? [];
  const open = (range: CalendarRange) => {
    const booking = findBookingId(range, renters);
    if (booking) void navigate(paths.hostBookings({ booking }));
    else onOpen(range);
  };
  return (
    <div className="grid items-start gap-6 *:min-w-0 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
      <Panel as="section" aria-label="Month" className="grid gap-4 max-md:p-3!">
        <MonthNav month={month} today={today} monthPath={view.monthPath} />
        {calendar.data ? (
          <div
            aria-busy={calendar.isPlaceholderData}
            className={cx(calendar.isPlaceholderData && "opacity-60")}
          >
            <MonthGrid
              month={month}
              today={today}
              ranges={ranges}
              renters={renters}
              onOpen={open}
              onPick={(first, last) => view.openBlock({ carIds: [carId], first, last })}
              onTurn={view.turnTo}
            />
          </div>
        ) : (
          <MonthSkeleton />
        )}
        <Legend />
      </Panel>
      <div className="grid gap-6 *:min-w-0">
        {calendar.data ? (
          <RangeList
            title={formatMonth(month)}
            ranges={ranges.filter((range) => lastTakenDay(range) >= firstOfMonth(month))}
            renters={renters}
            today={today}
            onOpen={onOpen}
          />
        ) : (
          <Skeleton className="h-48 rounded-lg" />
        )}
        <LinkedCalendars carId={carId} today={today} />
      </div>
    </div>
  );
}
