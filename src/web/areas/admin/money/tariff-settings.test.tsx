// The excess and the pump prices, which owners set.
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectSent, respondTo } from "../../../../../test/components/fake-api.ts";
import { button, messages, show } from "../../../../../test/components/screen.tsx";
import type { MarketplaceSettings } from "../../../../contract/admin/admin-verifications.ts";
import { ISLAND_IDS, islandName } from "../../../../domain/place/islands.ts";
import { TariffSettings } from "./tariff-settings.tsx";

const settings: MarketplaceSettings = {
  verified_drivers_only: false,
  documents_required: false,
  damage_excess_cents: 50_000,
  pump_prices: Object.fromEntries(
    ISLAND_IDS.map((island) => [island, 560]),
  ) as MarketplaceSettings["pump_prices"],
};
const exumas = page.getByLabelText(`${islandName("exumas")}, a gallon`);

beforeEach(() => respondTo("GET /api/admin/settings", () => settings));

test("sends only changed fields, and then shows what is stored", async () => {
  // Another owner has changed the excess since the page was opened.
  const saved = {
    ...settings,
    damage_excess_cents: 75_000,
    pump_prices: { ...settings.pump_prices, exumas: 631 },
  };
  respondTo("PATCH /api/admin/settings", () => {
    respondTo("GET /api/admin/settings", () => saved);
    return saved;
  });
  await show(<TariffSettings />);
  await page.getByText("Pump prices by island").click();
  await exumas.fill("$6.31");
  await button("Save").click();
  await expect.element(messages).toMatchTextContent(/Settings saved/);
  expectSent("PATCH /api/admin/settings", { body: { pump_prices: { exumas: 631 } } });
  await expect.element(page.getByLabelText(/^The most that damage can cost/)).toHaveValue("750.00");
  await expect.element(page.getByText(/“Never more than \$1,270.00”/)).toBeVisible();
});

test("opens the pump prices when one of them is wrong", async () => {
  await show(<TariffSettings />);
  await page.getByText("Pump prices by island").click();
  await exumas.fill("0.50");
  await page.getByText("Pump prices by island").click();
  await expect.element(exumas).not.toBeVisible();
  await button("Save").click();
  await expect.element(exumas).toBeVisible();
  await expect
    .element(page.getByText("Enter an amount from $1.00 to $20.00").first())
    .toBeVisible();
});
