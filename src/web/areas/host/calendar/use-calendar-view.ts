// The state in the URL of a car's calendar: the month and the draft of a block.
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { paths, type CalendarSearch } from "../../../paths.ts";
import { toMonth, type Month } from "../../../ui/form/month.ts";
import { useBlockDraft } from "./blocks/use-block-draft.ts";
import { readMonth } from "./month.ts";

export type CalendarView = ReturnType<typeof useCalendarView>;

export function useCalendarView(carId: string) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [today] = useState(() => todayInNassau(new Date()));
  const month = readMonth(params.get("month"), today);
  const at = (shown: Month, more: CalendarSearch = {}): string =>
    paths.hostCarCalendar(carId, { ...(shown !== toMonth(today) && { month: shown }), ...more });
  return {
    today,
    month,
    /** The URL of this calendar in another month. */
    monthPath: (shown: Month) => at(shown),
    // Replaces the history entry, because each key would add one otherwise.
    turnTo: (shown: Month) => void navigate(at(shown), { preventScrollReset: true, replace: true }),
    ...useBlockDraft(today, (more) => at(month, more)),
  };
}
