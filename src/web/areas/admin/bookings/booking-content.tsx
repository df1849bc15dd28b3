// Everything that belongs to a booking itself, with the actions that an admin can take. The dialog
// and the page of a booking show it.
import { Link } from "react-router";
import type { AdminBooking } from "../../../../contract/admin/admin-bookings.ts";
import { formatDeadline, formatInstant } from "../../../../domain/text/format.ts";
import type { EndpointOutput } from "../../../api/api-cache.ts";
import { BookingCar, ContactLinks } from "../../../parts/booking/booking-details.tsx";
import { BookingNumber } from "../../../parts/booking/booking-number.tsx";
import { DriversSection } from "../../../parts/booking/trip/drivers-list.tsx";
import { MoneyTimeline } from "../../../parts/booking/booking-timeline.tsx";
import {
  formatBookingDates,
  handoverFacts,
  handoverPlace,
  paymentBadge,
} from "../../../parts/booking/booking-text.ts";
import { DecisionButtons } from "../../../parts/booking/decision/decision-buttons.tsx";
import { DetailsSection, Text } from "../../../parts/list/details-dialog.tsx";
import { LocationFact } from "../../../parts/map/open-in-maps.tsx";
import { ChangesSection } from "../../../parts/trip/change/changes-section.tsx";
import { BookingCases } from "./booking-cases.tsx";
import { ChargesSection } from "../../../parts/trip/charges/charges-section.tsx";
import { DriverFlags } from "../../../parts/person/driver-flags.tsx";
import { fullName } from "../../../parts/person/full-name.ts";
import { IdentityBadge } from "../../../parts/person/identity-badge.tsx";
import { BOOKING_MODE_LABELS } from "../../../parts/page/shared-text.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Facts, type Fact } from "../../../ui/facts.tsx";
import { PersonLink } from "../person-link.tsx";
import { HostFee } from "./host-fee.tsx";
import { Ledger, PaymentSection } from "./booking-money.tsx";
import { RefundButton } from "./refund-button.tsx";
import { Refunds } from "./refunds.tsx";
import { Steps } from "./steps.tsx";
import { TripOut } from "./trip-out.tsx";
import { TripRecord } from "./trip-record.tsx";
import { TripHold } from "./trip-hold.tsx";

export function BookingContent(data: EndpointOutput<"GET /api/admin/bookings/{id}">) {
  const { booking } = data;
  return (
    <>
      <BookingCar booking={booking} />
      <TripHold booking={booking} />
      <HostFee booking={booking} />
      <TripOut booking={booking} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        <DecisionButtons booking={booking} actor="admin">
          <RefundButton key={booking.id} booking={booking} mostCents={data.refundable_cents} />
        </DecisionButtons>
      </div>
      <Facts facts={listBookingFacts(booking)} className="grid-cols-1 sm:grid-cols-2" />
      <div className="grid gap-4 sm:grid-cols-2">
        <Person title="Renter" id={booking.renter_id} person={booking.renter} booking={booking} />
        <Person title="Host" id={booking.host_id} person={booking.car.host} booking={booking} />
      </div>
      <DriversSection drivers={booking.drivers} />
      <Text title="Special requests">{booking.special_requests}</Text>
      <Text title="Pickup instructions">{booking.car.pickup_instructions}</Text>
      <Text title="Reason">{booking.decision_reason}</Text>
      <PaymentSection {...data} />
      {booking.has_trip && <ChangesSection booking={booking} viewer="admin" />}
      {booking.has_trip && <TripRecord bookingId={booking.id} />}
      {booking.has_trip && <ChargesSection bookingId={booking.id} side="admin" />}
      {booking.has_trip && <BookingCases bookingId={booking.id} />}
      <Refunds {...data} />
      <MoneyTimeline booking={booking} viewer="admin" />
      <Ledger movements={data.movements} />
      <DetailsSection title="History">
        <Steps steps={data.steps} />
      </DetailsSection>
      <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <Link to={paths.adminAudit({ about: booking.id })} className="link">
          View in audit log
        </Link>
        {booking.may.includes("read_receipt") && (
          <Link to={paths.bookingReceipt(booking.id)} className="link">
            View receipt
          </Link>
        )}
      </p>
    </>
  );
}

function listBookingFacts(booking: AdminBooking): Fact[] {
  const payment = paymentBadge(booking);
  const instant = (at: string) => formatInstant(new Date(at));
  const place = handoverPlace(booking);
  const cancelUntil = new Date(booking.cancellation.until);
  return [
    { label: "Booking", value: <BookingNumber number={booking.number} /> },
    { label: "ID", value: booking.id, className: "wrap-anywhere" },
    { label: "Created", value: instant(booking.created_at) },
    { label: "Dates", value: formatBookingDates(booking) },
    ...handoverFacts(booking),
    { label: "Licence plate", value: booking.car.license_plate ?? "None" },
    { label: place.label, value: <LocationFact {...place} /> },
    { label: "Payment status", value: <Badge variant={payment.variant}>{payment.label}</Badge> },
    { label: "Booking type", value: BOOKING_MODE_LABELS[booking.booking_mode] },
    ...(booking.lapses_at ? [{ label: "Answer by", value: instant(booking.lapses_at) }] : []),
    ...(booking.status === "approved"
      ? [
          {
            label: `Renter ${cancelUntil < new Date() ? "could" : "can"} cancel until`,
            value: formatDeadline(cancelUntil),
          },
        ]
      : []),
  ];
}

interface PersonProps {
  title: string;
  id: string;
  person: Omit<AdminBooking["renter"], "rating" | "flags">;
  booking: AdminBooking;
}

function Person({ title, id, person, booking }: PersonProps) {
  return (
    <DetailsSection title={title}>
      <p className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <PersonLink id={id} name={fullName(person)} className="link" />
        <IdentityBadge state={person.identity} />
        {title === "Renter" && <DriverFlags flags={booking.renter.flags} besideIdentity />}
      </p>
      <ContactLinks booking={booking} email={person.email} phone={person.phone} />
    </DetailsSection>
  );
}
