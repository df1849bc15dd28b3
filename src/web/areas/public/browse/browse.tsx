// The cars to rent, with filters and sort order in the URL.
import { lazy, Suspense, use, useMemo, useRef, useState } from "react";
import { data, Link, redirect } from "react-router";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { isIslandId, islandName, type IslandId } from "../../../../domain/place/islands.ts";
import { ActiveFilters } from "./filters/active-filters.tsx";
import { browsePage, browseHeading, isLeftOut } from "./browse-meta.ts";
import type { Draft } from "./filters/filter-draft.ts";
import { FiltersForm, SortSelect } from "./filters/filters.tsx";
import { fetchResults } from "./fetch-cars.ts";
import { fetchPictureMarkers, type PictureMarkers } from "./map/fetch-markers.ts";
import { packCars, unpackCars, type PackedCars } from "./packed-cars.ts";
import { ResultCount, Results, type Finding } from "./results.tsx";
import { browsePath, readSearch, type Search } from "./search.ts";
import { RESULTS_ID, ViewTabs } from "./view-tabs.tsx";
import { api, openApi } from "../../../api/api.ts";
import { fetchIslandCounts, loadIslandCounts, type IslandCounts } from "./island-counts.ts";
import { IslandLinks } from "./island-links.tsx";
import { fetchStorms, type ShownStorms } from "../../../parts/storm/shown-storms.ts";
import { StormNotice } from "../../../parts/storm/storm-notice.tsx";
import { breadcrumbList, JsonLd } from "../../../parts/page/json-ld.tsx";
import { pageMeta, publicMeta } from "../../../parts/page/page-meta.ts";
import { useRootData } from "../../../api/request-context.ts";
import { apiContext } from "../../../api/server-context.ts";
import { cx } from "../../../ui/cx.ts";
import { paths } from "../../../paths.ts";
import type { Route } from "./+types/browse";

/** Loaded on demand: a first visit shows the grid. */
const MapLayout = lazy(async () => ({ default: (await import("./map/map-layout.tsx")).MapLayout }));
const IslandAbout = lazy(async () => ({
  default: (await import("./island-about.tsx")).IslandAbout,
}));

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return pageMeta("Browse");
  const { search, found, isPart } = loaderData;
  const cars = found && "count" in found ? found.count : undefined;
  return [
    ...publicMeta(matches, browsePage(search.island)),
    ...(isLeftOut(search, isPart, cars) ? [{ name: "robots", content: "noindex" }] : []),
  ];
}

/** The layout reads this: header and footer are as wide as the grid. */
export const handle = { wide: true };

interface BrowseData {
  search: Search;
  found: Finding | PackedCars;
  markers: PictureMarkers;
  /** The number of cars on each island. */
  counts: IslandCounts | Promise<IslandCounts>;
  storms: ShownStorms | Promise<ShownStorms>;
  /** A single further page of cars, as linked without JavaScript. */
  isPart: boolean;
  /** Distinguishes one request from the next. */
  asking: number;
}

/** Counted only in the browser: the server's HTML must always be the same to be cacheable. */
let askings = 0;

/**
 * @throws Response 404 for an unknown island
 * @throws Response a redirect to the page of the island that a form named
 */
function read(
  request: Request,
  island: string | undefined,
): { search: Search; cursor: string | null } {
  const { searchParams } = new URL(request.url);
  if (island !== undefined && !isIslandId(island)) throw data(null, { status: 404 });
  const search = readSearch(searchParams, todayInNassau(new Date()), island);
  if (search.island !== (island ?? null)) throw redirect(browsePath(search));
  return { search, cursor: searchParams.get("cursor") };
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { search, cursor } = read(request, params.island);
  const page = { search, isPart: cursor !== null, asking: 0 };
  try {
    const call = openApi(context.get(apiContext));
    const [found, markers, counts, storms] = await Promise.all([
      fetchResults(call, search, cursor),
      fetchPictureMarkers(call, search),
      fetchIslandCounts(call),
      fetchStorms(call),
    ]);
    return data<BrowseData>({
      ...page,
      found: packCars(found, search.view),
      markers,
      counts,
      storms,
    });
  } catch {
    const none = { found: null, markers: null, counts: null, storms: [] };
    return data<BrowseData>({ ...page, ...none }, { status: 503 });
  }
}

