// The settings of the whole marketplace, pump prices included, which owners change.
import type { Input } from "../../../contract/endpoint.ts";
import type {
  changeMarketplaceSettings,
  MarketplaceSettings,
} from "../../../contract/admin/admin-verifications.ts";
import { ISLAND_IDS } from "../../../domain/place/islands.ts";
import { checkExcess, checkPumpPrice } from "../../../domain/tariff/usage-terms.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import {
  inTransaction,
  type DbCtx,
  type TransactionCtx,
  type User,
} from "../../platform/context.ts";
import { notifyListingChanged } from "../../platform/realtime/events.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import {
  findPumpPrices,
  lockSettings,
  readSettings,
  savePumpPrices,
  saveSettings,
} from "./settings.repository.ts";

type PumpPrices = MarketplaceSettings["pump_prices"];
type SettingsChange = Input<typeof changeMarketplaceSettings>["body"];

export const readMarketplaceSettings = async ({ db }: DbCtx): Promise<MarketplaceSettings> => ({
  ...(await readSettings(db)),
  pump_prices: await findPumpPrices(db),
});

/** The pump prices that change, by island. @throws DomainError pump_price_out_of_range */
function changedPrices(
  before: PumpPrices,
  requested: SettingsChange["pump_prices"] = {},
): Partial<PumpPrices> {
  return Object.fromEntries(
    ISLAND_IDS.flatMap((island) => {
      const price = requested[island];
      if (price === undefined || price === before[island]) return [];
      checkPumpPrice(island, price);
      return [[island, price]];
    }),
  );
}

/**
 * Changes the settings that are named, for the pages that show them too. Bookings keep the excess
 * and the pump price of their time.
 * @throws DomainError excess_out_of_range, pump_price_out_of_range
 */
export const changeSettings = (
  ctx: TransactionCtx,
  admin: User,
  changes: SettingsChange,
): Promise<MarketplaceSettings> =>
  inTransaction(ctx, async (tx) => {
    if (changes.damage_excess_cents !== undefined) checkExcess(changes.damage_excess_cents);
    const settings = await lockSettings(tx.db);
    const prices = await findPumpPrices(tx.db);
    const after = {
      verified_drivers_only: changes.verified_drivers_only ?? settings.verified_drivers_only,
      documents_required: changes.documents_required ?? settings.documents_required,
      damage_excess_cents: changes.damage_excess_cents ?? settings.damage_excess_cents,
    };
    const isChanged = (name: keyof typeof after) => after[name] !== settings[name];
    const newPrices = changedPrices(prices, changes.pump_prices);
    const changesCarPages =
      isChanged("verified_drivers_only") ||
      isChanged("damage_excess_cents") ||
      Object.keys(newPrices).length > 0;
    if (!changesCarPages && !isChanged("documents_required"))
      return { ...settings, pump_prices: prices };
    await saveSettings(tx.db, after);
    await savePumpPrices(tx.db, newPrices);
    await recordAudit(tx, {
      actorKind: "admin",
      actorId: admin.id,
      action: "marketplace.settings",
      subjectType: "account",
      subjectId: admin.id,
      before: { ...settings, ...recordPrices(newPrices, prices) },
      after: { ...after, ...recordPrices(newPrices) },
    });
    // Every car page shows these settings.
    if (changesCarPages) await notifyListingChanged(tx, "all");
    // The documents that pending cars need depend on it.
    if (isChanged("documents_required")) await publishLive(tx, "admins", "listings");
    await publishLive(tx, "admins", "profile");
    return { ...after, pump_prices: { ...prices, ...newPrices } };
  });

/** The changed prices as single values, which the audit log compares. */
const recordPrices = (changed: Partial<PumpPrices>, from: Partial<PumpPrices> = changed) =>
  Object.fromEntries(
    ISLAND_IDS.filter((island) => changed[island] !== undefined).map((island) => [
      `pump_price_${island.replaceAll("-", "_")}_cents`,
      from[island],
    ]),
  );
