// One booking in the renter's list. Buttons for what can't be done are absent (specification section 4); the server decides that.
import { Clock, Mail } from "lucide-react";
import type { Booking } from "../../../contract/bookings.ts";
import { formatInstantInNassau, type CalendarDate } from "../../../domain/dates.ts";
import { BookingCard } from "../../lib/booking-card.tsx";
import { mailAbout, paymentAmount } from "../../lib/booking-words.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";

export interface RenterCardProps {
  booking: Booking;
  today: CalendarDate;
  onDetails: () => void;
  onCancel: () => void;
}

export function RenterCard({ booking, today, onDetails, onCancel }: RenterCardProps) {
  const { car } = booking;
  return (
    <BookingCard
      booking={booking}
      today={today}
      amount={paymentAmount(booking)}
      note={
        booking.status === "pending" &&
        booking.lapses_at &&
        !booking.approving && (
          <Note variant="sun" icon={<Clock aria-hidden="true" size={20} strokeWidth={1.75} />}>
            {car.host.first_name} has until {formatInstantInNassau(new Date(booking.lapses_at))} to answer. After that
            the hold on your card is released.
          </Note>
        )
      }
    >
      {car.host.email && (
        <Button asChild variant="secondary" size="small">
          <a href={mailAbout(booking, car.host.email)} aria-label={`Message Host, ${car.title}`}>
            <Mail aria-hidden="true" size={16} strokeWidth={2} />
            Message Host
          </a>
        </Button>
      )}
      <Button variant="outline" size="small" aria-label={`View Details, ${car.title}`} onClick={onDetails}>
        View Details
      </Button>
      {booking.cancellation.allowed && (
        <Button
          variant="ghost-destructive"
          size="small"
          aria-label={`Cancel, ${car.title}`}
          className="md:ml-auto"
          onClick={onCancel}
        >
          Cancel
        </Button>
      )}
    </BookingCard>
  );
}
