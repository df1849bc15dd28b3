// All bookings, page by page.
import type { AdminBookingFilter } from "../../../../domain/booking/admin-booking-lists.ts";
import { useApiPages } from "../../../api/use-api.ts";

export const useAdminBookings = (filter: AdminBookingFilter, search: string) =>
  useApiPages("GET /api/admin/bookings", { query: { filter, search } });
