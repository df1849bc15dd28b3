// A host's own cars and the drafts of new ones: search, the cards or rows, and deleting one.
import { useState, type ReactNode } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import { DOCUMENTS_DUE, EXPIRES_SOON_DAYS } from "../../../../domain/listing/car-documents.ts";
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
import { Skeleton } from "../../../ui/skeleton.tsx";
import { SearchBox } from "../../../ui/form/search-box.tsx";
import { EmptyArt } from "../../../ui/empty-art.tsx";
import { LayoutChoice, type LayoutChoiceProps } from "../layout-choice.tsx";
import { useListLayout, type ListLayout } from "../list-layout.ts";
import { DeleteListingDialog } from "./delete-listing-dialog.tsx";
import { DraftCard, draftTitleId } from "./draft-card.tsx";
import { HostListingCard, listingTitleId } from "./listing-card.tsx";
import { DraftRow, ListingRow } from "./listing-row.tsx";
import { LISTING_GRID, LoadingListings } from "./listings-skeleton.tsx";
import { useDeleteListing } from "./use-delete-listing.ts";
import { useListingDrafts, type ShownDraft } from "./use-listing-drafts.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("My Listings");

export default function HostListings() {
  const { search, isDue, showAt } = useSearch();
  const [deleting, setDeleting] = useState<HostListing | null>(null);
  const [layout, setLayout] = useListLayout("listings");
  const focus = useFocusAfterwards();
  const list = useHostListings(search, isDue ? DOCUMENTS_DUE : undefined);
  const { data, error, isFetchNextPageError } = list;
  const drafts = useListingDrafts(isDue ? undefined : search);
  useFailureToast(!data || isFetchNextPageError ? error : null, "Failed to load your listings");
  const listings = data?.pages.flatMap((page) => page.listings) ?? [];
  const [figures] = data?.pages ?? [];
  /** There is nothing to search yet. */
  const isNew = search === "" && !isDue && figures?.total === 0 && drafts.length === 0;

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
      <Heading />
      {!isNew && (
        <Toolbar
          search={search}
          isDue={isDue}
          onSearch={(requested) => showAt(requested, isDue)}
          onDue={() => showAt(search, !isDue)}
          layout={layout}
          onLayout={setLayout}
        >
          {figures
            ? describeFigures(figures, drafts.length)
            : list.isPending && <span className="sr-only">Loading your listings</span>}
        </Toolbar>
      )}
      <Content
        {...{ list, layout, drafts, listings }}
        empty={<Empty search={search} isDue={isDue} onShowAll={() => showAt("", false)} />}
        onDelete={setDeleting}
      />
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

interface ContentProps {
  list: ReturnType<typeof useHostListings>;
  layout: ListLayout;
  drafts: readonly ShownDraft[];
  listings: readonly HostListing[];
  empty: ReactNode;
  onDelete: (listing: HostListing) => void;
}

function Content({ list, layout, drafts, listings, empty, onDelete }: ContentProps) {
  const shown = { drafts, listings, isStale: list.isPlaceholderData };
  const isRows = layout === "rows";
  if (list.isPending)
    return isRows ? <Skeleton className="h-96 rounded-lg" /> : <LoadingListings />;
  if (!list.data) return <Failed list={list} />;
  if (listings.length + drafts.length === 0) return <Panel>{empty}</Panel>;
  return isRows ? <Rows {...shown} /> : <Cards {...shown} onDelete={onDelete} />;
}

const Failed = ({ list }: { list: ReturnType<typeof useHostListings> }) => (
  <Panel>
    <FailedState
      title="Your listings didn't load."
      text={sentenceFor(list.error, "Please try again in a moment.")}
      busy={list.isFetching}
      onRetry={() => void list.refetch()}
    />
  </Panel>
);

const Heading = () => (
  <div className="flex flex-wrap items-center justify-between gap-3">
    <h1 className="text-2xl">My Listings</h1>
    <Button asChild>
      <Link to={paths.hostNewListing()}>Add New Car</Link>
    </Button>
  </div>
);

/** The search and the filter in the URL. */
function useSearch() {
  const [params] = useSearchParams();
  const search = params.get("search")?.trim() ?? "";
  const isDue = params.get("filter") === DOCUMENTS_DUE;
  const navigate = useNavigate();
  // Replaces the history entry, because each pause in typing would add one otherwise.
  const showAt = (requested: string, onlyDue: boolean) =>
    void navigate(
      paths.hostListings({ search: requested, ...(onlyDue && { filter: DOCUMENTS_DUE }) }),
      { replace: true, preventScrollReset: true },
    );
  return { search, isDue, showAt };
}

interface ToolbarProps extends LayoutChoiceProps {
  search: string;
  /** Whether only cars with documents that are due are shown. */
  isDue: boolean;
  onSearch: (search: string) => void;
  onDue: () => void;
  /** The number of cars. */
  children: ReactNode;
}

function Toolbar({ search, isDue, onSearch, onDue, children, ...layout }: ToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <SearchBox
        label="Search listings"
        placeholder="Title, plate, make or location"
        search={search}
        onSearch={onSearch}
        className="sm:w-80"
      />
      <Button
        variant={isDue ? "secondary" : "outline"}
        size="small"
        aria-pressed={isDue}
        onClick={onDue}
      >
        Documents due
      </Button>
      <p role="status" className="text-sm text-muted-foreground tabular-nums">
        {children}
      </p>
      <LayoutChoice {...layout} />
    </div>
  );
}

