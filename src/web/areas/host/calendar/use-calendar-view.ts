// What the URL of a calendar says: the month, the search, and the days that are about to be blocked.
import { useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { isCalendarDate, todayInNassau } from "../../../../domain/calendar/dates.ts";
import type { HostCalendarSearch } from "../../../paths.ts";
import { monthOf, readMonth, type Month } from "./month.ts";

/** The days that the dialog for blocking opens with, the last one included. */
export interface BlockDraft {
  carId: string;
  first: string;
  last: string;
}

/** The state kept with an entry of the history that opening the dialog made. */
const OPENED = "opened";

/** `path` is the calendar's own of web/paths.ts. */
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
    path({ ...(shown !== monthOf(today) && { month: shown }), search, ...more });
  const show = (address: string, options: { replace?: boolean; state?: string } = {}) =>
    void navigate(address, { preventScrollReset: true, ...options });
  const blockAt = ({ carId: car, first, last }: BlockDraft): string => at(month, { block: car, first, last });
  return {
    today,
    month,
    search,
    block,
    /** The address of this calendar in another month. */
    monthPath: (shown: Month) => at(shown),
    // Each pause in typing, and each key, would be an entry of its own.
    searchFor: (wanted: string) => show(at(month, { search: wanted }), { replace: true }),
    turnTo: (shown: Month) => show(at(shown), { replace: true }),
    openBlock: (draft: BlockDraft) => show(blockAt(draft), { state: OPENED }),
    /** Keeps what was entered in the URL, for who follows a link out of the dialog and comes back. */
    keepBlock: (draft: BlockDraft) =>
      show(blockAt(draft), { replace: true, ...(state === OPENED && { state: OPENED }) }),
    // As Back does; a link that led here with the dialog open has no calendar behind it.
    closeBlock: () => (state === OPENED ? void navigate(-1) : show(at(month), { replace: true })),
  };
}
