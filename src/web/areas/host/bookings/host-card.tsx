// One booking in the host's list.
import { Link } from "react-router";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { formatDeadline, formatUsd } from "../../../../domain/text/format.ts";
import { BookingCard } from "../../../parts/booking/booking-card.tsx";
import { carTitle } from "../../../parts/booking/booking-text.ts";
import { DriverFlags } from "../../../parts/person/driver-flags.tsx";
import { IdentityBadge } from "../../../parts/person/identity-badge.tsx";
import { ReviewButton } from "../../../parts/review/review-link.tsx";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/note.tsx";
import { RatingMark } from "../../../ui/stars.tsx";
import { DecisionButtons } from "../../../parts/booking/decision/decision-buttons.tsx";
import { Icon } from "../../../ui/icon.tsx";

/** What a request means to the host: "You earn $178.50. Answer by Sun, Nov 22, 2026, ...". */
export const requestText = ({ host_share_cents, lapses_at }: Booking): string =>
  `You earn ${formatUsd(host_share_cents ?? 0)}.${lapses_at ? ` Answer by ${formatDeadline(new Date(lapses_at))}.` : ""}`;

export interface HostCardProps {
  booking: Booking;
  onDetails: () => void;
  onDecided: () => void;
}

export function HostCard({ booking, onDetails, onDecided }: HostCardProps) {
  const { renter } = booking;
  const about = `${renter.first_name}, ${carTitle(booking.car)}`;
  return (
    <BookingCard
      booking={booking}
      fact={{
        label: "Renter",
        value: (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {renter.first_name} {renter.last_name}
            <IdentityBadge state={renter.identity} />
            {renter.rating && <RatingMark {...renter.rating} />}
            <DriverFlags flags={renter.flags} besideIdentity />
          </span>
        ),
      }}
      note={
        booking.may.includes("approve") && (
          <Note variant="sun" icon={<Icon name="clock" />}>
            {requestText(booking)}
          </Note>
        )
      }
    >
      {booking.may.includes("message") && (
        <Button asChild variant="secondary" size="small">
          <Link
            to={paths.hostMessages({ booking: booking.id })}
            aria-label={`Message Renter, ${about}`}
          >
            <Icon name="messages-square" size={16} />
            Message Renter
          </Link>
        </Button>
      )}
      <DecisionButtons booking={booking} onDecided={onDecided}>
        <Button
          variant="outline"
          size="small"
          aria-label={`View Details, ${about}`}
          onClick={onDetails}
        >
          View Details
        </Button>
      </DecisionButtons>
      <ReviewButton booking={booking} about={about} />
    </BookingCard>
  );
}
