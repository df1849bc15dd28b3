// The signed-in user's payout details, and whether any are needed.
import { useApi } from "../../api/use-api.ts";

export const usePayoutDetails = ({ enabled = true } = {}) =>
  useApi("GET /api/host/payout-details", {}, { enabled });
