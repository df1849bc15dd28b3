// A link to the trip of a booking, where renter and host record the pickup and the return.
import { Link } from "react-router";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { Button, type ButtonProps } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";

interface TripLinkProps extends Pick<ButtonProps, "variant" | "size"> {
  booking: Booking;
  to: string;
}

export const TripLink = ({ booking, to, variant = "secondary", size = "medium" }: TripLinkProps) =>
  booking.has_trip && (
    <Button asChild variant={variant} size={size} className="justify-self-start">
      <Link to={to}>
        <Icon name="key-round" size={18} />
        Pickup and return
      </Link>
    </Button>
  );
