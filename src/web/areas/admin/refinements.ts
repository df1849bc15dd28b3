// The order, the island and the days that an admin list is limited to, in its URL.
import { useNavigate, useSearchParams } from "react-router";
import { isIslandId, type IslandId } from "../../../domain/place/islands.ts";
import { readDays, type DayFilter } from "../../parts/list/day-filter.ts";
import { useListView, type ListFilters } from "../../parts/list/list-view.ts";
import type { RefinedSearch } from "../../paths.ts";

export interface Refinements<Sort extends string> extends DayFilter {
  /** Not set for the list's own order. */
  sort?: Sort;
  island?: IslandId;
}

/** The choices of a list's order. The first is the list's own. */
export type SortChoices<Sort extends string> = readonly { value: Sort | ""; label: string }[];

export const TIME_SORTS: SortChoices<"newest" | "oldest"> = [
  { value: "", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
];

/** @param hasIslands whether the list's items are on an island */
export function useRefinements<Sort extends string>(
  sorts: SortChoices<Sort>,
  hasIslands = false,
): Refinements<Sort> {
  const [params] = useSearchParams();
  const island = hasIslands ? params.get("island") : null;
  const sort = sorts.find(({ value }) => value !== "" && value === params.get("sort"))?.value;
  return {
    ...(sort && { sort }),
    ...(isIslandId(island) && { island }),
    ...readDays(params),
  };
}

type Path<Opens extends string> = (
  search: { filter?: string; search?: string } & RefinedSearch & { [K in Opens]?: string },
) => string;

/** useListView with refinements. */
export function useRefinedList<
  Filter extends string,
  Sort extends string,
  Opens extends string = never,
>(
  filters: ListFilters<Filter>,
  opens: Opens | null,
  path: Path<Opens>,
  sorts: SortChoices<Sort>,
  hasIslands = false,
) {
  const navigate = useNavigate();
  const refinements = useRefinements(sorts, hasIslands);
  const list = useListView(filters, opens, (search) => path({ ...search, ...refinements }));
  const { filter, search } = list.view;
  const go = (to: string) => void navigate(to, { preventScrollReset: true });
  const shown = { ...(filter !== filters[0].value && { filter }), search };
  return {
    ...list,
    /** What the list's endpoints take. */
    query: { filter, search, ...refinements },
    /** The props of the list's RefineBar. */
    refine: {
      refinements,
      sorts,
      hasIslands,
      onRefine: (chosen: Refinements<Sort>) =>
        go(path({ ...shown, ...chosen } as Parameters<Path<Opens>>[0])),
    },
    isRefined: Object.keys(refinements).some((each) => each !== "sort"),
    showAll: () => go(path({} as Parameters<Path<Opens>>[0])),
  };
}
