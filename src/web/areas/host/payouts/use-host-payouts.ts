// The API queries for upcoming and past payouts.
import { useQuery } from "@tanstack/react-query";
import type { Api } from "../../../../contract/index.ts";
import { api } from "../../../api/api.ts";
import { usePages } from "../../../api/use-pages.ts";
import { queryKeys, signedIn } from "../../../api/query.tsx";

export type UpcomingPayout = Api["GET /api/host/payouts/upcoming"]["output"];
export type PayoutStatement = Api["GET /api/host/payouts/{id}"]["output"];

/** Refetched every time it is opened, because bank details and refunds change it. */
export const useUpcomingPayout = () =>
  useQuery({
    queryKey: queryKeys.upcomingPayout,
    queryFn: ({ signal }) =>
      signedIn((options) => api("GET /api/host/payouts/upcoming", {}, options), signal),
    staleTime: 0,
  });

export const usePayouts = () =>
  usePages(queryKeys.payoutList, (query, options) =>
    api("GET /api/host/payouts", { query }, options),
  );

export const useStatement = (id: string) =>
  useQuery({
    queryKey: queryKeys.payoutStatement(id),
    queryFn: ({ signal }) =>
      signedIn((options) => api("GET /api/host/payouts/{id}", { params: { id } }, options), signal),
  });
