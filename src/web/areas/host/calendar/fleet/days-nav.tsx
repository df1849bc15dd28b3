// The days shown, and the links to other weeks: links, so that each week has its own URL.
import { useEffect, useRef, type ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import {
  addDays,
  isCalendarDate,
  type CalendarDate,
} from "../../../../../domain/calendar/dates.ts";
import { formatShortRange } from "../../../../../domain/text/format.ts";
import { Button } from "../../../../ui/button.tsx";
import { TextInput } from "../../../../ui/form/controls.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import { isShowable, openingDay } from "./shown-days.ts";
import type { FleetView } from "./use-fleet-view.ts";

const WEEK = 7;

export function DaysNav({ view }: { view: Pick<FleetView, "days" | "today" | "pathFrom"> }) {
  const { days, today, pathFrom } = view;
  const navigate = useNavigate();
  const start = days[0]!;
  const step = { today, pathFrom };
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Not controlled, because that would clear a date that is still being typed.
    if (field.current && field.current.value !== start) field.current.value = start;
  }, [start]);
  return (
    <div className="flex flex-wrap items-center gap-1">
      <h2 aria-live="polite" className="mr-auto text-xl tabular-nums md:mr-3">
        {formatShortRange({ start, end: days.at(-1)! }, today)}
      </h2>
      <Button asChild variant="outline" size="small">
        <Link
          to={pathFrom(openingDay(today))}
          preventScrollReset
          aria-current={start === openingDay(today) ? "date" : undefined}
        >
          Today
        </Link>
      </Button>
      <Step label="Previous week" to={addDays(start, -WEEK)} stay={start} {...step}>
        <Icon name="chevron-left" />
      </Step>
      <Step label="Next week" to={addDays(start, WEEK)} stay={start} {...step}>
        <Icon name="chevron-right" />
      </Step>
      <TextInput
        ref={field}
        type="date"
        aria-label="Start the calendar on"
        defaultValue={start}
        className="w-auto! py-1! text-sm"
        onChange={({ target: { value } }) => {
          if (isCalendarDate(value) && isShowable(value, today))
            void navigate(pathFrom(value), { preventScrollReset: true, replace: true });
        }}
      />
    </div>
  );
}

interface StepProps extends Pick<FleetView, "today" | "pathFrom"> {
  label: string;
  to: CalendarDate;
  /** The first day shown now. */
  stay: CalendarDate;
  children: ReactNode;
}

/** At the last week the link stays in place, so that it keeps the focus. */
function Step({ label, to, stay, today, pathFrom, children }: StepProps) {
  const reachable = isShowable(to, today);
  return (
    <Button asChild variant="ghost" size="icon-small">
      <Link
        to={pathFrom(reachable ? to : stay)}
        preventScrollReset
        aria-label={label}
        aria-disabled={!reachable || undefined}
        className="aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
      >
        {children}
      </Link>
    </Button>
  );
}
