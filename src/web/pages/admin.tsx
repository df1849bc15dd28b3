// The admin's first page, in the admin's frame: what waits is answered right here.
import { BookingManagement } from "../features/admin-bookings/booking-management.tsx";
import { ListingApproval } from "../features/admin-listings/listing-approval.tsx";
import { AdminOverview } from "../features/admin-overview/admin-overview.tsx";
import { pageMeta } from "../lib/page-meta.ts";

export const meta = () => pageMeta("Admin Dashboard");

export default function AdminPage() {
  return (
    <AdminOverview>
      {(figures) => (
        <>
          <BookingManagement pending={figures?.pending_bookings} />
          <ListingApproval />
        </>
      )}
    </AdminOverview>
  );
}
