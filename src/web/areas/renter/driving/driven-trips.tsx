// The trips of other renters on which the user is an additional driver, for My Bookings.
import { Link } from "react-router";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatDayRange } from "../../../../domain/text/format.ts";
import { useApi } from "../../../api/use-api.ts";
import { carName } from "../../../parts/page/shared-text.ts";
import { paths } from "../../../paths.ts";
import { Panel } from "../../../ui/panel.tsx";

/** Renders nothing while loading, or if there is none. */
export function DrivenTrips() {
  const trips = useApi("GET /api/driving", {}).data?.trips ?? [];
  if (trips.length === 0) return null;
  return (
    <Panel className="grid gap-2">
      <h2 className="text-lg">Trips you drive on</h2>
      <ul className="divide-y divide-border">
        {trips.map(({ id, car, start_date, end_date, renter_first_name }) => (
          <li key={id} className="py-2">
            <Link to={paths.driving(id)} className="link font-medium wrap-anywhere">
              {carName(car)}, with {renter_first_name}
            </Link>
            <p className="text-sm text-muted-foreground">
              {formatDayRange({ start: start_date, end: end_date }, todayInNassau(new Date()))}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
