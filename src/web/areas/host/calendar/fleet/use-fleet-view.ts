// The state in the URL of the fleet's calendar: the days, the search and the draft of a block.
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { addDays, todayInNassau, type CalendarDate } from "../../../../../domain/calendar/dates.ts";
import { paths, type HostCalendarSearch } from "../../../../paths.ts";
import { useBlockDraft } from "../blocks/use-block-draft.ts";
import { listShownDays, openingDay, readFirstDay } from "./shown-days.ts";

export type FleetView = ReturnType<typeof useFleetView>;

export function useFleetView() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [today] = useState(() => todayInNassau(new Date()));
  const first = readFirstDay(params.get("from"), today);
  const search = params.get("search")?.trim() ?? "";
  const at = (from: CalendarDate, more: HostCalendarSearch = {}): string =>
    paths.hostCalendar({ ...(from !== openingDay(today) && { from }), search, ...more });
  const days = listShownDays(first);
  return {
    today,
    search,
    /** The days shown, in order. */
    days,
    /** The same days, half-open. */
    range: { start: first, end: addDays(first, days.length) },
    /** The URL of this calendar from another day on. */
    pathFrom: (from: CalendarDate) => at(from),
    // Replaces the history entry, because each pause in typing would add one otherwise.
    searchFor: (requested: string) =>
      void navigate(at(first, { search: requested }), {
        preventScrollReset: true,
        replace: true,
      }),
    ...useBlockDraft(today, (more) => at(first, more)),
  };
}
