// Fetches the storms that public pages show. In its own file, because links to cars prefetch them.
import type { ShownStorm } from "../../../contract/bookings/storms.ts";
import type { openApi } from "../../api/api.ts";

export type ShownStorms = readonly ShownStorm[];

/** Empty if the request fails: pages work without storms. */
export const fetchStorms = (call: ReturnType<typeof openApi>): Promise<ShownStorms> =>
  call("GET /api/storms", {}).then(
    ({ storms }) => storms,
    () => [],
  );
