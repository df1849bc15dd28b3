// The admin's first page, in the admin's frame: what waits is answered right here.
import { BookingManagement } from "../bookings/booking-management.tsx";
import { ListingApproval } from "../listings/listing-approval.tsx";
import { AdminOverview } from "./admin-overview.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

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
