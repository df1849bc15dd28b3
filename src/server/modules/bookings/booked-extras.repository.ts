// SQL for the extras that bookings include.
import { sql } from "kysely";
import type { ChosenExtra, ExtraRequest } from "../../../domain/listing/add-ons/extras.ts";
import type { Db } from "../../platform/database/database.ts";

/** An extra of a booking. It keeps its name, whatever the host changes. */
export interface BookedExtra extends ExtraRequest {
  name: string;
}

/** The extras of each selected booking, by name. */
export const bookedExtras = sql<BookedExtra[]>`(
  select coalesce(json_agg(json_build_object('extra_id', extra_id, 'name', name, 'quantity', quantity)
    order by name), '[]')
  from booking_extras where booking_id = bookings.id)`;

export async function insertBookingExtras(
  db: Db,
  bookingId: string,
  extras: readonly ChosenExtra[],
): Promise<void> {
  await db
    .insertInto("booking_extras")
    .values(
      extras.map(({ extra: { extra_id, name }, quantity }) => ({
        booking_id: bookingId,
        extra_id,
        name,
        quantity,
      })),
    )
    .execute();
}
