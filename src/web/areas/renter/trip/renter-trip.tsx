// The renter's page of a trip.
import { useParams } from "react-router";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { TripPage } from "../../../parts/trip/trip-page.tsx";
import { paths } from "../../../paths.ts";

export const meta = () => pageMeta("Your trip");

export default function RenterTrip() {
  const { bookingId = "" } = useParams();
  return (
    <TripPage
      key={bookingId}
      bookingId={bookingId}
      back={{ label: "My Bookings", to: paths.bookings({ booking: bookingId }) }}
      messages={paths.messages({ booking: bookingId })}
    />
  );
}
