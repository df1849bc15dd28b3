// What the URL of a list of bookings says: which of them, what is searched for, and whose details are open.
import { useLocation, useNavigate, useSearchParams } from "react-router";
import type { BookingsSearch } from "../paths.ts";

/** The filter buttons of a list, the one that filters nothing first (specification section 2). */
export type Filters<Filter extends string> = readonly [FilterButton<Filter>, ...FilterButton<Filter>[]];
interface FilterButton<Filter> {
  value: Filter;
  label: string;
}

export interface View<Filter extends string> {
  filter: Filter;
  search: string;
  bookingId: string | null;
}

export function readView<Filter extends string>(filters: Filters<Filter>, params: URLSearchParams): View<Filter> {
  const { value: filter } = filters.find(({ value }) => value === params.get("filter")) ?? filters[0];
  return { filter, search: params.get("search")?.trim() ?? "", bookingId: params.get("booking") };
}

/** The state kept with an entry of the history that opening the details made. */
const OPENED = "opened";

/** The view and the ways to change it; `path` is the list's own of web/paths.ts. */
export function useBookingView<Filter extends string>(
  filters: Filters<Filter>,
  path: (search: BookingsSearch) => string,
) {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const view = readView(filters, params);
  const everything = filters[0].value;
  const show = (change: Partial<View<Filter>>, options: { replace?: boolean; state?: string } = {}) => {
    const { filter, search, bookingId } = { ...view, ...change };
    const address = path({
      ...(filter !== everything && { filter }),
      search,
      ...(bookingId && { booking: bookingId }),
    });
    void navigate(address, { preventScrollReset: true, ...options });
  };
  return {
    view,
    filterBy: (filter: Filter) => show({ filter }),
    // Each pause in typing would be an entry of its own.
    searchFor: (search: string) => show({ search }, { replace: true }),
    showAll: () => show({ filter: everything, search: "" }),
    openDetails: (bookingId: string) => show({ bookingId }, { state: OPENED }),
    // As Back does; a link that led here with the details open has no list behind it.
    closeDetails: () => (state === OPENED ? void navigate(-1) : show({ bookingId: null }, { replace: true })),
  };
}
