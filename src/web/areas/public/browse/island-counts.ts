// How many cars each island has, for the links to the islands.
import type { IslandId } from "../../../../domain/place/islands.ts";
import { formatCount } from "../../../../domain/text/format.ts";
import { api, type openApi } from "../../../api/api.ts";

/** "10" or "200+" by island; islands without cars are left out. Null if unknown. */
export type IslandCounts = Partial<Record<IslandId, string>> | null;

export const fetchIslandCounts = (call: ReturnType<typeof openApi>): Promise<IslandCounts> =>
  call("GET /api/listings/islands", { query: {} }).then(
    ({ islands }) =>
      Object.fromEntries(
        islands.flatMap(({ island, count, count_is_exact }) =>
          count > 0 ? [[island, `${formatCount(count)}${count_is_exact ? "" : "+"}`]] : [],
        ),
      ),
    () => null,
  );

let cached: Promise<IslandCounts> | undefined;

/** Loaded once per visit: the links need not follow every change. Browser only. */
export const loadIslandCounts = (): Promise<IslandCounts> => (cached ??= fetchIslandCounts(api));
