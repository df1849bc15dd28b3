// What people need on the road, even without a network: the place, the instructions, numbers to
// call, what to show the police, and the keep-left card.
import type { Booking } from "../../../contract/bookings/bookings.ts";
import type { Trip } from "../../../contract/bookings/trips.ts";
import { compactPhone } from "../../../domain/person/phone.ts";
import { toPosition } from "../../../domain/place/maps-link.ts";
import { formatPhone } from "../../../domain/text/format.ts";
import { useRootData } from "../../api/request-context.ts";
import { Breakdown } from "../../ui/breakdown.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Panel } from "../../ui/panel.tsx";
import { carTitle, handoverPlace } from "../booking/booking-text.ts";
import { PickupInstructions } from "../booking/trip/trip-actions.tsx";
import { OpenInMaps } from "../map/open-in-maps.tsx";
import { KeepLeftCard } from "./keep-left-card.tsx";
import { PlacePicture } from "./place-picture.tsx";
import { formatAt, otherName } from "./trip-text.ts";

interface TripPapersProps {
  trip: Trip;
  booking: Booking;
}

export function TripPapers({ trip, booking }: TripPapersProps) {
  if (trip.side === "admin" || trip.state === "closed") return null;
  const isRenter = trip.side === "renter";
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <MeetingPlace booking={booking} />
      <Numbers trip={trip} booking={booking} />
      {isRenter && <PoliceStop trip={trip} booking={booking} />}
      {isRenter && <KeepLeftCard />}
    </div>
  );
}

function MeetingPlace({ booking }: Pick<TripPapersProps, "booking">) {
  const place = handoverPlace(booking);
  const point = toPosition(place);
  return (
    <Panel as="section" aria-labelledby="trip-place" className="grid gap-3">
      <h2 id="trip-place" className="text-xl">
        Where you meet
      </h2>
      {point && <PlacePicture point={point} name={place.location} />}
      <div>
        <p className="font-medium">{place.location}</p>
        {point && (
          <p className="text-muted-foreground tabular-nums">
            {point.latitude.toFixed(4)}, {point.longitude.toFixed(4)}
          </p>
        )}
        <OpenInMaps {...place} />
      </div>
      <PickupInstructions>{booking.car.pickup_instructions}</PickupInstructions>
    </Panel>
  );
}

function Numbers({ trip, booking }: TripPapersProps) {
  const emergencyLine = useRootData()?.contacts.emergencyPhone.text;
  const { phone } = trip.side === "renter" ? booking.car.host : booking.renter;
  const numbers = [
    { name: "Police, ambulance, fire", phone: "919", text: "919" },
    { name: "Police, ambulance, fire (other number)", phone: "911", text: "911" },
    ...(emergencyLine
      ? [{ name: "Our emergency line", phone: compactPhone(emergencyLine), text: emergencyLine }]
      : []),
    ...(phone ? [{ name: otherName(trip), phone, text: formatPhone(phone) }] : []),
  ];
  return (
    <Panel as="section" aria-labelledby="trip-numbers" className="grid gap-3">
      <h2 id="trip-numbers" className="text-xl">
        Numbers to call
      </h2>
      <ul className="grid gap-2">
        {numbers.map(({ name, phone: number, text }) => (
          <li key={number}>
            <a
              href={`tel:${number}`}
              className="flex min-h-11 items-center justify-between gap-3 rounded-md bg-surface-2 px-4 py-2 hover:underline"
            >
              <span>{name}</span>
              <span className="flex items-center gap-2 font-bold whitespace-nowrap tabular-nums">
                <Icon name="phone" size={16} />
                {text}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const fullName = ({ first_name, last_name }: Trip["renter"]): string =>
  `${first_name} ${last_name}`;

/** What to show the police. The car's papers are in the car; renters get no copies. */
function PoliceStop({ trip, booking }: TripPapersProps) {
  const { car } = booking;
  const { phone } = car.host;
  const facts = [
    { label: "Driver", amount: fullName(trip.renter) },
    ...booking.drivers.flatMap(({ state, name, is_verified: mayDrive }) =>
      state === "accepted" && name && mayDrive !== false
        ? [{ label: "Additional driver", amount: fullName(name) }]
        : [],
    ),
    { label: "Car", amount: `${car.year} ${carTitle(car)}` },
    { label: "Host", amount: fullName(trip.host) },
    ...(phone ? [{ label: "Host's phone", amount: formatPhone(phone) }] : []),
    { label: "Rented from", amount: formatAt(trip.pickup_at) },
    { label: "Rented until", amount: formatAt(trip.due_back_at) },
    { label: "Booking", amount: trip.booking_number },
  ];
  return (
    <Panel as="section" aria-labelledby="trip-police" className="grid gap-3">
      <h2 id="trip-police" className="text-xl">
        If the police stop you
      </h2>
      <p className="text-muted-foreground">
        Show this with your licence. The car&rsquo;s own papers are in the car.
      </p>
      <Breakdown lines={facts} />
    </Panel>
  );
}
