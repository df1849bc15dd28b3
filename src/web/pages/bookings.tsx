// A renter's own bookings, in the dashboard's frame.
import { MyBookings } from "../features/my-bookings/my-bookings.tsx";
import { TripReviews } from "../features/reviews/trip-reviews.tsx";
import { BookingListSkeleton } from "../lib/booking-list-skeleton.tsx";
import { pageMeta } from "../lib/page-meta.ts";

export const meta = () => pageMeta("My Bookings");

/** Read by the layout: what stands here until the session is known. */
export const handle = { Skeleton: BookingListSkeleton };

export default function BookingsPage() {
  return (
    <>
      <MyBookings />
      <TripReviews />
    </>
  );
}
