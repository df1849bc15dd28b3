// The next pickups and the next returns.
import type { TimeOfDay } from "../../../../domain/calendar/time-of-day.ts";
import { Link } from "react-router";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { expectedPickup, isOverdue, toTripTimes } from "../../../../domain/trip/trip-end.ts";
import { addDays, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { formatDay, formatTimeOfDay } from "../../../../domain/text/format.ts";
import { BookingNumber } from "../../../parts/booking/booking-number.tsx";
import { carTitle } from "../../../parts/booking/booking-text.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Panel } from "../../../ui/panel.tsx";

export interface NextTripsProps {
  today: CalendarDate;
  pickups: readonly Booking[];
  returns: readonly Booking[];
}

export function NextTrips({ today, pickups, returns }: NextTripsProps) {
  return (
    <Panel as="section" aria-labelledby="next-trips" className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="next-trips" className="text-xl">
          Next pickups and returns
        </h2>
        <Link to={paths.hostDay()} className="link flex min-h-6 items-center text-sm">
          Day sheet
        </Link>
      </div>
      <Trips
        title="Pickups"
        none="No upcoming pickups."
        today={today}
        trips={pickups}
        getDay={(trip) => expectedPickup(trip).date}
        getTime={(trip) => expectedPickup(trip).time}
      />
      <Trips
        title="Returns"
        none="No cars are out."
        today={today}
        trips={returns}
        getDay={(trip) => trip.end_date}
        getTime={(trip) => trip.return_time}
      />
    </Panel>
  );
}

interface TripsProps {
  title: string;
  none: string;
  today: CalendarDate;
  trips: readonly Booking[];
  getDay: (trip: Booking) => CalendarDate;
  /** Null for a booking without times. */
  getTime: (trip: Booking) => TimeOfDay | null;
}

function Trips({ title, none, today, trips, getDay, getTime }: TripsProps) {
  const formatTripDay = (day: CalendarDate): string =>
    day === today ? "Today" : day === addDays(today, 1) ? "Tomorrow" : formatDay(day, today);
  return (
    <div>
      <h3 className="mb-1 font-sans text-sm font-regular tracking-normal text-muted-foreground">
        {title}
      </h3>
      {trips.length === 0 ? (
        <p className="text-sm">{none}</p>
      ) : (
        <ul className="divide-y divide-border">
          {trips.map((trip) => (
            <li
              key={trip.id}
              className="relative grid grid-cols-[5.5rem_minmax(0,1fr)] gap-3 py-2 text-sm"
            >
              <span className="tabular-nums">
                <b className="block">{formatTripDay(getDay(trip))}</b>
                <TripTime time={getTime(trip)} />
                {isOverdue(toTripTimes(trip), new Date()) && (
                  <Badge variant="destructive">Overdue</Badge>
                )}
              </span>
              <div className="min-w-0">
                <Link
                  to={paths.hostBookings({ booking: trip.id })}
                  className="block truncate font-medium after:absolute after:inset-0 hover:underline"
                >
                  {carTitle(trip.car)}
                </Link>
                <p className="wrap-anywhere text-muted-foreground">
                  {trip.car.license_plate && <>{trip.car.license_plate} &middot; </>}
                  {trip.renter.first_name} {trip.renter.last_name} &middot;{" "}
                  <BookingNumber number={trip.number} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const TripTime = ({ time }: { time: TimeOfDay | null }) =>
  time && <span className="text-muted-foreground">{formatTimeOfDay(time)}</span>;
