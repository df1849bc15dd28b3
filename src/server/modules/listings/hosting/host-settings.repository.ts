// SQL for the settings of hosts.
import type { Selectable } from "kysely";
import type { BookingMode } from "../../../../domain/listing/listing.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { HostSettingsTable } from "../../../platform/database/schema.ts";

export const findHostSettings = (
  ctx: Ctx,
  hostId: string,
): Promise<Selectable<HostSettingsTable> | undefined> =>
  ctx.db.selectFrom("host_settings").selectAll().where("host_id", "=", hostId).executeTakeFirst();

export async function saveHostSettings(
  ctx: Ctx,
  hostId: string,
  booking_mode: BookingMode,
): Promise<void> {
  const change = { booking_mode, updated_at: ctx.clock.now().toISOString() };
  await ctx.db
    .insertInto("host_settings")
    .values({ host_id: hostId, ...change })
    .onConflict((conflict) => conflict.column("host_id").doUpdateSet(change))
    .execute();
}
