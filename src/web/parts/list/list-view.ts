// What the URL of a list says: which of its things, what is searched for, and which one is open.
import { useEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams, type LinkProps } from "react-router";

/** The filter buttons of a list, the one that filters nothing first (specification section 2). */
export type Filters<Filter extends string> = readonly [FilterButton<Filter>, ...FilterButton<Filter>[]];
interface FilterButton<Filter> {
  value: Filter;
  label: string;
}

export interface View<Filter extends string> {
  filter: Filter;
  search: string;
  /** The id of what is open. */
  openId: string | null;
}

/** What a path of web/paths.ts takes; `opens` is the parameter that names what is open, null where nothing is opened. */
type Search<Opens extends string> = { filter?: string; search?: string } & { [K in Opens]?: string };

export function readView<Filter extends string>(
  filters: Filters<Filter>,
  params: URLSearchParams,
  opens: string | null,
): View<Filter> {
  const { value: filter } = filters.find(({ value }) => value === params.get("filter")) ?? filters[0];
  return { filter, search: params.get("search")?.trim() ?? "", openId: opens && params.get(opens) };
}

/** The state kept with an entry of the history that opening something made. */
const OPENED = "opened";

/** The view and the ways to change it; `path` is the list's own of web/paths.ts. */
export function useListView<Filter extends string, Opens extends string = never>(
  filters: Filters<Filter>,
  opens: Opens | null,
  path: (search: Search<Opens>) => string,
) {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const view = readView(filters, params, opens);
  const everything = filters[0].value;
  /** What was asked for last: a search that was typed and a filter that was pressed before its page came go on together. */
  const asked = useRef(view);
  useEffect(() => {
    asked.current = readView(filters, params, opens);
  }, [filters, params, opens]);
  const addressOf = ({ filter, search, openId }: View<Filter>): string => {
    const wanted = { ...(filter !== everything && { filter }), search, ...(opens && openId && { [opens]: openId }) };
    return path(wanted as Search<Opens>);
  };
  const show = (change: Partial<View<Filter>>, options: { replace?: boolean; state?: string } = {}) => {
    asked.current = { ...asked.current, ...change };
    void navigate(addressOf(asked.current), { preventScrollReset: true, ...options });
  };
  return {
    view,
    /** What the toolbar over the list takes (ui/form/list-toolbar.tsx). */
    toolbar: {
      filters,
      filter: view.filter,
      onFilter: (filter: Filter) => show({ filter }),
      search: view.search,
      // Each pause in typing would be an entry of its own.
      onSearch: (search: string) => show({ search }, { replace: true }),
    },
    showAll: () => show({ filter: everything, search: "" }),
    openDetails: (openId: string) => show({ openId }, { state: OPENED }),
    /** The props of a link that opens something. */
    linkTo: (openId: string): LinkProps => ({
      to: addressOf({ ...view, openId }),
      state: OPENED,
      preventScrollReset: true,
    }),
    // As Back does; a link that led here with something open has no list behind it.
    closeDetails: () => (state === OPENED ? void navigate(-1) : show({ openId: null }, { replace: true })),
  };
}
