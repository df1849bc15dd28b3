// All bookings, page by page.
import type { EndpointCall } from "../../../api/api-cache.ts";
import { useApiPages } from "../../../api/use-api.ts";

export const useAdminBookings = (query: EndpointCall<"GET /api/admin/bookings">["query"]) =>
  useApiPages("GET /api/admin/bookings", { query });
