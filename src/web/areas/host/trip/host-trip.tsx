// The host's page of a trip.
import { useParams } from "react-router";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { TripPage } from "../../../parts/trip/trip-page.tsx";
import { paths } from "../../../paths.ts";

export const meta = () => pageMeta("Trip");

export default function HostTrip() {
  const { bookingId = "" } = useParams();
  return (
    <TripPage
      key={bookingId}
      bookingId={bookingId}
      back={{ label: "Trips", to: paths.hostBookings({ booking: bookingId }) }}
      messages={paths.hostMessages({ booking: bookingId })}
    />
  );
}
