// The cars that can be rented, with filters and order in the URL.
import { useState } from "react";
import { data, redirect } from "react-router";
import { todayInNassau } from "../../domain/dates.ts";
import { isIslandId } from "../../domain/islands.ts";
import { ActiveFilters } from "../features/browse/active-filters.tsx";
import { Filters, SortSelect } from "../features/browse/filters.tsx";
import { findCars } from "../features/browse/found.ts";
import { ResultCount, Results, type Finding } from "../features/browse/results.tsx";
import { addressOf, readSearch, type Search } from "../features/browse/search.ts";
import { api, openApi } from "../lib/api.ts";
import { pageMeta } from "../lib/page-meta.ts";
import { apiContext } from "../lib/server-context.ts";
import type { Route } from "./+types/browse";

const TITLE = "Browse Available Cars";

export const meta = () =>
  pageMeta(
    TITLE,
    "Cars of local hosts across The Bahamas: filter by island, dates and price. With your dates, prices include all fees.",
  );

/** Read by the layout: header and footer are as wide as the grid of cars. */
export const handle = { wide: true };

interface BrowseData {
  search: Search;
  found: Finding;
  /** Tells one asking from the next. */
  asking: number;
}

/** Counted in the browser alone: a page is rendered the same each time, so that it can be kept. */
let askings = 0;

/** @throws Response 404 for an island that there is not, and the way to the page of one that a form has named. */
function read(request: Request, island: string | undefined): { search: Search; cursor: string | null } {
  const { searchParams } = new URL(request.url);
  if (island !== undefined && !isIslandId(island)) throw data(null, { status: 404 });
  const search = readSearch(searchParams, todayInNassau(new Date()), island);
  if (search.island !== (island ?? null)) throw redirect(addressOf(search));
  return { search, cursor: searchParams.get("cursor") };
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { search, cursor } = read(request, params.island);
  try {
    const found = await findCars(openApi(context.get(apiContext)), search, cursor);
    return data<BrowseData>({ search, found, asking: 0 });
  } catch {
    return data<BrowseData>({ search, found: null, asking: 0 }, { status: 503 });
  }
}

/** In the browser the page shows at once, with skeletons until the cars are there. */
export function clientLoader({ request, params }: Route.ClientLoaderArgs): BrowseData {
  const { search, cursor } = read(request, params.island);
  return { search, found: findCars(api, search, cursor).catch(() => null), asking: ++askings };
}

export default function BrowsePage({ loaderData: { search, found, asking } }: Route.ComponentProps) {
  const [today] = useState(() => todayInNassau(new Date()));
  return (
    <div className="page-wrap-wide grid grid-cols-[minmax(0,1fr)] gap-6 pt-5 pb-16 md:pt-8 md:pb-20">
      <h1 className="text-2xl leading-[1.15]">{TITLE}</h1>
      <div className="grid gap-3">
        <Filters search={search} today={today} />
        <ActiveFilters search={search} today={today} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="min-h-6">
          <ResultCount key={asking} search={search} found={found} today={today} />
        </p>
        <SortSelect search={search} />
      </div>
      <Results key={asking} search={search} found={found} />
    </div>
  );
}
