// A renter's own bookings, in the dashboard's frame.
import { MyBookings } from "./my-bookings.tsx";
import { TripReviews } from "../../../parts/review/trip-reviews.tsx";
import { BookingListSkeleton } from "../../../parts/booking/booking-list-skeleton.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

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
