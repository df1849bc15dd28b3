// The days shown, and the links to other weeks: links, so that each week has its own URL.
import { useEffect, useRef } from "react";
import { Link, useNavigate } from "react-router";
import {
  addDays,
  isCalendarDate,
  type CalendarDate,
} from "../../../../../domain/calendar/dates.ts";
import { formatShortRange } from "../../../../../domain/text/format.ts";
import { Button } from "../../../../ui/button.tsx";
import { TextInput } from "../../../../ui/form/controls.tsx";
import { StepLink } from "../step-link.tsx";
import { isShowable, openingDay } from "./shown-days.ts";
import type { FleetView } from "./use-fleet-view.ts";

const WEEK = 7;

export function DaysNav({ view }: { view: Pick<FleetView, "days" | "today" | "pathFrom"> }) {
  const { days, today, pathFrom } = view;
  const navigate = useNavigate();
  const start = days[0]!;
  const stepTo = (day: CalendarDate) => {
    const isLast = !isShowable(day, today);
    return { isLast, to: pathFrom(isLast ? start : day) };
  };
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
      <StepLink label="Previous week" direction="left" {...stepTo(addDays(start, -WEEK))} />
      <StepLink label="Next week" direction="right" {...stepTo(addDays(start, WEEK))} />
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
