// The settings that apply to all of a host's listings.
import { useApi } from "../../api/use-api.ts";

export const useHostSettings = ({ enabled = true } = {}) =>
  useApi("GET /api/host/settings", {}, { enabled });