/** "3 cars, 2 active, 1 draft" */
function describeFigures(
  { total, active }: { total: number; active: number },
  drafts: number,
): string {
  const cars = `${total} ${total === 1 ? "car" : "cars"}, ${active} active`;
  return drafts === 0 ? cars : `${cars}, ${drafts} ${drafts === 1 ? "draft" : "drafts"}`;
}

interface RowsProps {
  drafts: readonly ShownDraft[];
  listings: readonly HostListing[];
  /** Whether another search is loading. */
  isStale: boolean;
}

/** The drafts, then the cars. */
const Rows = ({ drafts, listings, isStale }: RowsProps) => (
  <ul
    aria-busy={isStale}
    className={cx(
      "divide-y divide-border overflow-hidden rounded-lg bg-surface shadow-panel",
      isStale && "opacity-60",
    )}
  >
    {drafts.map((draft) => (
      <li key={draft.id}>
        <DraftRow draft={draft} />
      </li>
    ))}
    {listings.map((listing) => (
      <li key={listing.id}>
        <ListingRow listing={listing} />
      </li>
    ))}
  </ul>
);

interface CardsProps extends RowsProps {
  onDelete: (listing: HostListing) => void;
}

/** The drafts, then the cars. */
function Cards({ drafts, listings, isStale, onDelete }: CardsProps) {
  const focus = useFocusAfterwards();
  return (
    <ul aria-busy={isStale} className={cx(LISTING_GRID, isStale && "opacity-60")}>
      {drafts.map((draft) => (
        <li key={draft.id} className="grid">
          <DraftCard draft={draft} onDiscarded={() => focus(draftTitleId(draft.id))} />
        </li>
      ))}
      {listings.map((listing, index) => (
        <li key={listing.id} className="grid">
          <HostListingCard
            listing={listing}
            first={index === 0 && drafts.length === 0}
            onDelete={() => onDelete(listing)}
          />
        </li>
      ))}
    </ul>
  );
}

interface EmptyProps extends Pick<ToolbarProps, "search" | "isDue"> {
  onShowAll: () => void;
}

function Empty({ search, isDue, onShowAll }: EmptyProps) {
  if (isDue && !search)
    return (
      <EmptyState
        art={<EmptyArt of="plans" />}
        title="Nothing is due"
        text={`All documents are here and valid for more than ${EXPIRES_SOON_DAYS} days.`}
        actions={<Button onClick={onShowAll}>Show all listings</Button>}
      />
    );
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
