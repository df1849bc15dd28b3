// The day sheet of a host or a helper: which cars come back and go out on a day, or within a week,
// by island, with plate, renter, phone and place. Made for printing.
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { Api } from "../../../contract/index.ts";
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import {
  addDays,
  isCalendarDate,
  todayInNassau,
  type CalendarDate,
} from "../../../domain/calendar/dates.ts";
import { islandName } from "../../../domain/place/islands.ts";
import { formatCounted, formatDay, formatFullDay } from "../../../domain/text/format.ts";
import { useApi, useFailureToast } from "../../api/use-api.ts";
import { PageContent } from "../list/page-content.tsx";
import type { HostDaySearch } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyArt } from "../../ui/empty-art.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TextInput } from "../../ui/form/controls.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Panel } from "../../ui/panel.tsx";
import { RunnerLinks } from "./runner-links.tsx";
import { SheetCar, type HandoverPaths } from "./sheet-car.tsx";

type SheetDay = Api["GET /api/host/day-sheet"]["output"]["days"][number];

const WEEK = 7;

interface DaySheetProps extends HandoverPaths {
  /** The address of the sheet. */
  toPath: (search: HostDaySearch) => string;
}

interface Shown {
  from: CalendarDate;
  isWeek: boolean;
  today: CalendarDate;
}

function readShown(params: URLSearchParams, today: CalendarDate): Shown {
  const show = params.get("show");
  const day = params.get("day");
  const start = show === "tomorrow" ? addDays(today, 1) : today;
  const from = day !== null && isCalendarDate(day) ? day : start;
  return { from, isWeek: show === "week", today };
}

export function DaySheet(props: DaySheetProps) {
  const [params] = useSearchParams();
  const [today] = useState(() => todayInNassau(new Date()));
  const shown = readShown(params, today);
  const sheet = useApi("GET /api/host/day-sheet", {
    query: { from: shown.from, days: String(shown.isWeek ? WEEK : 1) },
  });
  useFailureToast(sheet.data ? null : sheet.error, "Failed to load your day sheet");
  return (
    <>
      <Heading {...props} shown={shown} days={sheet.data?.days} />
      <PageContent
        query={sheet}
        data={sheet.data?.days}
        failed="Your day sheet didn't load."
        height="h-72"
      >
        {(days) => (
          <>
            <Days {...props} days={days} shown={shown} />
            <RunnerLinks days={days} />
          </>
        )}
      </PageContent>
    </>
  );
}

interface HeadingProps extends DaySheetProps {
  shown: Shown;
  days: readonly SheetDay[] | undefined;
}

function Heading({ toPath, shown, days }: HeadingProps) {
  const { from, isWeek, today } = shown;
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div className="grid gap-1">
        <p className="hidden font-display text-lg font-title print:block">{PRODUCT_NAME}</p>
        <h1 className="text-2xl">
          {isWeek
            ? `${formatDay(from, today)} – ${formatDay(addDays(from, WEEK - 1), today)}`
            : formatFullDay(from)}
        </h1>
        <p className="min-h-6 text-muted-foreground">
          {days && `${countHandovers(days)}. Nassau time.`}
        </p>
      </div>
      <div className="flex flex-wrap gap-3 print:hidden">
        <DayNavigation toPath={toPath} shown={shown} />
        <Button onClick={() => print()}>
          <Icon name="printer" size={18} />
          Print
        </Button>
      </div>
    </div>
  );
}

