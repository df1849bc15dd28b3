// The documents of the host's cars, with search, page by page.
import { Link, useNavigate, useSearchParams } from "react-router";
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import { documentWarnings } from "../../../../domain/listing/car-documents.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { CarSearch } from "../../../parts/listing/car-search.tsx";
import { loadMoreListings, useHostListings } from "../../../parts/listing/use-host-listings.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Note } from "../../../ui/note.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { CarDocuments, carId } from "./car-documents.tsx";
import { DOCUMENT_TITLES, documentId, documentState } from "./document-text.ts";
import { NotLoaded } from "../../../parts/list/not-loaded.tsx";
import { ShowMore } from "../../../parts/list/show-more.tsx";
import { Icon } from "../../../ui/icon.tsx";

/** The number of cars from which the search appears. */
const SEARCH_FROM = 4;

export function DocumentsSection() {
  const [params] = useSearchParams();
  const search = params.get("search")?.trim() ?? "";
  const navigate = useNavigate();
  // Replaces the history entry, because each pause in typing would add one otherwise.
  const searchFor = (requested: string) =>
    void navigate(paths.hostSettings(undefined, { search: requested }), {
      replace: true,
      preventScrollReset: true,
    });
  const list = useHostListings(search);
  const focus = useFocusAfterwards();
  const cars = list.data?.pages.flatMap((page) => page.listings) ?? [];
  const total = list.data?.pages[0]?.total ?? 0;
  const showMore = async () => {
    const next = await loadMoreListings(list);
    if (next) focus(carId(next.id));
  };
  if (list.isPending) return <LoadingCars />;
  if (!list.data)
    return (
      <Panel>
        <NotLoaded what="Your cars' documents" query={list} />
      </Panel>
    );
  return (
    <>
      {(search !== "" || total >= SEARCH_FROM) && (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <CarSearch search={search} onSearch={searchFor} />
          <p role="status" className="text-sm text-muted-foreground tabular-nums">
            {total} {total === 1 ? "car" : "cars"}
          </p>
        </div>
      )}
      <Attention cars={cars} />
      {cars.length === 0 ? (
        <Panel>
          <NoCars search={search} onShowAll={() => searchFor("")} />
        </Panel>
      ) : (
        <ul
          aria-busy={list.isPlaceholderData}
          className={cx("grid gap-5", list.isPlaceholderData && "opacity-60")}
        >
          {cars.map((listing) => (
            <li key={listing.id}>
              <CarDocuments listing={listing} />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <ShowMore list={list} className="justify-self-center" onClick={() => void showMore()} />
      )}
    </>
  );
}

/** Documents of the listed cars that have expired or soon will. Missing ones are shown with their
 *  cars. */
function Attention({ cars }: { cars: readonly HostListing[] }) {
  const today = todayInNassau(new Date());
  const pressing = cars.flatMap(({ id, title, documents }) =>
    documentWarnings(documents, today)
      .filter(({ warning }) => warning !== "missing")
      .map(({ kind }) => ({
        id: documentId(id, kind),
        title,
        kind,
        text: documentState(documents, kind, today).text,
      })),
  );
  if (pressing.length === 0) return null;
  return (
    <Note variant="sun" icon={<Icon name="circle-exclamation-point" />}>
      <b>Renew soon</b>
      <ul className="grid gap-1">
        {pressing.map(({ id, title, kind, text }) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-block min-h-6 underline">
              {DOCUMENT_TITLES[kind]}, {title}
            </a>
            . {text}
          </li>
        ))}
      </ul>
    </Note>
  );
}

function NoCars({ search, onShowAll }: { search: string; onShowAll: () => void }) {
  if (search)
    return (
      <EmptyState
        level={3}
        title="No cars found"
        text={`No car matches “${search}”.`}
        actions={<Button onClick={onShowAll}>Show all cars</Button>}
      />
    );
  return (
    <EmptyState
      level={3}
      title="No cars yet"
      text="List one to add its documents."
      actions={
        <Button asChild>
          <Link to={paths.hostNewListing()}>List your first car</Link>
        </Button>
      }
    />
  );
}

function LoadingCars() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading your cars' documents
      </p>
      {[1, 2].map((key) => (
        <Panel key={key} className="grid gap-4">
          <div className="flex items-center gap-4">
            <Skeleton className="aspect-3/2 w-24 rounded-md" />
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-5 w-[50%]" />
              <Skeleton className="w-[35%]" />
            </div>
          </div>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-14 w-full rounded-md" />
          ))}
        </Panel>
      ))}
    </>
  );
}
