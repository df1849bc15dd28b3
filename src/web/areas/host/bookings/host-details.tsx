// View Details for the host: the renter, the earnings, the request and the history.
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { formatDeadline, formatUsd } from "../../../../domain/text/format.ts";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { ContactLines, Prices } from "../../../parts/booking/booking-details.tsx";
import { DriversSection } from "../../../parts/booking/trip/drivers-list.tsx";
import { CalendarFileButton } from "../../../parts/booking/calendar-file-button.tsx";
import { Text } from "../../../parts/list/details-dialog.tsx";
import { MoneyTimeline, Timeline } from "../../../parts/booking/booking-timeline.tsx";
import { ChangesSection } from "../../../parts/trip/change/changes-section.tsx";
import { ChargesSection } from "../../../parts/trip/charges/charges-section.tsx";
import { TripLink } from "../../../parts/booking/trip/trip-link.tsx";
import { BookedStorm } from "../../../parts/storm/booked-storm.tsx";
import { TripOnHold } from "../../../parts/booking/trip/trip-on-hold.tsx";
import { RoadHelp, TripHelp } from "../../../parts/booking/trip/trip-actions.tsx";
import { LocationFact } from "../../../parts/map/open-in-maps.tsx";
import { DecisionButtons } from "../../../parts/booking/decision/decision-buttons.tsx";
import { ReviewButton } from "../../../parts/review/review-link.tsx";
import {
  formatBookingDates,
  handoverFacts,
  handoverPlace,
  isTripDay,
  paymentBadge,
} from "../../../parts/booking/booking-text.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import type { BreakdownLine } from "../../../ui/breakdown.tsx";
import { BookedCharges } from "../../../parts/booking/tariff/booked-charges.tsx";
import { Facts, type Fact } from "../../../ui/facts.tsx";
import { RenterRating } from "./renter-rating.tsx";

/** The content of the dialog in parts/booking/booking-details.tsx. */
export function HostDetails({ booking }: { booking: Booking }) {
  const { car, renter } = booking;
  const payment = paymentBadge(booking);
  const place = handoverPlace(booking);
  const facts: Fact[] = [
    { label: "Dates", value: formatBookingDates(booking), className: "col-span-full" },
    ...handoverFacts(booking),
    { label: place.label, value: <LocationFact {...place} /> },
    { label: "Payment status", value: <Badge variant={payment.variant}>{payment.label}</Badge> },
  ];
  if (booking.may.includes("approve") && booking.lapses_at)
    facts.push({
      label: "Answer by",
      value: formatDeadline(new Date(booking.lapses_at)),
      className: "col-span-full",
    });
  return (
    <>
      <TripOnHold booking={booking} viewer="host" />
      <BookedStorm booking={booking} viewer="host" />
      <Facts facts={facts} className="grid-cols-2" />
      <TripLink booking={booking} to={paths.hostTrip(booking.id)} />
      {booking.has_trip && (
        <ChangesSection booking={booking} viewer="host" to={paths.hostTrip(booking.id, "change")} />
      )}
      {isTripDay(booking, new Date()) && <RoadHelp inbox={paths.hostMessages} />}
      <CalendarFileButton booking={booking} />
      <ContactLines
        booking={booking}
        title="Renter"
        person={renter}
        hidden="You'll see how to reach the renter once the booking is approved."
      />
      <RenterRating booking={booking} />
      <DriversSection drivers={booking.drivers} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        <DecisionButtons booking={booking} />
      </div>
      <div className="empty:hidden">
        <ReviewButton booking={booking} about={renter.first_name} />
      </div>
      <Text title="Special requests">{booking.special_requests}</Text>
      <Prices booking={booking} earner="host" after={earnings(booking)} />
      <BookedCharges booking={booking} />
      {booking.has_trip && <ChargesSection bookingId={booking.id} side="host" />}
      <Text title="Pickup instructions">{car.pickup_instructions}</Text>
      <Text title="Reason">{booking.decision_reason}</Text>
      <Timeline booking={booking} />
      <MoneyTimeline booking={booking} viewer="host" />
      <TripHelp booking={booking} />
    </>
  );
}

function earnings({
  status,
  lines,
  host_share_cents,
  borne_by_host_cents,
}: Booking): BreakdownLine[] {
  if (status === "rejected" || status === "cancelled")
    return [{ label: "You earn", amount: formatUsd(0), kind: "due" }];
  const earnedCents = lines
    .filter(({ earner }) => earner === "host")
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const share = host_share_cents ?? 0;
  const borne = borne_by_host_cents ?? 0;
  return [
    {
      label: `${PRODUCT_NAME} fee`,
      amount: `-${formatUsd(earnedCents - share)}`,
      kind: "sub",
    },
    ...(borne > 0
      ? [{ label: "Refunded to the renter", amount: formatUsd(-borne), kind: "sub" } as const]
      : []),
    {
      label: status === "completed" ? "You earned" : "You earn",
      amount: formatUsd(share - borne),
      kind: "due",
    },
  ];
}
