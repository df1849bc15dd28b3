// The state in a calendar's URL: the month, the search, and the draft of a block.
import { useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { isCalendarDate, todayInNassau } from "../../../../domain/calendar/dates.ts";
import type { HostCalendarSearch } from "../../../paths.ts";
import { readMonth } from "./month.ts";
import { toMonth, type Month } from "../../../ui/form/month.ts";

/** The days that the block dialog opens with, the last one included. */
export interface BlockDraft {
  carId: string;
  first: string;
  last: string;
}

export type CalendarView = ReturnType<typeof useCalendarView>;

/** The state of the history entry that opening the dialog created. */
const OPENED = "opened";

/** `path` is the calendar's path function from web/paths.ts. */
export function useCalendarView(path: (search: HostCalendarSearch) => string) {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const [today] = useState(() => todayInNassau(new Date()));
  const month = readMonth(params.get("month"), today);
  const search = params.get("search")?.trim() ?? "";
  const carId = params.get("block");
  const day = (name: string): string => {
    const given = params.get(name);
    return isCalendarDate(given) ? given : today;
  };
  const block: BlockDraft | null = carId ? { carId, first: day("first"), last: day("last") } : null;
  const at = (shown: Month, more: HostCalendarSearch = {}): string =>
    path({ ...(shown !== toMonth(today) && { month: shown }), search, ...more });
  const show = (address: string, options: { replace?: boolean; state?: string } = {}) =>
    void navigate(address, { preventScrollReset: true, ...options });
  const blockAt = ({ carId: car, first, last }: BlockDraft): string =>
    at(month, { block: car, first, last });
  return {
    today,
    month,
    search,
    block,
    /** The URL of this calendar in another month. */
    monthPath: (shown: Month) => at(shown),
    // Replaces the history entry, because each pause in typing and each key would add one
    // otherwise.
    searchFor: (requested: string) => show(at(month, { search: requested }), { replace: true }),
    turnTo: (shown: Month) => show(at(shown), { replace: true }),
    openBlock: (draft: BlockDraft) => show(blockAt(draft), { state: OPENED }),
    /** Stores the entered values in the URL, so that they survive a visit to a linked page. */
    keepBlock: (draft: BlockDraft) =>
      show(blockAt(draft), { replace: true, ...(state === OPENED && { state: OPENED }) }),
    // Goes back, unless a link opened the dialog directly: then the history has no calendar to
    // return to.
    closeBlock: () => (state === OPENED ? void navigate(-1) : show(at(month), { replace: true })),
  };
}
