// SQL over the marketplace-wide settings, which are one row.
import type { MarketplaceSettings } from "../../../contract/admin/admin-verifications.ts";
import type { Ctx } from "../../platform/context.ts";

export const readSettings = (ctx: Ctx): Promise<MarketplaceSettings> =>
  ctx.db
    .selectFrom("marketplace_settings")
    .select("verified_drivers_only")
    .executeTakeFirstOrThrow();

/** @returns the previous settings */
export async function saveSettings(
  ctx: Ctx,
  settings: MarketplaceSettings,
): Promise<MarketplaceSettings> {
  const before = await ctx.db
    .selectFrom("marketplace_settings")
    .select("verified_drivers_only")
    .forUpdate()
    .executeTakeFirstOrThrow();
  await ctx.db.updateTable("marketplace_settings").set(settings).execute();
  return before;
}
