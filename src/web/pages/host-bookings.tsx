// The bookings of a host's cars, in the host area's frame.
import { HostBookings } from "../features/host-bookings/host-bookings.tsx";
import { TripReviews } from "../features/reviews/trip-reviews.tsx";
import { pageMeta } from "../lib/page-meta.ts";

export const meta = () => pageMeta("Host Bookings");

export default function HostBookingsPage() {
  return (
    <>
      <HostBookings />
      <TripReviews />
    </>
  );
}
