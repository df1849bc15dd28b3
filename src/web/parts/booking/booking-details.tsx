// The dialog about one booking: refetches it and shows what both sides see. The page adds what only
// one side sees.
import type { ReactNode } from "react";
import type { Booking } from "../../../contract/bookings/bookings.ts";
import { formatPhone } from "../../../domain/text/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { useApi } from "../../api/use-api.ts";
import { ChargeLines, type ChargeLinesProps } from "./charge-lines.tsx";
import { BookingNumber } from "./booking-number.tsx";
import { BookingPhoto } from "./booking-photo.tsx";
import { carTitle, describeCar, mailLinkAbout, statusBadge } from "./booking-text.ts";
import { DetailsDialog, DetailsSection } from "../list/details-dialog.tsx";
import { DriverFlags } from "../person/driver-flags.tsx";
import { IdentityBadge } from "../person/identity-badge.tsx";

export interface BookingDetailsProps {
  bookingId: string;
  /** The booking from the list, shown until the full one has loaded. */
  listed: Booking | undefined;
  onClose: () => void;
  children: (booking: Booking) => ReactNode;
}

export function BookingDetailsList({ bookingId, listed, onClose, children }: BookingDetailsProps) {
  const query = useApi("GET /api/bookings/{id}", { params: { id: bookingId } });
  return (
    <DetailsDialog
      title="Booking Details"
      what="booking"
      missing="We can't find this booking in your account."
      query={query}
      listed={listed}
      onClose={onClose}
      className="md:w-[min(38rem,100%)]"
    >
      {(booking) => (
        <>
          <BookingCar booking={booking} />
          {children(booking)}
        </>
      )}
    </DetailsDialog>
  );
}

/** What is booked, and the state of the booking. */
export function BookingCar({ booking }: { booking: Booking }) {
  const { car } = booking;
  const status = statusBadge(booking);
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-4">
      <BookingPhoto car={car} sizes="7rem" className="rounded-md" />
      <div className="grid justify-items-start gap-1">
        <h3 className="text-lg leading-[1.3] wrap-anywhere">{carTitle(car)}</h3>
        <p className="text-sm text-muted-foreground">
          {describeCar(car)} &middot; <BookingNumber number={booking.number} />
        </p>
        <Badge variant={status.variant}>{status.label}</Badge>
      </div>
    </div>
  );
}

/** The charge as it was made, unaffected by later changes of prices and fees. */
export const Prices = ({
  booking,
  ...rest
}: { booking: Booking } & Omit<ChargeLinesProps, "lines">) => (
  <ChargeLines lines={booking.lines} className="rounded-md bg-surface-2 p-4" {...rest} />
);

export interface ContactProps {
  booking: Booking;
  title: "Host" | "Renter";
  person: Omit<Booking["renter"], "rating" | "flags">;
  /** Shown for a request, when the two sides do not know each other's contact details yet. */
  hidden: string;
}

export function ContactLines({ booking, title, person, hidden }: ContactProps) {
  // The car's page already told the renter, before paying, if the host is not verified.
  const showsIdentity = title === "Renter" || person.identity === "verified";
  return (
    <DetailsSection title={title}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
        {person.first_name} {person.last_name}{" "}
        {showsIdentity && <IdentityBadge state={person.identity} />}
        {title === "Renter" && <DriverFlags flags={booking.renter.flags} besideIdentity />}
      </p>
      <ContactLinks booking={booking} email={person.email} phone={person.phone} />
      {!person.email && booking.status === "pending" && (
        <p className="text-sm text-muted-foreground">{hidden}</p>
      )}
    </DetailsSection>
  );
}

/** Links to contact a person about a booking, as far as their details are known. */
export function ContactLinks({ booking, email, phone }: ContactLinksProps) {
  return (
    <>
      {email && (
        <p>
          <a href={mailLinkAbout(booking, email)} className="link wrap-anywhere">
            {email}
          </a>
        </p>
      )}
      {phone && (
        <p>
          <a href={`tel:${phone}`} className="link">
            {formatPhone(phone)}
          </a>
        </p>
      )}
    </>
  );
}
interface ContactLinksProps {
  booking: Booking;
  email: string | null;
  phone: string | null;
}
