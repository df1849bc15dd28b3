// The bookings of a host's cars, in the host area's frame.
import { HostBookings } from "./host-bookings.tsx";
import { TripReviews } from "../../../parts/review/trip-reviews.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Host Bookings");

export default function HostBookingsPage() {
  return (
    <>
      <HostBookings />
      <TripReviews />
    </>
  );
}
