// The signed-in user's payout details, and whether any are needed.
import { useQuery } from "@tanstack/react-query";
import type { Api } from "../../../contract/index.ts";
import { api } from "../../api/api.ts";
import { queryKeys, signedIn } from "../../api/query.tsx";

export type PayoutDetailsAnswer = Api["GET /api/host/payout-details"]["output"];

export const usePayoutDetails = ({ enabled = true } = {}) =>
  useQuery({
    queryKey: queryKeys.payoutDetails,
    queryFn: ({ signal }) =>
      signedIn((options) => api("GET /api/host/payout-details", {}, options), signal),
    enabled,
  });
