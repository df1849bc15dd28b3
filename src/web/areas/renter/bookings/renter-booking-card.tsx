// One booking in the renter's list. Unavailable actions have no button (specification section 4);
// the server decides which are available.
import { Link } from "react-router";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { formatDeadline } from "../../../../domain/text/format.ts";
import { BookingCard } from "../../../parts/booking/booking-card.tsx";
import { describeTripCountdown, paymentAmount } from "../../../parts/booking/booking-text.ts";
import { PickupInstructions, TripActions } from "../../../parts/booking/trip/trip-actions.tsx";
import { TripLink } from "../../../parts/booking/trip/trip-link.tsx";
import { useTripOnPhone } from "../../../parts/booking/trip/use-trip-on-phone.ts";
import { ChangeNotice } from "../../../parts/trip/change/change-notice.tsx";
import { ReviewButton } from "../../../parts/review/review-link.tsx";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/note.tsx";
import { Well } from "../../../ui/panel.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { EndAction } from "./use-end-booking.tsx";

export interface RenterCardProps {
  booking: Booking;
  /** Whether it is the next trip, which shows how to get there. */
  isNext: boolean;
  onDetails: () => void;
  onEnd: (action: EndAction) => void;
}

const END_LABELS: Record<EndAction, string> = { withdraw: "Withdraw request", cancel: "Cancel" };

export function RenterCard({ booking, isNext, onDetails, onEnd }: RenterCardProps) {
  useTripOnPhone(booking, isNext);
  const { car } = booking;
  return (
    <BookingCard
      booking={booking}
      amount={paymentAmount(booking)}
      note={<CardNotes booking={booking} isNext={isNext} />}
    >
      {booking.may.includes("message") && (
        <Button asChild variant="secondary" size="small">
          <Link
            to={paths.messages({ booking: booking.id })}
            aria-label={`Message Host, ${car.title}`}
          >
            <Icon name="messages-square" size={16} />
            Message Host
          </Link>
        </Button>
      )}
      <Button
        variant="outline"
        size="small"
        aria-label={`View Details, ${car.title}`}
        onClick={onDetails}
      >
        View Details
      </Button>
      <ReviewButton booking={booking} about={car.title} />
      {(["withdraw", "cancel"] as const)
        .filter((action) => booking.may.includes(action))
        .map((action) => (
          <Button
            key={action}
            variant="ghost-destructive"
            size="small"
            aria-label={`${END_LABELS[action]}, ${car.title}`}
            className="md:ml-auto"
            onClick={() => onEnd(action)}
          >
            {END_LABELS[action]}
          </Button>
        ))}
    </BookingCard>
  );
}

/** What comes next: the trip, a storm, or the host's answer. */
function CardNotes({ booking, isNext }: Pick<RenterCardProps, "booking" | "isNext">) {
  const { car } = booking;
  const countdown = describeTripCountdown(booking, new Date());
  return (
    <>
      {countdown && !isNext && <p className="font-medium">{countdown}</p>}
      {isNext && (
        <Well className="grid gap-3">
          <p className="font-bold">{countdown}</p>
          {booking.has_trip && (
            <ChangeNotice booking={booking} viewer="renter" to={paths.trip(booking.id)} />
          )}
          <PickupInstructions>{car.pickup_instructions}</PickupInstructions>
          <TripLink booking={booking} to={paths.trip(booking.id)} variant="default" size="small" />
          <TripActions booking={booking} />
        </Well>
      )}
      {booking.storm && (
        <Note variant="sun" icon={<Icon name="triangle-exclamation-point" />}>
          {booking.storm.name} affects this trip. See your options under View Details.
        </Note>
      )}
      {booking.status === "pending" && booking.lapses_at && !booking.approving && (
        <Note variant="sun" icon={<Icon name="clock" />}>
          {car.host.first_name} has until {formatDeadline(new Date(booking.lapses_at))} to respond.
          After that, we'll release the hold on your card.
        </Note>
      )}
    </>
  );
}
