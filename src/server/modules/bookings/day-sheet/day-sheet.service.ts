// A host's day sheet: which cars come back and go out, with plate, renter and phone.
import { formatBookingNumber } from "../../../../domain/booking/booking-number.ts";
import { listExtras } from "../../../../domain/listing/add-ons/extras.ts";
import { daySheet } from "../../../../domain/booking/day-sheet.ts";
import { addDays, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { requireHost } from "../../../../domain/policies/host-area.ts";
import type { DbCtx, User } from "../../../platform/context.ts";
import { findHandovers, type HandoverRow } from "./day-sheet.repository.ts";

/** Only approved bookings: until then, a host does not know the renter's phone number. */
export async function readDaySheet(
  ctx: DbCtx,
  user: User,
  { from, days }: { from: CalendarDate; days: number },
) {
  requireHost(user);
  const rows = await findHandovers(ctx.db, user.id, { start: from, end: addDays(from, days) });
  const trips = rows.map((row) => ({
    carId: row.car_id,
    start: row.start_date,
    end: row.end_date,
    pickupTime: row.pickup_time,
    returnTime: row.return_time,
    row,
  }));
  return {
    days: daySheet(trips, { from, days }).map(({ date, cars }) => ({
      date,
      cars: cars.map(({ handovers }) => ({
        ...presentCar(handovers[0]!.trip.row),
        handovers: handovers.map(({ kind, time, trip }) => ({
          kind,
          time,
          ...presentTrip(trip.row),
        })),
      })),
    })),
  };
}

const presentCar = (row: HandoverRow) => ({
  id: row.car_id,
  title: row.title,
  make: row.make,
  model: row.model,
  year: row.year,
  color: row.color,
  license_plate: row.license_plate,
  location: row.location,
});

const presentTrip = (row: HandoverRow) => ({
  booking_id: row.booking_id,
  number: formatBookingNumber(row.number),
  start_date: row.start_date,
  end_date: row.end_date,
  renter: { first_name: row.first_name, last_name: row.last_name, phone: row.phone },
  meeting_place: row.meeting_place_name,
  extras: listExtras(row.extras),
  special_requests: row.special_requests,
  on_hold: row.on_hold,
});
