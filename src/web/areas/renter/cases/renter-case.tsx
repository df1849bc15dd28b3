// The renter's page of a case.
import { useParams } from "react-router";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { CasePage } from "../../../parts/trip/cases/case-page.tsx";
import { paths } from "../../../paths.ts";

export const meta = () => pageMeta("Case");

export default function RenterCase() {
  const { bookingId = "", caseId = "" } = useParams();
  return (
    <CasePage
      key={caseId}
      bookingId={bookingId}
      caseId={caseId}
      back={{ label: "The trip", to: paths.trip(bookingId) }}
    />
  );
}
