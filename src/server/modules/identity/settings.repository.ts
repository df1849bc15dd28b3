// SQL over the marketplace-wide settings, which are one row, and the pump prices.
import type { MarketplaceSettings } from "../../../contract/admin/admin-verifications.ts";
import { isIslandId } from "../../../domain/place/islands.ts";
import type { Db } from "../../platform/database/database.ts";

type Settings = Omit<MarketplaceSettings, "pump_prices">;

const settings = (db: Db) =>
  db
    .selectFrom("marketplace_settings")
    .select(["verified_drivers_only", "documents_required", "damage_excess_cents"]);

export const readSettings = (db: Db): Promise<Settings> => settings(db).executeTakeFirstOrThrow();

/** Like readSettings; they can't be changed before the end of the transaction. */
export const holdSettings = (db: Db): Promise<Settings> =>
  settings(db).forShare().executeTakeFirstOrThrow();

/** Locks the settings for the rest of the transaction. */
export const lockSettings = (db: Db): Promise<Settings> =>
  settings(db).forUpdate().executeTakeFirstOrThrow();

export async function saveSettings(db: Db, changed: Settings): Promise<void> {
  await db.updateTable("marketplace_settings").set(changed).execute();
}

/** The price of a US gallon on each island, in cents. */
export async function findPumpPrices(db: Db): Promise<MarketplaceSettings["pump_prices"]> {
  const rows = await db.selectFrom("pump_prices").selectAll().orderBy("island").execute();
  const prices = rows.flatMap(({ island, cents_per_gallon }) =>
    isIslandId(island) ? [[island, cents_per_gallon] as const] : [],
  );
  // The migration has a row for each island, and none is ever deleted.
  return Object.fromEntries(prices) as MarketplaceSettings["pump_prices"];
}

/** Call it with the settings locked. */
export async function savePumpPrices(
  db: Db,
  prices: Partial<MarketplaceSettings["pump_prices"]>,
): Promise<void> {
  for (const [island, cents_per_gallon] of Object.entries(prices))
    await db
      .updateTable("pump_prices")
      .set({ cents_per_gallon })
      .where("island", "=", island)
      .execute();
}
