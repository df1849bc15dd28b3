// A host's day sheet: which cars come back and go out, with plate, renter and phone.
import { formatBookingNumber } from "../../../../domain/booking/booking-number.ts";
import { listExtras } from "../../../../domain/listing/add-ons/extras.ts";
import type { HandoverKind } from "../../../../domain/trip/entry.ts";
import { runnerLinkExpiresAt, runnerLinkState } from "../../../../domain/helper/runner-link.ts";
import { daySheet } from "../../../../domain/booking/day-sheet.ts";
import { addDays, todayInNassau, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import {
  expectedEndDay,
  expectedPickup,
  expectedPickupAt,
  isOverdue,
  openDelay,
  toTripTimes,
} from "../../../../domain/trip/trip-end.ts";
import { dueBackAt } from "../../../../domain/trip/trip.ts";
import { earliestDueBack, type StormTimes } from "../../../../domain/storm/storm.ts";
import { listDrivers } from "../../../../domain/booking/drivers/drivers.ts";
import { requireHost } from "../../../../domain/policies/host-area.ts";
import type { DataCtx, User } from "../../../platform/context.ts";
import { helpsAnyone } from "../../helpers/rights.service.ts";
import { presentDrivers } from "../drivers/drivers.presenter.ts";
import { findStormsAt } from "../storms/storms.repository.ts";
import { findHandovers, type HandoverRow } from "./day-sheet.repository.ts";

/**
 * Only approved bookings: until then, a host does not know the renter's phone number.
 * @throws DomainError forbidden
 */
export async function readDaySheet(
  ctx: DataCtx,
  user: User,
  { from, days }: { from: CalendarDate; days: number },
) {
  const isHelper = await helpsAnyone(ctx.db, user.id, "handovers");
  if (!isHelper) requireHost(user);
  const now = ctx.clock.now();
  const reader = { userId: user.id, isHelper };
  const rows = await findHandovers(ctx.db, reader, { start: from, end: addDays(from, days) });
  const withLinks = rows.filter(({ runner_links }) => runner_links.length > 0);
  const storms = new Map(
    await Promise.all(
      [...new Set(withLinks.map(({ car_id }) => car_id))].map(
        async (id) => [id, await findStormsAt(ctx.db, id)] as const,
      ),
    ),
  );
  const today = todayInNassau(now);
  const trips = rows.map((row) => {
    const pickup = expectedPickup(row);
    return {
      carId: row.car_id,
      start: pickup.date,
      end: expectedEndDay(row.ended_on, row.end_date, today),
      pickupTime: pickup.time,
      returnTime: row.return_time,
      row,
    };
  });
  return {
    days: daySheet(trips, { from, days }).map(({ date, cars }) => ({
      date,
      cars: cars.map(({ handovers }) => ({
        ...presentCar(handovers[0]!.trip.row, user),
        handovers: handovers.map(({ kind, time, trip }) => ({
          kind,
          time,
          ...presentTrip(trip.row, now),
          ...presentHandover(trip.row, kind, now, storms.get(trip.row.car_id) ?? []),
        })),
      })),
    })),
  };
}

const presentCar = (row: HandoverRow, user: User) => ({
  id: row.car_id,
  title: row.title,
  make: row.make,
  model: row.model,
  year: row.year,
  color: row.color,
  license_plate: row.license_plate,
  location: row.location,
  island: row.island,
  host_first_name: row.host_id === user.id ? null : row.host_first_name,
});

/** The pickup or the return of a trip, as the sheet shows it. */
const presentHandover = (
  row: HandoverRow,
  kind: HandoverKind,
  now: Date,
  storms: readonly StormTimes[],
) => {
  const confirmedAt = kind === "pickup" ? row.picked_up_at : row.returned_at;
  const times = toTripTimes(row);
  const handoverAt =
    kind === "pickup"
      ? expectedPickupAt(times)
      : earliestDueBack(dueBackAt(times.period), storms, now);
  return {
    done: confirmedAt !== null,
    went_out_with: kind === "return" ? row.went_out_with : null,
    lockbox: row.has_lockbox,
    runner_links: row.runner_links
      .filter(({ handover }) => handover === kind)
      .map(({ id, name, opened_at, created_at, is_revoked }) => {
        const expiresAt = runnerLinkExpiresAt(handoverAt, new Date(created_at));
        return {
          id,
          name,
          opened_at: opened_at && new Date(opened_at).toISOString(),
          expires_at: expiresAt.toISOString(),
          state: runnerLinkState(
            {
              isRevoked: is_revoked,
              confirmedAt: confirmedAt === null ? null : new Date(confirmedAt),
              isTripOver: false,
              expiresAt,
            },
            now,
          ),
        };
      }),
  };
};

const presentTrip = (row: HandoverRow, now: Date) => ({
  booking_id: row.booking_id,
  number: formatBookingNumber(row.number),
  start_date: row.start_date,
  end_date: row.end_date,
  renter: { first_name: row.first_name, last_name: row.last_name, phone: row.phone },
  meeting_place: row.meeting_place_name,
  extras: listExtras(row.extras),
  drivers: listDrivers(presentDrivers(row, "host", now)),
  special_requests: row.special_requests,
  delayed_pickup_at: openDelay(row)?.toISOString() ?? null,
  overdue: isOverdue(toTripTimes(row), now),
  on_hold: row.on_hold,
});
