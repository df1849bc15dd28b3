// Where the signed-in person is paid, and whether there is anything to say about that.
import { useQuery } from "@tanstack/react-query";
import type { Api } from "../../../contract/index.ts";
import { api } from "../../api/api.ts";
import { queryKeys, signedIn } from "../../api/query.tsx";

export type PayoutDetailsAnswer = Api["GET /api/host/payout-details"]["output"];

export const usePayoutDetails = ({ enabled = true } = {}) =>
  useQuery({
    queryKey: queryKeys.payoutDetails,
    queryFn: ({ signal }) => signedIn((options) => api("GET /api/host/payout-details", {}, options), signal),
    enabled,
  });
