// The current or next trip: when it starts, where, how to get there and whom to call.
import { Link } from "react-router";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { BookingNumber } from "../../../parts/booking/booking-number.tsx";
import { BookingPhoto } from "../../../parts/booking/booking-photo.tsx";
import {
  carTitle,
  describeTripCountdown,
  formatBookingPeriod,
  handoverPlace,
  isTripDay,
} from "../../../parts/booking/booking-text.ts";
import {
  MessageHost,
  PickupInstructions,
  RoadHelp,
  TripActions,
} from "../../../parts/booking/trip/trip-actions.tsx";
import { TripLink } from "../../../parts/booking/trip/trip-link.tsx";
import { useTripOnPhone } from "../../../parts/booking/trip/use-trip-on-phone.ts";
import { BookedStorm } from "../../../parts/storm/booked-storm.tsx";
import { paths } from "../../../paths.ts";
import { Panel } from "../../../ui/panel.tsx";

export function NextTrip({ booking }: { booking: Booking }) {
  useTripOnPhone(booking, true);
  const { car } = booking;
  return (
    <Panel
      as="section"
      flush
      aria-labelledby="next-trip"
      className="grid md:grid-cols-[minmax(0,1fr)_clamp(14rem,26vw,22rem)]"
    >
      <BookingPhoto
        car={car}
        first
        sizes="(min-width: 48rem) 22rem, calc(100vw - 2rem)"
        className="rounded-none max-md:aspect-[5/2] md:order-last md:aspect-auto md:h-full"
      />
      <div className="grid content-start gap-4 p-5 md:p-7">
        <div className="grid gap-1">
          <h2
            id="next-trip"
            className="font-sans text-sm font-regular tracking-normal text-muted-foreground"
          >
            Next trip
          </h2>
          <p className="font-display text-2xl leading-[1.15] font-title tracking-[-.02em]">
            {describeTripCountdown(booking, new Date())}
          </p>
          <p className="wrap-anywhere">
            <Link to={paths.bookings({ booking: booking.id })} className="link font-medium">
              {carTitle(car)}
            </Link>
          </p>
          <p className="text-muted-foreground wrap-anywhere">
            {formatBookingPeriod(booking)} &middot; {handoverPlace(booking).location} &middot;{" "}
            <BookingNumber number={booking.number} />
          </p>
        </div>
        <BookedStorm booking={booking} viewer="renter" />
        <PickupInstructions>{car.pickup_instructions}</PickupInstructions>
        <TripLink booking={booking} to={paths.trip(booking.id)} variant="default" />
        <TripActions booking={booking}>
          <MessageHost booking={booking} />
        </TripActions>
        {isTripDay(booking, new Date()) && <RoadHelp inbox={paths.messages} />}
      </div>
    </Panel>
  );
}
