// The storms that public pages show. Apart from their notice: links to cars fetch them ahead.
import type { ShownStorm } from "../../../contract/bookings/storms.ts";
import type { openApi } from "../../api/api.ts";

export type ShownStorms = readonly ShownStorm[];

/** A page works without them. */
export const fetchStorms = (call: ReturnType<typeof openApi>): Promise<ShownStorms> =>
  call("GET /api/storms", {}).then(
    ({ storms }) => storms,
    () => [],
  );
