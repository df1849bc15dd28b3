// View Details: everything that a renter may see about one booking. The URL names the booking.
import { Link } from "react-router";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { formatDeadline, formatUsd } from "../../../../domain/text/format.ts";
import { BookingCancellation } from "../../../parts/booking/cancellation-note.tsx";
import { ContactLines, Prices } from "../../../parts/booking/booking-details.tsx";
import { CalendarFileButton } from "../../../parts/booking/calendar-file-button.tsx";
import { Text } from "../../../parts/list/details-dialog.tsx";
import { MoneyTimeline } from "../../../parts/booking/booking-timeline.tsx";
import {
  describeTripCountdown,
  formatBookingDates,
  handoverFacts,
  handoverPlace,
  isTripDay,
  paymentBadge,
} from "../../../parts/booking/booking-text.ts";
import {
  MessageHost,
  PickupInstructions,
  RoadHelp,
  TripActions,
  TripHelp,
} from "../../../parts/booking/trip/trip-actions.tsx";
import { ChangesSection } from "../../../parts/trip/change/changes-section.tsx";
import { ChargesSection } from "../../../parts/trip/charges/charges-section.tsx";
import { TripLink } from "../../../parts/booking/trip/trip-link.tsx";
import { BookedStorm } from "../../../parts/storm/booked-storm.tsx";
import { TripOnHold } from "../../../parts/booking/trip/trip-on-hold.tsx";
import { LocationFact } from "../../../parts/map/open-in-maps.tsx";
import { ReviewButton } from "../../../parts/review/review-link.tsx";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { BookedCharges } from "../../../parts/booking/tariff/booked-charges.tsx";
import { Button } from "../../../ui/button.tsx";
import type { BreakdownLine } from "../../../ui/breakdown.tsx";
import { Facts, type Fact } from "../../../ui/facts.tsx";
import { RebookOffers } from "./rebook-offers.tsx";
import { TripDrivers } from "./drivers/trip-drivers.tsx";

interface RenterDetailsProps {
  booking: Booking;
  onWithdraw: () => void;
}

/** @param countdown what the trip's countdown says, if there is one; its map link is below it */
function toFacts(booking: Booking, countdown: ReturnType<typeof describeTripCountdown>): Fact[] {
  const payment = paymentBadge(booking);
  const place = handoverPlace(booking);
  const facts: Fact[] = [
    { label: "Dates", value: formatBookingDates(booking), className: "col-span-full" },
    ...handoverFacts(booking),
    { label: place.label, value: countdown ? place.location : <LocationFact {...place} /> },
    { label: "Payment status", value: <Badge variant={payment.variant}>{payment.label}</Badge> },
  ];
  if (booking.lapses_at && !booking.approving)
    facts.push({
      label: "Host responds by",
      value: formatDeadline(new Date(booking.lapses_at)),
      className: "col-span-full",
    });
  return facts;
}

/** The content of the dialog in parts/booking/booking-details.tsx. */
export function RenterDetails({ booking, onWithdraw }: RenterDetailsProps) {
  const { car } = booking;
  const countdown = describeTripCountdown(booking, new Date());
  return (
    <>
      <TripOnHold booking={booking} viewer="renter" />
      <BookedStorm booking={booking} viewer="renter" />
      <RebookOffers booking={booking} />
      {countdown && <p className="text-lg font-bold">{countdown}</p>}
      <Facts facts={toFacts(booking, countdown)} className="grid-cols-2" />
      <TripLink booking={booking} to={paths.trip(booking.id)} />
      {booking.has_trip && (
        <ChangesSection booking={booking} viewer="renter" to={paths.trip(booking.id, "change")} />
      )}
      <PickupInstructions>{car.pickup_instructions}</PickupInstructions>
      {countdown ? (
        <TripActions booking={booking}>
          <MessageHost booking={booking} />
          <CalendarFileButton booking={booking} />
        </TripActions>
      ) : (
        <CalendarFileButton booking={booking} />
      )}
      {isTripDay(booking, new Date()) && <RoadHelp inbox={paths.messages} />}
      <BookingCancellation booking={booking} />
      {booking.may.includes("withdraw") && (
        <Button
          variant="ghost-destructive"
          size="small"
          className="justify-self-start"
          onClick={onWithdraw}
        >
          Withdraw request
        </Button>
      )}
      <TripDrivers booking={booking} />
      <Prices
        booking={booking}
        drivers={
          booking.drivers.filter(({ state }) => state === "invited" || state === "accepted").length
        }
        after={goneBack(booking)}
      />
      <BookedCharges booking={booking} isRenter />
      <ContactLines
        booking={booking}
        title="Host"
        person={car.host}
        hidden="You'll see the host's contact details once the booking is approved."
      />
      <Text title="Special requests">{booking.special_requests}</Text>
      <Text title="Reason">{booking.decision_reason}</Text>
      <div className="empty:hidden">
        <ReviewButton booking={booking} about={car.title} />
      </div>
      {booking.has_trip && <ChargesSection bookingId={booking.id} side="renter" />}
      <MoneyTimeline booking={booking} viewer="renter" />
      {booking.may.includes("read_receipt") && (
        <Link to={paths.bookingReceipt(booking.id)} className="link justify-self-start text-sm">
          View receipt
        </Link>
      )}
      <TripHelp booking={booking} />
    </>
  );
}

/** Completed and pending refunds to the card, and returned credit. */
const goneBack = ({
  refunded_cents,
  refund_pending_cents,
  credit_returned_cents,
}: Booking): BreakdownLine[] => [
  ...(refunded_cents > 0 ? [{ label: "Refunded", amount: formatUsd(-refunded_cents) }] : []),
  ...(refund_pending_cents > 0
    ? [
        {
          label: "Refund on its way",
          amount: formatUsd(-refund_pending_cents),
          kind: "sub" as const,
        },
      ]
    : []),
  ...(credit_returned_cents > 0
    ? [
        {
          label: "Returned as credit",
          amount: formatUsd(credit_returned_cents),
          kind: "sub" as const,
        },
      ]
    : []),
];
