// A link to the trip of a booking, where renter and host record the pickup and the return.
import { Link } from "react-router";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";

export const TripLink = ({ booking, to }: { booking: Booking; to: string }) =>
  booking.has_trip && (
    <Button asChild variant="secondary" className="justify-self-start">
      <Link to={to}>
        <Icon name="key-round" size={18} />
        Pickup and return
      </Link>
    </Button>
  );
