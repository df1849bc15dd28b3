// Addresses that no link leads to: a missing car, another host's listing, invalid dates.
import { addDays, todayInNassau } from "../src/domain/calendar/dates.ts";
import { formatDay } from "../src/domain/text/format.ts";
import { expect, hydrated, test } from "./fixtures.ts";
import { demoCar, expectStatus, expectToast, signInOnPage } from "./people.ts";
import { ADMIN, SEEDED_PASSWORD } from "./requests.ts";

test("a missing car gets a 404 page that says so", async ({ page, allowFailures }) => {
  const path = "/book/11111111-1111-4111-8111-111111111111";
  allowFailures([`GET 404 ${path}`, /GET 404 \/api\/host\/listings/]);
  for (const signedIn of [false, true]) {
    if (signedIn) await signInOnPage(page, ADMIN, SEEDED_PASSWORD);
    expect((await page.goto(path))?.status()).toBe(404);
    await expectStatus(page, "Car not found or not available");
    await expect(page.getByRole("heading", { level: 1, name: "Car not found" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Back to Browse" })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test("an admin reads another host's listing but can't open its form", async ({ page }) => {
  await signInOnPage(page, ADMIN, SEEDED_PASSWORD);
  const { id } = await demoCar(page, "instant", 0);
  await page.goto(`/host/listings/${id}/edit`);
  await expectToast(page, "Not Found");
  await expectStatus(page, "Listing not found or you don't have permission to edit it");
  await page.waitForURL("**/host/listings");
  await expect(page.getByLabel("Licence plate")).toHaveCount(0);
});

test("an end date that is not after the start is refused with the reason", async ({ page }) => {
  const today = todayInNassau(new Date());
  const start = addDays(today, 340); // In another year, which the panel shows.
  const car = await demoCar(page, "instant", 0);
  for (const end of [start, addDays(start, -3)]) {
    await page.goto(`/book/${car.id}?start_date=${start}&end_date=${end}`);
    await hydrated(page);
    await expect(page.getByRole("button", { name: /^Start date/ })).toContainText(
      formatDay(start, today),
    );
    await page.getByRole("button", { name: /^Book Now/ }).click();
    await expectToast(page, "Invalid Dates");
    await expectStatus(page, "End date must be after start date");
    await expect(page.getByRole("button", { name: /^End date/ })).toBeFocused();
  }
});
