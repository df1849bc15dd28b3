// All listings page by page, and a single listing.
import type { EndpointCall } from "../../../api/api-cache.ts";
import { useApi, useApiPages } from "../../../api/use-api.ts";

export const useAdminListings = (query: EndpointCall<"GET /api/admin/listings">["query"]) =>
  useApiPages("GET /api/admin/listings", { query });

export const useAdminListing = (id: string) =>
  useApi("GET /api/admin/listings/{id}", { params: { id } });
