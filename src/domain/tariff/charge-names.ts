// In its own file, so that a trip's page does not load the rest of the tariff.
import type { TariffKind } from "./tariff.ts";

/** What pages, emails, receipts and statements call each charge. */
export const CHARGE_NAMES: Readonly<Record<TariffKind | "change", string>> = {
  late_return: "Late return",
  distance: "Extra distance",
  fuel: "Fuel",
  charging: "Charging",
  cleaning: "Cleaning",
  smoking: "Smoking",
  lost_key: "Lost keys or documents",
  ticket: "Tickets and towing",
  damage: "Damage",
  /** What a change to the booking costs. */
  change: "Change to your trip",
};
