// All bookings, with a status filter, a search, an export and a dialog for details.
import { NothingFound } from "../admin-list.tsx";
import { RefineBar } from "../refine-bar.tsx";
import { useRefinedList, type SortChoices } from "../refinements.ts";
import { ExportButton } from "../../../parts/list/export-button.tsx";
import type { ListFilters } from "../../../parts/list/list-view.ts";
import type {
  AdminBookingFilter,
  AdminBookingSort,
} from "../../../../domain/booking/admin/admin-booking-lists.ts";
import { paths } from "../../../paths.ts";
import { ListToolbar } from "../../../ui/form/list-toolbar.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { BookingDialog } from "./booking-dialog.tsx";
import { BookingsList } from "./bookings-list.tsx";
import { useAdminBookings } from "./use-admin-bookings.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Bookings, Admin");

const FILTERS: ListFilters<AdminBookingFilter> = [
  { value: "all", label: "All" },
  { value: "pending", label: "Pending" },
  { value: "approved", label: "Approved" },
  { value: "completed", label: "Completed" },
  { value: "rejected", label: "Rejected" },
  { value: "cancelled", label: "Cancelled" },
  { value: "in_progress", label: "In progress" },
  { value: "today", label: "Pickup or return today" },
  { value: "flagged", label: "Flagged" },
];

const SORTS: SortChoices<AdminBookingSort> = [
  { value: "", label: "Newest booking first" },
  { value: "oldest", label: "Oldest booking first" },
  { value: "first_pickup", label: "Earliest pickup first" },
  { value: "last_pickup", label: "Latest pickup first" },
  { value: "first_return", label: "Earliest return first" },
  { value: "last_return", label: "Latest return first" },
  { value: "highest", label: "Highest total first" },
  { value: "lowest", label: "Lowest total first" },
];

export default function AdminBookings() {
  const { view, query, toolbar, refine, isRefined, showAll, linkTo, closeDetails } = useRefinedList(
    FILTERS,
    "booking",
    paths.adminBookings,
    SORTS,
    true,
  );
  const { openId } = view;
  const list = useAdminBookings(query);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Bookings</h1>
        <ExportButton route="GET /api/admin/bookings.csv" call={{ query }} name="bookings" />
      </div>
      <ListToolbar {...toolbar} label="Search bookings" placeholder="Number, car or person" />
      <RefineBar {...refine} />
      <Panel flush>
        <BookingsList
          list={list}
          linkTo={linkTo}
          empty={
            <NothingFound
              view={view}
              isRefined={isRefined}
              onShowAll={showAll}
              one="booking"
              none="No bookings yet"
            />
          }
        />
      </Panel>
      {openId && <BookingDialog bookingId={openId} onClose={closeDetails} />}
    </>
  );
}
