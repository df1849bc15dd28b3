// "Extend trip", for a renter who has the car.
import { Link } from "react-router";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { paths } from "../../../paths.ts";
import { useChanges } from "./use-changes.ts";

/** Renders nothing while a change can't be requested. */
export function ExtendLink({ trip }: { trip: Trip }) {
  const { data } = useChanges(trip.booking_id);
  if (!trip.pickup.confirmation || !data?.may_request) return null;
  return (
    <Button asChild>
      <Link to={paths.trip(trip.booking_id, "extend")} preventScrollReset>
        <Icon name="calendar-plus" size={18} />
        Extend trip
      </Link>
    </Button>
  );
}
