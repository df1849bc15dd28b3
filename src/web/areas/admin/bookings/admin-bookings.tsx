// All bookings, with a status filter, a search, an export and a dialog for details.
import { NothingFound } from "../admin-list.tsx";
import { ExportButton } from "../../../parts/list/export-button.tsx";
import { useListView, type ListFilters } from "../../../parts/list/list-view.ts";
import type { AdminBookingFilter } from "../../../../domain/booking/admin-booking-lists.ts";
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
  { value: "flagged", label: "Flagged" },
];

export default function AdminBookings() {
  const { view, toolbar, showAll, linkTo, closeDetails } = useListView(
    FILTERS,
    "booking",
    paths.adminBookings,
  );
  const { filter, search, openId } = view;
  const list = useAdminBookings(filter, search);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Bookings</h1>
        <ExportButton
          route="GET /api/admin/bookings.csv"
          call={{ query: { filter, search } }}
          name="bookings"
        />
      </div>
      <ListToolbar {...toolbar} label="Search bookings" placeholder="Number, car or person" />
      <Panel flush>
        <BookingsList
          list={list}
          linkTo={linkTo}
          empty={
            <NothingFound view={view} onShowAll={showAll} one="booking" none="No bookings yet" />
          }
        />
      </Panel>
      {openId && <BookingDialog bookingId={openId} onClose={closeDetails} />}
    </>
  );
}
