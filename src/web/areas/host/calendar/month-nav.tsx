// The month's name and the links to other months: links, so that each month has its own URL.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatMonth } from "../../../../domain/text/format.ts";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import { Button } from "../../../ui/button.tsx";
import { isInReach } from "./month.ts";
import { toMonth, shiftMonth, type Month } from "../../../ui/form/month.ts";
import { Icon } from "../../../ui/icon.tsx";

export interface MonthNavProps {
  month: Month;
  today: CalendarDate;
  monthPath: (month: Month) => string;
}

export function MonthNav({ month, today, monthPath }: MonthNavProps) {
  const step = { today, monthPath };
  return (
    <div className="flex items-center gap-1">
      <h2 aria-live="polite" className="mr-auto text-xl md:mr-3 md:min-w-44">
        {formatMonth(month)}
      </h2>
      <Button asChild variant="outline" size="small">
        <Link
          to={monthPath(toMonth(today))}
          preventScrollReset
          aria-current={month === toMonth(today) ? "date" : undefined}
        >
          Today
        </Link>
      </Button>
      <Step label="Previous month" to={shiftMonth(month, -1)} {...step}>
        <Icon name="chevron-left" />
      </Step>
      <Step label="Next month" to={shiftMonth(month, 1)} {...step}>
        <Icon name="chevron-right" />
      </Step>
    </div>
  );
}

interface StepProps extends Pick<MonthNavProps, "today" | "monthPath"> {
  label: string;
  to: Month;
  children: ReactNode;
}

/** At the last month the link stays in place, so that it keeps the focus. */
function Step({ label, to, today, monthPath, children }: StepProps) {
  const reachable = isInReach(to, today);
  return (
    <Button asChild variant="ghost" size="icon-small">
      <Link
        to={monthPath(reachable ? to : shiftMonth(to, to > toMonth(today) ? -1 : 1))}
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
