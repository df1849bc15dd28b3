// A trip whose handovers the user helps with.
import { useParams } from "react-router";
import { pageMeta } from "../../parts/page/page-meta.ts";
import { TripPage } from "../../parts/trip/trip-page.tsx";
import { paths } from "../../paths.ts";

export const meta = () => pageMeta("Trip");

export default function HelpingTripPage() {
  const { bookingId = "" } = useParams();
  return (
    <TripPage
      key={bookingId}
      bookingId={bookingId}
      back={{ label: "Day sheet", to: paths.helpingDay() }}
      isHelper
    />
  );
}
