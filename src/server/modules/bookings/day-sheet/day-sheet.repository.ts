// SQL for the day sheet.
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { hourInNassau, type DateRange } from "../../../../domain/calendar/dates.ts";
import type { HandoverKind, TankLevel } from "../../../../domain/trip/entry.ts";
import type { Db } from "../../../platform/database/database.ts";
import { helpedCars, isLinkRevoked } from "../../helpers/rights.service.ts";
import { bookedExtras } from "../booked-extras.repository.ts";
import { bookedDrivers } from "../drivers/drivers.repository.ts";
import { CURRENT_STORM } from "../storms/current-storm.ts";
import { IS_ON_HOLD } from "../trip-holds/trip-holds.repository.ts";

export type HandoverRow = Awaited<ReturnType<typeof findHandovers>>[number];

/** A link of a handover, as the sheet shows it. */
export interface LinkRow {
  id: string;
  handover: HandoverKind;
  name: string;
  opened_at: string | null;
  created_at: string;
  is_revoked: boolean;
}

const RUNNER_LINKS = sql<LinkRow[]>`(
  select coalesce(json_agg(json_build_object('id', link.id, 'handover', link.handover, 'name', link.name,
    'opened_at', link.opened_at, 'created_at', link.created_at,
    'is_revoked', ${isLinkRevoked}) order by link.created_at), '[]')
  from runner_links link where link.booking_id = bookings.id)`;

/** The latest reading of the pickup: how far and how full the car went out. */
const WENT_OUT_WITH = sql<{ miles: number; level: TankLevel } | null>`(
  select entry.content from trip_entries entry
  where entry.booking_id = bookings.id and entry.handover = 'pickup' and entry.kind = 'reading'
  order by least(entry.made_at, entry.received_at) desc, entry.position desc limit 1)`;

interface SheetReader {
  userId: string;
  /** Whether to include the cars that the person helps with. */
  isHelper: boolean;
}

const isReadBy = ({ userId, isHelper }: SheetReader): RawBuilder<SqlBool> =>
  isHelper
    ? sql`(bookings.host_id = ${userId} or bookings.car_id in ${helpedCars(userId, "handovers")})`
    : sql`bookings.host_id = ${userId}`;

/**
 * Approved trips that begin or end on one of `days`, with delayed pickups, and the cars that are
 * out, by place and plate of the car.
 */
export const findHandovers = (db: Db, reader: SheetReader, days: DateRange) =>
  db
    .selectFrom("bookings")
    .innerJoin("car_listings as car", "car.id", "bookings.car_id")
    .innerJoin("profiles as renter", "renter.user_id", "bookings.renter_id")
    .innerJoin("profiles as host", "host.user_id", "bookings.host_id")
    .where(isReadBy(reader))
    .where("bookings.status", "=", "approved")
    .where((row) =>
      row.or([
        row.and([row("start_date", ">=", days.start), row("start_date", "<", days.end)]),
        row.and([row("end_date", ">=", days.start), row("end_date", "<", days.end)]),
        row.and([row("picked_up_at", "is not", null), row("returned_at", "is", null)]),
        row.and([row("ended_on", ">=", days.start), row("ended_on", "<", days.end)]),
        row.and([
          row("delayed_pickup_at", ">=", hourInNassau(days.start, 0).toISOString()),
          row("delayed_pickup_at", "<", hourInNassau(days.end, 0).toISOString()),
        ]),
      ]),
    )
    .select([
      "bookings.id as booking_id",
      "bookings.number",
      "bookings.start_date",
      "bookings.end_date",
      "bookings.pickup_time",
      "bookings.return_time",
      "bookings.picked_up_at",
      "bookings.status",
      "bookings.returned_at",
      "bookings.return_noticed_at",
      "bookings.ended_on",
      "bookings.delayed_pickup_at",
      "bookings.meeting_place_name",
      "bookings.special_requests",
      "car.id as car_id",
      "car.title",
      "car.make",
      "car.model",
      "car.year",
      "car.color",
      "car.license_plate",
      "car.location",
      "car.island",
      sql<boolean>`exists (select from car_lockboxes where car_id = car.id)`.as("has_lockbox"),
      "bookings.host_id",
      "host.first_name as host_first_name",
      RUNNER_LINKS.as("runner_links"),
      WENT_OUT_WITH.as("went_out_with"),
      "renter.first_name",
      "renter.last_name",
      "renter.phone",
      bookedExtras.as("extras"),
      bookedDrivers.as("drivers"),
      IS_ON_HOLD.as("on_hold"),
      CURRENT_STORM.as("storm"),
    ])
    .orderBy(sql`car.island nulls last`)
    .orderBy("car.location")
    .orderBy(sql`car.license_plate nulls last`)
    .orderBy("car.id")
    .orderBy("bookings.start_date")
    .execute();
