// The API queries for upcoming and past payouts.
import type { Api } from "../../../../contract/index.ts";
import { useApi, useApiPages } from "../../../api/use-api.ts";

export type UpcomingPayout = Api["GET /api/host/payouts/upcoming"]["output"];
export type PayoutStatement = Api["GET /api/host/payouts/{id}"]["output"];

/** Refetched every time it is opened, because bank details and refunds change it. */
export const useUpcomingPayout = () =>
  useApi("GET /api/host/payouts/upcoming", {}, { staleTime: 0 });

export const usePayouts = () => useApiPages("GET /api/host/payouts", { query: {} });

export const useStatement = (id: string) =>
  useApi("GET /api/host/payouts/{id}", { params: { id } });
