// SQL over the marketplace-wide settings, which are one row.
import type { MarketplaceSettings } from "../../../contract/admin/admin-verifications.ts";
import type { Db } from "../../platform/database/database.ts";

export const readSettings = (db: Db): Promise<MarketplaceSettings> =>
  db.selectFrom("marketplace_settings").select("verified_drivers_only").executeTakeFirstOrThrow();

/** @returns the previous settings */
export async function saveSettings(
  db: Db,
  settings: MarketplaceSettings,
): Promise<MarketplaceSettings> {
  const before = await db
    .selectFrom("marketplace_settings")
    .select("verified_drivers_only")
    .forUpdate()
    .executeTakeFirstOrThrow();
  await db.updateTable("marketplace_settings").set(settings).execute();
  return before;
}
