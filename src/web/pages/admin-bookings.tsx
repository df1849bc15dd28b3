// Everybody's bookings, in the admin's frame.
import { AdminBookings } from "../features/admin-bookings/admin-bookings.tsx";
import { pageMeta } from "../lib/page-meta.ts";

export const meta = () => pageMeta("Bookings, Admin");

export default function AdminBookingsPage() {
  return <AdminBookings />;
}
