// A host's day sheet: which cars come back and go out today, tomorrow or within a week, with plate,
// renter, phone and place. Made for printing.
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { Api } from "../../../../contract/index.ts";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { addDays, todayInNassau, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { formatCounted, formatDay, formatFullDay } from "../../../../domain/text/format.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { useApi, useFailureToast } from "../../../api/use-api.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { paths, type HostDaySearch } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyArt } from "../../../ui/empty-art.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { SheetCar } from "./sheet-car.tsx";

export const meta = () => pageMeta("Day sheet");

type Show = "today" | NonNullable<HostDaySearch["show"]>;
type SheetDay = Api["GET /api/host/day-sheet"]["output"]["days"][number];

const WEEK = 7;
const LABELS: Record<Show, string> = {
  today: "Today",
  tomorrow: "Tomorrow",
  week: "Next 7 days",
};
const SHOWS = Object.keys(LABELS) as Show[];

export default function DaySheetPage() {
  const [params] = useSearchParams();
  const show = SHOWS.find((each) => each === params.get("show")) ?? "today";
  const [today] = useState(() => todayInNassau(new Date()));
  const from = show === "tomorrow" ? addDays(today, 1) : today;
  const days = show === "week" ? WEEK : 1;
  const sheet = useApi("GET /api/host/day-sheet", { query: { from, days: String(days) } });
  useFailureToast(sheet.data ? null : sheet.error, "Failed to load your day sheet");
  return (
    <>
      <Heading show={show} from={from} today={today} days={sheet.data?.days} />
      {sheet.data ? (
        <Days days={sheet.data.days} show={show} today={today} />
      ) : sheet.isPending ? (
        <>
          <p role="status" className="sr-only">
            Loading
          </p>
          <Skeleton className="h-72 rounded-lg" />
        </>
      ) : (
        <Panel>
          <FailedState
            title="Your day sheet didn't load."
            text={sentenceFor(sheet.error, "Please try again in a moment.")}
            busy={sheet.isFetching}
            onRetry={() => void sheet.refetch()}
          />
        </Panel>
      )}
    </>
  );
}

interface HeadingProps {
  show: Show;
  from: CalendarDate;
  today: CalendarDate;
  days: readonly SheetDay[] | undefined;
}

function Heading({ show, from, today, days }: HeadingProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div className="grid gap-1">
        <p className="hidden font-display text-lg font-title print:block">{PRODUCT_NAME}</p>
        <h1 className="text-2xl">
          {show === "week"
            ? `${formatDay(from, today)} – ${formatDay(addDays(from, WEEK - 1), today)}`
            : formatFullDay(from)}
        </h1>
        <p className="min-h-6 text-muted-foreground">{days && countHandovers(days)}</p>
      </div>
      <div className="flex flex-wrap gap-3 print:hidden">
        <nav aria-label="Days" className="flex flex-wrap gap-2">
          {SHOWS.map((each) => (
            <Button key={each} asChild variant={each === show ? "secondary" : "outline"}>
              <Link
                to={paths.hostDay(each === "today" ? {} : { show: each })}
                aria-current={each === show ? "page" : undefined}
                preventScrollReset
              >
                {LABELS[each]}
              </Link>
            </Button>
          ))}
        </nav>
        <Button onClick={() => print()}>
          <Icon name="printer" size={18} />
          Print
        </Button>
      </div>
    </div>
  );
}

/** "3 pickups, 1 return" */
function countHandovers(days: readonly SheetDay[]): string {
  const kinds = days.flatMap(({ cars }) =>
    cars.flatMap(({ handovers }) => handovers.map(({ kind }) => kind)),
  );
  const pickups = kinds.filter((kind) => kind === "pickup").length;
  const returns = kinds.length - pickups;
  return `${formatCounted(pickups, "pickup", "pickups")}, ${formatCounted(returns, "return", "returns")}`;
}

interface DaysProps {
  days: readonly SheetDay[];
  show: Show;
  today: CalendarDate;
}

/** One day has its date in the page's heading. */
function Days({ days, show, today }: DaysProps) {
  if (days.every(({ cars }) => cars.length === 0)) return <NothingToDo show={show} />;
  return (
    <div className="grid gap-6">
      {days.map(({ date, cars }) => (
        <section key={date} aria-labelledby={`day-${date}`} className="grid gap-2">
          <h2 id={`day-${date}`} className={show === "week" ? "text-xl" : "sr-only"}>
            {nameDay(date, today)}
          </h2>
          {cars.length === 0 ? (
            <p className="text-sm text-muted-foreground">No pickups or returns.</p>
          ) : (
            <ul className="divide-y divide-border rounded-lg bg-surface shadow-panel print:rounded-none print:border-y print:border-border print:shadow-none">
              {cars.map((car) => (
                <SheetCar key={car.id} car={car} today={today} />
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}

function nameDay(date: CalendarDate, today: CalendarDate): string {
  if (date === today) return `Today, ${formatDay(date, today)}`;
  return date === addDays(today, 1)
    ? `Tomorrow, ${formatDay(date, today)}`
    : formatDay(date, today);
}

const NothingToDo = ({ show }: { show: Show }) => (
  <Panel>
    <EmptyState
      art={<EmptyArt of="plans" />}
      title="No pickups or returns"
      text={
        show === "week"
          ? "No trips start or end in the next 7 days."
          : `No car goes out or comes back ${show}.`
      }
      actions={
        <Button asChild variant="outline">
          {show === "week" ? (
            <Link to={paths.hostBookings({ filter: "upcoming" })}>Upcoming bookings</Link>
          ) : (
            <Link to={paths.hostDay({ show: "week" })}>Next 7 days</Link>
          )}
        </Button>
      }
    />
  </Panel>
);
