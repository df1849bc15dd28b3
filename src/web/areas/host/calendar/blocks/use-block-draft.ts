// The dialog for blocking days, whose cars and days are in the calendar's URL.
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { isCalendarDate, type CalendarDate } from "../../../../../domain/calendar/dates.ts";
import type { CalendarSearch } from "../../../../paths.ts";

/** The cars and days that the block dialog opens with, the last day included. */
export interface BlockDraft {
  carIds: readonly string[];
  first: string;
  last: string;
}

/** What the block dialog's form holds. `reason` is "" for a block. */
export type BlockValues = BlockDraft & { reason: string; note: string };

/** A car to choose in the dialog. */
export interface CarOption {
  id: string;
  title: string;
  make?: string;
  model?: string;
  license_plate?: string | null;
}

/** The state of the history entry that opening the dialog created. */
const OPENED = "opened";

/** `at` returns the calendar's URL with these parameters. */
export function useBlockDraft(today: CalendarDate, at: (search?: CalendarSearch) => string) {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const day = (name: string): string => {
    const given = params.get(name);
    return isCalendarDate(given) ? given : today;
  };
  const carIds = params.get("block")?.split(",") ?? [];
  const block: BlockDraft | null =
    carIds.length > 0 ? { carIds, first: day("first"), last: day("last") } : null;
  const show = (address: string, options: { replace?: boolean; state?: string } = {}) =>
    void navigate(address, { preventScrollReset: true, ...options });
  const blockAt = ({ carIds: cars, ...days }: BlockDraft): string =>
    at({ block: cars.join(","), ...days });
  return {
    block,
    openBlock: (draft: BlockDraft) => show(blockAt(draft), { state: OPENED }),
    /** Stores the entered values in the URL, so that they survive a visit to a linked page. */
    keepBlock: (draft: BlockDraft) =>
      show(blockAt(draft), { replace: true, ...(state === OPENED && { state: OPENED }) }),
    // Goes back, unless a link opened the dialog directly: then the history has no calendar to
    // return to.
    closeBlock: () => (state === OPENED ? void navigate(-1) : show(at(), { replace: true })),
  };
}