/** In the browser the page appears immediately, with skeletons until the cars arrive. */
export function clientLoader({ request, params }: Route.ClientLoaderArgs): BrowseData {
  const { search, cursor } = read(request, params.island);
  return {
    search,
    found: fetchResults(api, search, cursor).catch(() => null),
    markers: fetchPictureMarkers(api, search),
    counts: loadIslandCounts(),
    storms: fetchStorms(api),
    isPart: cursor !== null,
    asking: ++askings,
  };
}

/** Unpacks the cars of a rendered page once, so that they stay the same objects. */
const useFound = (loaded: BrowseData["found"]): Finding =>
  useMemo(() => (loaded && "packed" in loaded ? unpackCars(loaded) : loaded), [loaded]);

export default function BrowsePage({
  loaderData: { search, found: loaded, markers, counts, storms, isPart, asking },
}: Route.ComponentProps) {
  const { island } = search;
  const found = useFound(loaded);
  const [today] = useState(() => todayInNassau(new Date()));
  const entered = useRef<Draft>(null);
  const results = <Results key={asking} search={search} found={found} isPart={isPart} />;
  return (
    <div
      className={cx(
        "page-wrap-wide grid grid-cols-[minmax(0,1fr)] gap-6 pt-5 pb-16 md:pt-8 md:pb-20",
        search.view === "map" && "map-screen",
      )}
    >
      <div className="map-controls grid grid-cols-[minmax(0,1fr)] gap-6">
        <Heading search={search} />
        <div className="map-hidden grid gap-3 empty:hidden">
          <Suspense>
            <StormNotice storms={storms} island={island} />
          </Suspense>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <FiltersForm
            search={search}
            found={found}
            onEnter={(draft) => void (entered.current = draft)}
            today={today}
          />
          <ActiveFilters search={search} />
        </div>
        <div className="map-unseen flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="min-h-6">
            <ResultCount key={asking} search={search} found={found} />
          </p>
          <SortSelect search={search} found={found} entered={entered} />
        </div>
      </div>
      <div
        role="tabpanel"
        id={RESULTS_ID}
        aria-label={search.view === "map" ? "Map View" : "Grid View"}
      >
        {search.view === "map" ? (
          <Suspense>
            <MapLayout search={search} markers={markers}>
              {results}
            </MapLayout>
          </Suspense>
        ) : (
          results
        )}
      </div>
      {island && (
        <Suspense>
          <IslandAbout island={island} />
        </Suspense>
      )}
      <nav aria-labelledby="by-island" className="grid gap-3 border-t border-border pt-8 md:mt-2">
        <h2 id="by-island" className="text-xl">
          Browse by island
        </h2>
        <Suspense fallback={<IslandLinks />}>
          <CountedIslands counts={counts} />
        </Suspense>
      </nav>
    </div>
  );
}

const Heading = ({ search }: Pick<BrowseData, "search">) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
    {search.island && <Breadcrumb island={search.island} />}
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h1 className="map-unseen text-2xl leading-[1.15]">{browseHeading(search.island)}</h1>
      <ViewTabs search={search} />
    </div>
  </div>
);

const CountedIslands = ({ counts }: Pick<BrowseData, "counts">) => (
  <IslandLinks counts={counts instanceof Promise ? use(counts) : counts} />
);

/** The breadcrumb of an island page. The heading below names the island, so that only search
 *  engines get the last crumb. */
function Breadcrumb({ island }: { island: IslandId }) {
  const origin = useRootData()?.origin ?? "";
  const parents = [
    { name: "Home", path: paths.home() },
    { name: "Browse", path: paths.browse() },
  ];
  const here = { name: islandName(island), path: paths.browse({ island }) };
  return (
    <nav aria-label="Breadcrumb" className="map-hidden">
      <ol className="flex flex-wrap gap-x-2 text-sm text-muted-foreground">
        {parents.map(({ name, path }, index) => (
          <li key={path} className="flex items-center gap-x-2">
            {index > 0 && <span aria-hidden="true">/</span>}
            <Link
              to={path}
              className="inline-flex min-h-6 items-center hover:text-foreground hover:underline"
            >
              {name}
            </Link>
          </li>
        ))}
      </ol>
      <JsonLd data={breadcrumbList(origin, [...parents, here])} />
    </nav>
  );
}
