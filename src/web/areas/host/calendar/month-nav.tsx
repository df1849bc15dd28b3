// The month's name and the links to other months: links, so that each month has its own URL.
import { Link } from "react-router";
import { formatMonth } from "../../../../domain/text/format.ts";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import { Button } from "../../../ui/button.tsx";
import { isInReach } from "./month.ts";
import { toMonth, shiftMonth, type Month } from "../../../ui/form/month.ts";
import { StepLink } from "./step-link.tsx";

export interface MonthNavProps {
  month: Month;
  today: CalendarDate;
  monthPath: (month: Month) => string;
}

export function MonthNav({ month, today, monthPath }: MonthNavProps) {
  const stepTo = (target: Month) => {
    const isLast = !isInReach(target, today);
    return { isLast, to: monthPath(isLast ? month : target) };
  };
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
      <StepLink label="Previous month" direction="left" {...stepTo(shiftMonth(month, -1))} />
      <StepLink label="Next month" direction="right" {...stepTo(shiftMonth(month, 1))} />
    </div>
  );
}
