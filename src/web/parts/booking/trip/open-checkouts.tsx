// The renter's checkouts that can still be paid, each with a link to it.
import { Link } from "react-router";
import { toPeriodParameters } from "../rental-days.ts";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatPeriod, formatTime } from "../../../../domain/text/format.ts";
import { useApi } from "../../../api/use-api.ts";
import { paths } from "../../../paths.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Note } from "../../../ui/note.tsx";

const LINK = "inline-block min-h-6 underline underline-offset-4 hover:no-underline";

/** Renders nothing while loading, or if there is none. */
export function OpenCheckouts() {
  const { data } = useApi("GET /api/checkout-sessions", {});
  return data?.checkouts.map(({ car, url, session_id, expires_at, ...dates }) => (
    <Note key={session_id} variant="sun" icon={<Icon name="clock" />}>
      <p>
        <a href={url} className={`${LINK} font-bold`}>
          Finish booking your {car.model}
        </a>
        , held until {formatTime(new Date(expires_at))}.
      </p>
      <p>
        {formatPeriod(toRentalPeriod(dates), todayInNassau(new Date()))} &middot;{" "}
        <Link to={paths.book(car.id, toPeriodParameters(toRentalPeriod(dates)))} className={LINK}>
          Change or cancel
        </Link>
      </p>
    </Note>
  ));
}
