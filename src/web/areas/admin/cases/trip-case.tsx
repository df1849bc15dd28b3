// The page of a case for admins, with the form that decides it.
import { useParams } from "react-router";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { CasePage, type CasePageProps } from "../../../parts/trip/cases/case-page.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { paths } from "../../../paths.ts";
import { DecisionForm } from "./decision-form.tsx";

export const meta = () => pageMeta("Case, Admin");

const decisionForm: CasePageProps["decision"] = (found, trip) =>
  found.may.includes("decide") ? (
    <DecisionForm found={found} trip={trip} />
  ) : (
    found.state === "appealed" && (
      <Panel>
        <p>Another admin has to decide this appeal: someone who can decide about bookings.</p>
      </Panel>
    )
  );

export default function AdminTripCase() {
  const { bookingId = "", caseId = "" } = useParams();
  return (
    <CasePage
      key={caseId}
      bookingId={bookingId}
      caseId={caseId}
      back={{ label: "All cases", to: paths.adminTripCases() }}
      decision={decisionForm}
    />
  );
}
