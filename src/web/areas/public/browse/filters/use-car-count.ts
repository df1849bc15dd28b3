// How many cars the filters of the sheet would find.
import { useEffect, useState } from "react";
import type { Api } from "../../../../../contract/index.ts";
import { api } from "../../../../api/api.ts";
import { writeSearch, type Search } from "../search.ts";

type CarCount = Api["GET /api/listings/count"]["output"];

/** The delay after a change, so that typing does not send a request for each letter. */
const PAUSE_MS = 300;
/** How long the previous number stays while cars are counted, so that it does not flicker. */
const STALE_MS = 700;

/** Null while the number is not known: at first, on a slow network, and for invalid filters. */
export function useCarCount(search: Search | null): CarCount | null {
  const [count, setCount] = useState<CarCount | null>(null);
  const { view: _view, sort: _sort, place: _place, ...query } = search ? writeSearch(search) : {};
  const key = search && JSON.stringify(query);
  const [isFirst, setFirst] = useState(true);
  useEffect(() => {
    if (key === null) return;
    const controller = new AbortController();
    const ask = async () => {
      setFirst(false);
      const call = { query };
      const found = await api("GET /api/listings/count", call, { signal: controller.signal }).catch(
        () => null,
      );
      clearTimeout(forgetting);
      if (!controller.signal.aborted) setCount(found);
    };
    const pause = isFirst ? 0 : PAUSE_MS;
    const asking = setTimeout(() => void ask(), pause);
    const forgetting = setTimeout(() => setCount(null), pause + STALE_MS);
    return () => {
      controller.abort();
      clearTimeout(asking);
      clearTimeout(forgetting);
    };
    // Two searches are equal if their parameters are.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key]);
  return key === null ? null : count;
}
