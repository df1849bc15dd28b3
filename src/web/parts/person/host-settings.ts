// The settings that apply to all of a host's listings.
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/api.ts";
import { queryKeys, signedIn } from "../../api/query.tsx";

export const useHostSettings = ({ enabled = true } = {}) =>
  useQuery({
    queryKey: queryKeys.hostSettings,
    queryFn: ({ signal }) =>
      signedIn((options) => api("GET /api/host/settings", {}, options), signal),
    enabled,
  });
