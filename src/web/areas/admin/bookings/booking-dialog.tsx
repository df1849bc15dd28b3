// One booking in detail: people, dates, money and history, with the actions an admin can take.
import { Link } from "react-router";
import type { AdminBooking } from "../../../../contract/admin/admin-bookings.ts";
import { formatDeadline, formatInstant } from "../../../../domain/text/format.ts";
import { useApi } from "../../../api/use-api.ts";
import { BookingCar, ContactLinks } from "../../../parts/booking/booking-details.tsx";
import { BookingNumber } from "../../../parts/booking/booking-number.tsx";
import { MoneyTimeline } from "../../../parts/booking/booking-timeline.tsx";
import { formatBookingDates, paymentBadge } from "../../../parts/booking/booking-text.ts";
import { DecisionButtons } from "../../../parts/booking/decision/decision-buttons.tsx";
import { DetailsDialog, DetailsSection, Text } from "../../../parts/list/details-dialog.tsx";
import { LocationFact } from "../../../parts/map/open-in-maps.tsx";
import { IdentityBadge } from "../../../parts/person/identity-badge.tsx";
import { BOOKING_MODE_LABELS } from "../../../parts/page/shared-text.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Facts, type Fact } from "../../../ui/facts.tsx";
import { Ledger, PaymentSection } from "./booking-money.tsx";
import { RefundButton } from "./refund-button.tsx";
import { Refunds } from "./refunds.tsx";
import { Steps } from "./steps.tsx";

export function BookingDialog({ bookingId, onClose }: { bookingId: string; onClose: () => void }) {
  const query = useApi("GET /api/admin/bookings/{id}", { params: { id: bookingId } });
  return (
    <DetailsDialog
      title="Booking Details"
      what="booking"
      missing="There's no booking at this address."
      query={query}
      onClose={onClose}
      className="md:w-[min(48rem,100%)]"
    >
      {(data) => (
        <>
          <BookingCar booking={data.booking} />
          <div className="flex flex-wrap gap-2 empty:hidden">
            <DecisionButtons booking={data.booking} actor="admin">
              <RefundButton
                key={bookingId}
                booking={data.booking}
                mostCents={data.refundable_cents}
              />
            </DecisionButtons>
          </div>
          <Facts facts={listBookingFacts(data.booking)} className="grid-cols-1 sm:grid-cols-2" />
          <div className="grid gap-4 sm:grid-cols-2">
            <Person
              title="Renter"
              id={data.booking.renter_id}
              person={data.booking.renter}
              booking={data.booking}
            />
            <Person
              title="Host"
              id={data.booking.host_id}
              person={data.booking.car.host}
              booking={data.booking}
            />
          </div>
          <Text title="Special requests">{data.booking.special_requests}</Text>
          <Text title="Pickup instructions">{data.booking.car.pickup_instructions}</Text>
          <Text title="Reason">{data.booking.decision_reason}</Text>
          <PaymentSection {...data} />
          <Refunds {...data} />
          <MoneyTimeline booking={data.booking} viewer="admin" />
          <Ledger movements={data.movements} />
          <Steps steps={data.steps} />
          <p className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
            <Link to={paths.adminAudit({ about: bookingId })} className="link">
              View in audit log
            </Link>
            {data.booking.may.includes("read_receipt") && (
              <Link to={paths.bookingReceipt(bookingId)} className="link">
                View receipt
              </Link>
            )}
          </p>
        </>
      )}
    </DetailsDialog>
  );
}

function listBookingFacts(booking: AdminBooking): Fact[] {
  const payment = paymentBadge(booking);
  const instant = (at: string) => formatInstant(new Date(at));
  return [
    { label: "Booking", value: <BookingNumber number={booking.number} /> },
    { label: "ID", value: booking.id, className: "wrap-anywhere" },
    { label: "Created", value: instant(booking.created_at) },
    { label: "Dates", value: formatBookingDates(booking) },
    { label: "Location", value: <LocationFact {...booking.car} /> },
    { label: "Payment status", value: <Badge variant={payment.variant}>{payment.label}</Badge> },
    { label: "Booking type", value: BOOKING_MODE_LABELS[booking.booking_mode] },
    ...(booking.lapses_at ? [{ label: "Answer by", value: instant(booking.lapses_at) }] : []),
    ...(booking.status === "approved"
      ? [
          {
            label: "Renter can cancel until",
            value: formatDeadline(new Date(booking.cancellation.until)),
          },
        ]
      : []),
  ];
}

interface PersonProps {
  title: string;
  id: string;
  person: Omit<AdminBooking["renter"], "rating">;
  booking: AdminBooking;
}

function Person({ title, id, person, booking }: PersonProps) {
  return (
    <DetailsSection title={title}>
      <p className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={paths.adminUsers({ search: id })} className="link">
          {person.first_name} {person.last_name}
        </Link>
        <IdentityBadge state={person.identity} />
      </p>
      <ContactLinks booking={booking} email={person.email} phone={person.phone} />
    </DetailsSection>
  );
}
