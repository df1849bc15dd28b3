// What a side chooses in the form for a change, and how that differs from the booking.
import { useState } from "react";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { daysWithoutHours } from "../../../../domain/booking/booking-rules.ts";
import {
  takenTime,
  toRentalPeriod,
  type RentalPeriod,
} from "../../../../domain/booking/rental-period.ts";
import { subtractTaken } from "../../../../domain/calendar/taken-time.ts";
import type { TimeOfDay } from "../../../../domain/calendar/time-of-day.ts";
import {
  chooseAddOns,
  type AddOnRequest,
  type OfferedAddOns,
} from "../../../../domain/listing/add-ons/add-ons.ts";
import { hasStock } from "../../../../domain/listing/add-ons/extras.ts";
import { useApi } from "../../../api/use-api.ts";
import type { PickedRange } from "../../../ui/form/date-range-field.tsx";
import { pickupOptions, returnOptions } from "../../booking/choice/chosen-times.ts";
import { useAvailability, type Availability } from "../../booking/choice/use-availability.ts";
import { toTimedPeriod, type PickedTimes } from "../../booking/rental-days.ts";
import type { WantedChange } from "./use-changes.ts";

interface Chosen {
  dates: PickedRange;
  times: PickedTimes;
  addOns: AddOnRequest;
}

const bookedPlaceId = ({ meeting_place }: Booking): string | null =>
  meeting_place?.place_id ?? null;

const asBooked = (booking: Booking): Chosen => ({
  dates: { start: booking.start_date, end: booking.end_date },
  times: { pickupTime: booking.pickup_time, returnTime: booking.return_time },
  addOns: { meetingPlaceId: bookedPlaceId(booking), extras: [] },
});

/** What differs from the booking; null while the dates are incomplete or nothing differs. */
function findWanted(booking: Booking, { dates, times, addOns }: Chosen): WantedChange | null {
  const { start, end } = dates;
  if (!start || !end) return null;
  const wanted = {
    ...(start !== booking.start_date && { start_date: start }),
    ...(end !== booking.end_date && { end_date: end }),
    ...(times.pickupTime !== booking.pickup_time && { pickup_time: times.pickupTime }),
    ...(times.returnTime !== booking.return_time && { return_time: times.returnTime }),
    ...(addOns.meetingPlaceId !== bookedPlaceId(booking) && {
      meeting_place_id: addOns.meetingPlaceId,
    }),
    ...(addOns.extras.length > 0 && { extras: [...addOns.extras] }),
  };
  return Object.keys(wanted).length > 0 ? wanted : null;
}

/** When other bookings take the car. Empty while unknown and if the car is no longer public; the
 *  server checks every change anyway. */
function useOthersTime(
  booking: Booking,
): Availability & { taken: ReturnType<typeof daysWithoutHours> } {
  const { availability } = useAvailability(booking.car.id, {
    bookingMode: booking.booking_mode,
    isDriverKnown: true,
  });
  const own = takenTime(toRentalPeriod(booking), availability.rules.turnaroundHours);
  const times = subtractTaken(availability.times, own);
  return { ...availability, times, taken: daysWithoutHours(times, availability.rules) };
}

/** The meeting places, and the extras that can still be added. Extras that set the terms of later
 *  charges can only be chosen when booking. */
function useOffered(booking: Booking): OfferedAddOns {
  const { data: car } = useApi(
    "GET /api/listings/{id}",
    { params: { id: booking.car.id } },
    { retry: false },
  );
  const places = car?.meeting_places ?? [];
  const { meeting_place: booked, lines } = booking;
  const isOffered = places.some(({ place_id }) => place_id === booked?.place_id);
  const fee_cents = lines.find(({ code }) => code === "meeting_place")?.amount_cents ?? 0;
  return {
    meetingPlaces: booked && !isOffered ? [{ ...booked, fee_cents }, ...places] : places,
    extras: car?.extras.filter(({ kind }) => hasStock(kind)) ?? [],
  };
}

/** The state of the form. `isPickupFixed`: the car is picked up, so only the return can move. */
export function useChangeChoice(booking: Booking, isPickupFixed: boolean) {
  const [chosen, setChosen] = useState(() => asBooked(booking));
  const availability = useOthersTime(booking);
  const offered = useOffered(booking);
  const choose = (change: Partial<Chosen>) => setChosen((now) => ({ ...now, ...change }));
  const { dates, times, addOns: requested } = chosen;
  const period = toTimedPeriod(dates, times);
  const pickTimes = (picked: Partial<PickedTimes>) => choose({ times: { ...times, ...picked } });
  return {
    dates,
    chooseDates: ({ start, end }: PickedRange) =>
      choose({ dates: { start: isPickupFixed ? booking.start_date : start, end } }),
    choosePeriod: ({ start, end, pickupTime, returnTime }: RentalPeriod) =>
      choose({ dates: { start, end }, times: { pickupTime, returnTime } }),
    period,
    /** Null for a booking without times, and until both dates are chosen. */
    times:
      period?.pickupTime && period.returnTime
        ? {
            pickup: isPickupFixed
              ? null
              : {
                  value: period.pickupTime,
                  options: pickupOptions(period, availability, new Date()),
                  onPick: (pickupTime: TimeOfDay) => pickTimes({ pickupTime }),
                },
            return: {
              value: period.returnTime,
              options: returnOptions(period, period.pickupTime, availability),
              onPick: (returnTime: TimeOfDay) => pickTimes({ returnTime }),
            },
            dayLimit: null,
          }
        : null,
    addOnChoice: {
      offered,
      requested,
      addOns: chooseAddOns(offered, requested).addOns,
      availability,
      period,
      location: booking.car.location,
      pickAddOns: (addOns: AddOnRequest) => choose({ addOns }),
    },
    availability,
    wanted: findWanted(booking, chosen),
  };
}

export type ChangeChoice = ReturnType<typeof useChangeChoice>;