/** The day before and after, a date, today, tomorrow, and a week. */
function DayNavigation({ toPath, shown }: Pick<HeadingProps, "toPath" | "shown">) {
  const { from, isWeek, today } = shown;
  const navigate = useNavigate();
  const choices: { label: string; search: HostDaySearch; isCurrent: boolean }[] = [
    { label: "Today", search: {}, isCurrent: !isWeek && from === today },
    {
      label: "Tomorrow",
      search: { show: "tomorrow" },
      isCurrent: !isWeek && from === addDays(today, 1),
    },
    { label: "Next 7 days", search: { show: "week" }, isCurrent: isWeek && from === today },
  ];
  const step = isWeek ? WEEK : 1;
  const toDay = (day: CalendarDate) => toPath({ day, ...(isWeek && { show: "week" }) });
  const arrow = (day: CalendarDate, icon: "chevron-left" | "chevron-right") => (
    <Button asChild variant="outline" size="icon">
      <Link to={toDay(day)} aria-label={formatFullDay(day)} preventScrollReset>
        <Icon name={icon} size={18} />
      </Link>
    </Button>
  );
  return (
    <nav aria-label="Days" className="flex flex-wrap items-center gap-2">
      {arrow(addDays(from, -step), "chevron-left")}
      <TextInput
        type="date"
        aria-label="Day"
        value={from}
        className="w-auto"
        onChange={({ target: { value } }) => {
          // A half-typed year is a date in the distant past.
          if (isCalendarDate(value) && value > "2000")
            void navigate(toDay(value), { preventScrollReset: true });
        }}
      />
      {arrow(addDays(from, step), "chevron-right")}
      {choices.map(({ label, search, isCurrent }) => (
        <Button key={label} asChild variant={isCurrent ? "secondary" : "outline"}>
          <Link
            to={toPath(search)}
            aria-current={isCurrent ? "page" : undefined}
            preventScrollReset
          >
            {label}
          </Link>
        </Button>
      ))}
    </nav>
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

interface DaysProps extends DaySheetProps {
  days: readonly SheetDay[];
  shown: Shown;
}

/** Shows the date above each day of a week. A single day has it in the page's heading. */
function Days({ days, shown, ...props }: DaysProps) {
  const { isWeek, today } = shown;
  if (days.every(({ cars }) => cars.length === 0))
    return <NothingToDo shown={shown} toPath={props.toPath} />;
  return (
    <div className="grid gap-6">
      {days.map(({ date, cars }) => (
        <section key={date} aria-labelledby={`day-${date}`} className="grid gap-3">
          <h2 id={`day-${date}`} className={isWeek ? "text-xl" : "sr-only"}>
            {nameDay(date, today)}
          </h2>
          {cars.length === 0 ? (
            <p className="text-sm text-muted-foreground">No pickups or returns.</p>
          ) : (
            <Islands {...props} cars={cars} today={today} />
          )}
        </section>
      ))}
    </div>
  );
}

type IslandsProps = DaySheetProps & { cars: SheetDay["cars"]; today: CalendarDate };

/** The cars by island, in the order of the first one on each. */
function Islands({ cars, today, toPath: _toPath, ...props }: IslandsProps) {
  const islands = [
    ...Map.groupBy(cars, ({ island }) => (island === null ? "Elsewhere" : islandName(island))),
  ];
  return islands.map(([name, ofIsland]) => (
    <div key={name} className="grid gap-2 break-inside-avoid-page">
      <h3 className="flex flex-wrap items-baseline gap-x-3 text-lg">
        {name}
        <span className="text-sm font-normal text-muted-foreground">
          {formatCounted(
            ofIsland.reduce((sum, { handovers }) => sum + handovers.length, 0),
            "handover",
            "handovers",
          )}
        </span>
      </h3>
      <ul className="divide-y divide-border rounded-lg bg-surface shadow-panel print:rounded-none print:border-y print:border-border print:shadow-none">
        {ofIsland.map((car) => (
          <SheetCar key={car.id} {...props} car={car} today={today} />
        ))}
      </ul>
    </div>
  ));
}

function nameDay(date: CalendarDate, today: CalendarDate): string {
  if (date === today) return `Today, ${formatDay(date, today)}`;
  return date === addDays(today, 1)
    ? `Tomorrow, ${formatDay(date, today)}`
    : formatDay(date, today);
}

function NothingToDo({ shown, toPath }: Pick<HeadingProps, "shown" | "toPath">) {
  const { isWeek, from, today } = shown;
  return (
    <Panel>
      <EmptyState
        art={<EmptyArt of="plans" />}
        title="No pickups or returns"
        text={
          isWeek
            ? "No trips start or end in these 7 days."
            : `No car goes out or comes back on ${formatDay(from, today)}.`
        }
        {...(!isWeek && {
          actions: (
            <Button asChild variant="outline">
              <Link to={toPath({ show: "week" })}>Next 7 days</Link>
            </Button>
          ),
        })}
      />
    </Panel>
  );
}
