// Everybody's bookings, in the admin's frame.
import { AdminBookings } from "./admin-bookings.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Bookings, Admin");

export default function AdminBookingsPage() {
  return <AdminBookings />;
}
