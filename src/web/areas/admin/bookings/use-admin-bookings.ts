// All bookings, page by page.
import { api } from "../../../api/api.ts";
import { usePages } from "../../../api/use-pages.ts";
import { queryKeys, type AdminBookingFilter } from "../../../api/query.tsx";

/** The query parameters shared by the list and its export. */
export const queryOf = (filter: AdminBookingFilter, search: string) => ({
  filter,
  ...(search && { search }),
});

export const useAdminBookings = (filter: AdminBookingFilter, search: string) =>
  usePages(queryKeys.adminBookingList(filter, search), (at, options) =>
    api("GET /api/admin/bookings", { query: { ...queryOf(filter, search), ...at } }, options),
  );
