// What a renter needs on the way to the car: directions, the host, the instructions, and help.
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { mapsLink, toPosition } from "../../../../domain/place/maps-link.ts";
import { compactPhone } from "../../../../domain/person/phone.ts";
import { formatPhone } from "../../../../domain/text/format.ts";
import { handoverPlace } from "../booking-text.ts";
import { useRootData } from "../../../api/request-context.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Note } from "../../../ui/note.tsx";

/** The actions of a trip that the booking's state allows. Further ones are passed as children. */
export function TripActions({ booking, children }: { booking: Booking; children?: ReactNode }) {
  const { host } = booking.car;
  const { location, ...coordinates } = handoverPlace(booking);
  return (
    <div className="flex flex-wrap gap-2">
      <Button asChild variant="secondary" size="small">
        <a
          href={mapsLink({ location, position: toPosition(coordinates) })}
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="map-pin" size={16} />
          Open in Maps
        </a>
      </Button>
      {host.phone && (
        <Button asChild variant="secondary" size="small">
          <a href={`tel:${host.phone}`}>
            <Icon name="phone" size={16} />
            Call {host.first_name}
            <span className="font-regular tabular-nums max-md:hidden">
              {formatPhone(host.phone)}
            </span>
          </a>
        </Button>
      )}
      {children}
    </div>
  );
}

export const MessageHost = ({ booking }: { booking: Booking }): ReactNode =>
  booking.may.includes("message") && (
    <Button asChild variant="outline" size="small">
      <Link to={paths.messages({ booking: booking.id })}>
        <Icon name="messages-square" size={16} />
        Message {booking.car.host.first_name}
      </Link>
    </Button>
  );

/** Renders nothing without instructions, which a renter sees once the booking is approved. */
export function PickupInstructions({ children }: { children: string | null }) {
  if (!children) return null;
  return (
    <div>
      <h3 className="mb-1 font-sans text-xs font-regular tracking-normal text-muted-foreground">
        Pickup instructions
      </h3>
      <p className="wrap-anywhere whitespace-pre-line">{children}</p>
    </div>
  );
}

/** Opens the support form with the booking chosen. */
export const TripHelp = ({ booking }: { booking: Booking }): ReactNode => (
  <Link
    to={paths.supportForm({ category: "booking", booking: booking.id })}
    className="link justify-self-start text-sm"
  >
    Get help with this trip
  </Link>
);

/** For a trip in progress. `inbox` is the one of the viewer's area. */
export function RoadHelp({ inbox }: { inbox: typeof paths.messages }) {
  const emergencyPhone = useRootData()?.contacts.emergencyPhone.text;
  const link = "font-medium underline underline-offset-4 hover:no-underline";
  return (
    <Note variant="conch" icon={<Icon name="triangle-exclamation-point" />}>
      <b>Accident or breakdown?</b> If you&rsquo;re in danger, call 919 or 911 first.{" "}
      {emergencyPhone && (
        <>
          Then call our emergency line:{" "}
          <a
            href={`tel:${compactPhone(emergencyPhone)}`}
            className={`${link} inline-block min-h-6 whitespace-nowrap`}
          >
            {emergencyPhone}
          </a>
          .{" "}
        </>
      )}
      Anything else?{" "}
      <Link to={inbox({ with: "support" })} className={`${link} inline-block min-h-6`}>
        Message support
      </Link>
    </Note>
  );
}
