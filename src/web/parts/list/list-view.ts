// The state of a list in the URL: its filter, its search and the open item.
import { useEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams, type LinkProps } from "react-router";

/** A list's filter buttons, beginning with the one that shows everything (specification section
 *  2). */
export type ListFilters<Filter extends string> = readonly [
  FilterButton<Filter>,
  ...FilterButton<Filter>[],
];
interface FilterButton<Filter> {
  value: Filter;
  label: string;
}

export interface ListView<Filter extends string> {
  filter: Filter;
  search: string;
  /** The id of the open item. */
  openId: string | null;
}

/** The parameters of a path in web/paths.ts. `opens` is the parameter that names the open item;
 *  null if items cannot be opened. */
type Search<Opens extends string> = { filter?: string; search?: string } & {
  [K in Opens]?: string;
};

export function readView<Filter extends string>(
  filters: ListFilters<Filter>,
  params: URLSearchParams,
  opens: string | null,
): ListView<Filter> {
  const { value: filter } =
    filters.find(({ value }) => value === params.get("filter")) ?? filters[0];
  return { filter, search: params.get("search")?.trim() ?? "", openId: opens && params.get(opens) };
}

/** The state of a history entry that was made by opening an item. */
const OPENED = "opened";

/** The view and the functions that change it; `path` is the list's own in web/paths.ts. */
export function useListView<Filter extends string, Opens extends string = never>(
  filters: ListFilters<Filter>,
  opens: Opens | null,
  path: (search: Search<Opens>) => string,
) {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const view = readView(filters, params, opens);
  const everything = filters[0].value;
  /** The latest requested view, so that a search and a filter changed in quick succession are
   *  combined. */
  const latest = useRef(view);
  useEffect(() => {
    latest.current = readView(filters, params, opens);
  }, [filters, params, opens]);
  const viewPath = ({ filter, search, openId }: ListView<Filter>): string => {
    const parameters = {
      ...(filter !== everything && { filter }),
      search,
      ...(opens && openId && { [opens]: openId }),
    };
    return path(parameters as Search<Opens>);
  };
  const show = (
    change: Partial<ListView<Filter>>,
    options: { replace?: boolean; state?: string } = {},
  ) => {
    latest.current = { ...latest.current, ...change };
    void navigate(viewPath(latest.current), { preventScrollReset: true, ...options });
  };
  return {
    view,
    /** The props of the list's toolbar (ui/form/list-toolbar.tsx). */
    toolbar: {
      filters,
      filter: view.filter,
      onFilter: (filter: Filter) => show({ filter }),
      search: view.search,
      // Replaces the history entry, because each pause in typing would add one otherwise.
      onSearch: (search: string) => show({ search }, { replace: true }),
    },
    showAll: () => show({ filter: everything, search: "" }),
    openDetails: (openId: string) => show({ openId }, { state: OPENED }),
    /** The props of a link that opens an item. */
    linkTo: (openId: string): LinkProps => ({
      to: viewPath({ ...view, openId }),
      state: OPENED,
      preventScrollReset: true,
    }),
    // Like Back; if the user arrived with an item already open, there is no list to go back to.
    closeDetails: () =>
      state === OPENED ? void navigate(-1) : show({ openId: null }, { replace: true }),
  };
}
