// A host's own cars: search, the cards, and deleting one.
import { useState, type ReactNode } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { ShowMore } from "../../../parts/list/show-more.tsx";
import { loadMoreListings, useHostListings } from "../../../parts/listing/use-host-listings.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { useFailureToast } from "../../../api/use-api.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { SearchBox } from "../../../ui/form/search-box.tsx";
import { EmptyArt } from "../../../ui/empty-art.tsx";
import { DeleteListingDialog } from "./delete-listing-dialog.tsx";
import { HostListingCard, listingTitleId } from "./listing-card.tsx";
import { LISTING_GRID, LoadingListings } from "./listings-skeleton.tsx";
import { useDeleteListing } from "./use-delete-listing.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("My Listings");

export default function HostListings() {
  const { search, searchFor } = useSearch();
  const [deleting, setDeleting] = useState<HostListing | null>(null);
  const focus = useFocusAfterwards();
  const list = useHostListings(search);
  const { data, error, isFetchNextPageError } = list;
  useFailureToast(!data || isFetchNextPageError ? error : null, "Failed to load your listings");
  const listings = data?.pages.flatMap((page) => page.listings) ?? [];
  const [figures] = data?.pages ?? [];
  /** There is nothing to search yet. */
  const isNew = search === "" && figures?.total === 0;

  const removal = useDeleteListing((listing, deleted) => {
    setDeleting(null);
    // The deleted card had the focus.
    if (deleted) focus(listingTitleId(listing.id));
  });
  const showMore = async () => {
    const next = await loadMoreListings(list);
    if (next) focus(listingTitleId(next.id));
  };

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">My Listings</h1>
        <Button asChild>
          <Link to={paths.hostNewListing()}>Add New Car</Link>
        </Button>
      </div>
      {!isNew && (
        <Toolbar search={search} onSearch={searchFor}>
          {figures
            ? `${figures.total} ${figures.total === 1 ? "car" : "cars"}, ${figures.active} active`
            : list.isPending && <span className="sr-only">Loading your listings</span>}
        </Toolbar>
      )}
      {list.isPending ? (
        <LoadingListings />
      ) : !data ? (
        <Panel>
          <FailedState
            title="Your listings didn't load."
            text={sentenceFor(error, "Please try again in a moment.")}
            busy={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        </Panel>
      ) : listings.length === 0 ? (
        <Panel>
          <Empty search={search} onShowAll={() => searchFor("")} />
        </Panel>
      ) : (
        <Cards listings={listings} isStale={list.isPlaceholderData} onDelete={setDeleting} />
      )}
      {list.hasNextPage && (
        <ShowMore list={list} className="justify-self-center" onClick={() => void showMore()} />
      )}
      {deleting && (
        <DeleteListingDialog
          listing={deleting}
          busy={removal.isPending}
          onClose={() => setDeleting(null)}
          onDelete={() => removal.mutate(deleting)}
        />
      )}
    </>
  );
}

/** The search in the URL. */
function useSearch() {
  const [params] = useSearchParams();
  const search = params.get("search")?.trim() ?? "";
  const navigate = useNavigate();
  // Replaces the history entry, because each pause in typing would add one otherwise.
  const searchFor = (requested: string) =>
    void navigate(paths.hostListings({ search: requested }), {
      replace: true,
      preventScrollReset: true,
    });
  return { search, searchFor };
}

interface ToolbarProps {
  search: string;
  onSearch: (search: string) => void;
  /** The number of cars. */
  children: ReactNode;
}

function Toolbar({ search, onSearch, children }: ToolbarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <SearchBox
        label="Search listings"
        placeholder="Title, make, model or location"
        search={search}
        onSearch={onSearch}
        className="sm:w-80"
      />
      <p role="status" className="text-sm text-muted-foreground tabular-nums">
        {children}
      </p>
    </div>
  );
}

interface CardsProps {
  listings: readonly HostListing[];
  /** Whether another search is loading. */
  isStale: boolean;
  onDelete: (listing: HostListing) => void;
}

function Cards({ listings, isStale, onDelete }: CardsProps) {
  return (
    <ul aria-busy={isStale} className={cx(LISTING_GRID, isStale && "opacity-60")}>
      {listings.map((listing, index) => (
        <li key={listing.id} className="grid">
          <HostListingCard
            listing={listing}
            first={index === 0}
            onDelete={() => onDelete(listing)}
          />
        </li>
      ))}
    </ul>
  );
}

function Empty({ search, onShowAll }: { search: string; onShowAll: () => void }) {
  if (search)
    return (
      <EmptyState
        art={<EmptyArt of="search" />}
        title="No listings found"
        text={`No car matches “${search}”.`}
        actions={<Button onClick={onShowAll}>Show all listings</Button>}
      />
    );
  return (
    <EmptyState
      art={<EmptyArt of="plans" />}
      title="No listings yet"
      text="All you need is a few details, a daily price and some photos."
      actions={
        <Button asChild>
          <Link to={paths.hostNewListing()}>List your first car</Link>
        </Button>
      }
    />
  );
}
