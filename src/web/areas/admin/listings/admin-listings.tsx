// All listings, with a state filter, a search, an export and a review dialog.
import type { AdminSort } from "../../../../contract/admin/admin.ts";
import { NothingFound } from "../admin-list.tsx";
import { MarketplaceSetting } from "../marketplace-setting.tsx";
import { RefineBar } from "../refine-bar.tsx";
import { useRefinedList, type SortChoices } from "../refinements.ts";
import { ExportButton } from "../../../parts/list/export-button.tsx";
import type { ListFilters } from "../../../parts/list/list-view.ts";
import type { AdminListingFilter } from "../../../../contract/admin/admin-listings.ts";
import { paths } from "../../../paths.ts";
import { ListToolbar } from "../../../ui/form/list-toolbar.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { ListingsList } from "./listings-list.tsx";
import { ReviewDialog } from "./review-dialog.tsx";
import { useAdminListings } from "./use-admin-listings.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Listings, Admin");

const FILTERS: ListFilters<AdminListingFilter> = [
  { value: "all", label: "All" },
  { value: "pending", label: "Pending" },
  { value: "rejected", label: "Rejected" },
  { value: "changed", label: "Changed" },
  { value: "invalid_documents", label: "Documents missing or expired" },
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
];

/** Pending listings have an order of their own: the undecided first, and of these the oldest. */
const SORTS: SortChoices<AdminSort> = [
  { value: "", label: "Standard order" },
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
];

export default function AdminListings() {
  const { view, query, toolbar, refine, isRefined, showAll, linkTo, closeDetails } = useRefinedList(
    FILTERS,
    "listing",
    paths.adminListings,
    SORTS,
    true,
  );
  const { openId } = view;
  const list = useAdminListings(query);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Listings</h1>
        <ExportButton route="GET /api/admin/listings.csv" call={{ query }} name="listings" />
      </div>
      <MarketplaceSetting
        setting="documents_required"
        title="What a car needs"
        label="Require documents"
        text="Before you approve a car, you need its self-drive plate, insurance and inspection: valid, and opened by an admin. Approved cars stay approved."
      />
      <ListToolbar {...toolbar} label="Search listings" placeholder="Car, place or host" />
      <RefineBar {...refine} />
      <Panel flush>
        <ListingsList
          list={list}
          level={2}
          linkTo={linkTo}
          empty={
            <NothingFound
              view={view}
              isRefined={isRefined}
              onShowAll={showAll}
              one="listing"
              none="No listings yet"
            />
          }
        />
      </Panel>
      {openId && <ReviewDialog listingId={openId} onClose={closeDetails} />}
    </>
  );
}
