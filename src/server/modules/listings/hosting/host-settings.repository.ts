// SQL for the settings of hosts.
import type { Selectable } from "kysely";
import type { BookingMode } from "../../../../domain/listing/listing.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { HostSettingsTable } from "../../../platform/database/schema.ts";

export const findHostSettings = (
  db: Db,
  hostId: string,
): Promise<Selectable<HostSettingsTable> | undefined> =>
  db.selectFrom("host_settings").selectAll().where("host_id", "=", hostId).executeTakeFirst();

export async function saveHostSettings(
  db: Db,
  hostId: string,
  booking_mode: BookingMode,
  now: Date,
): Promise<void> {
  const change = { booking_mode, updated_at: now.toISOString() };
  await db
    .insertInto("host_settings")
    .values({ host_id: hostId, ...change })
    .onConflict((conflict) => conflict.column("host_id").doUpdateSet(change))
    .execute();
}
