// The cases of a booking, each with its page, which has the file for a card dispute.
import { Link } from "react-router";
import { useApi } from "../../../api/use-api.ts";
import { DetailsSection } from "../../../parts/list/details-dialog.tsx";
import { CASE_BADGES, titleCase } from "../../../parts/trip/cases/case-text.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";

/** Renders nothing if there are none. */
export function BookingCases({ bookingId }: { bookingId: string }) {
  const { data } = useApi("GET /api/bookings/{id}/cases", { params: { id: bookingId } });
  if (!data || data.cases.length === 0) return null;
  return (
    <DetailsSection title="Cases">
      <ul className="grid gap-2">
        {data.cases.map((found) => (
          <li key={found.id} className="flex flex-wrap items-center justify-between gap-3">
            <Link to={paths.adminTripCase(bookingId, found.id)} className="link">
              {found.number}: {titleCase(found)}
            </Link>
            <Badge variant={CASE_BADGES[found.state].variant}>
              {CASE_BADGES[found.state].label}
            </Badge>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted-foreground">
        Each closed case has a PDF that you can use as evidence in a card dispute.
      </p>
    </DetailsSection>
  );
}
