// What the URL of the list says: which bookings, what is searched for, and whose details are open.
import { useLocation, useNavigate, useSearchParams } from "react-router";
import type { BookingFilter } from "../../lib/query.tsx";
import { paths } from "../../paths.ts";

/** The filter buttons (specification section 2). */
export const FILTERS: readonly { value: BookingFilter; label: string }[] = [
  { value: "all", label: "All" },
  { value: "upcoming", label: "Upcoming" },
  { value: "past", label: "Past" },
  { value: "cancelled", label: "Cancelled" },
];

export interface View {
  filter: BookingFilter;
  search: string;
  bookingId: string | null;
}

export function readView(params: URLSearchParams): View {
  return {
    filter: FILTERS.find(({ value }) => value === params.get("filter"))?.value ?? "all",
    search: params.get("search")?.trim() ?? "",
    bookingId: params.get("booking"),
  };
}

const addressOf = ({ filter, search, bookingId }: View) =>
  paths.bookings({ ...(filter !== "all" && { filter }), search, ...(bookingId && { booking: bookingId }) });

/** The state kept with an entry of the history that opening the details made. */
const OPENED = "opened";

export function useView() {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const view = readView(params);
  const show = (change: Partial<View>, options: { replace?: boolean; state?: string } = {}) =>
    void navigate(addressOf({ ...view, ...change }), { preventScrollReset: true, ...options });
  return {
    view,
    filterBy: (filter: BookingFilter) => show({ filter }),
    // Each pause in typing would be an entry of its own.
    searchFor: (search: string) => show({ search }, { replace: true }),
    showAll: () => show({ filter: "all", search: "" }),
    openDetails: (bookingId: string) => show({ bookingId }, { state: OPENED }),
    // As Back does; a link that led here with the details open has no list behind it.
    closeDetails: () => (state === OPENED ? void navigate(-1) : show({ bookingId: null }, { replace: true })),
  };
}
