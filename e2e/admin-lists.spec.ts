// The admins' lists: sorted, limited to an island and days, added up, and the same after a reload.
import { examineAtBothSizes } from "./examine.ts";
import { expect, test } from "./fixtures.ts";
import { signInOnPage } from "./people.ts";
import { ADMIN, SEEDED_PASSWORD } from "./requests.ts";

test("sorts and limits bookings, and keeps what it shows over a reload", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInOnPage(page, ADMIN, SEEDED_PASSWORD);
  await page.goto("/admin/bookings");
  const rows = page.getByRole("table", { name: "Bookings" }).locator("tbody tr");
  await expect(rows).toHaveCount(20);
  await expect(page.getByText(/^20 of \d/)).toBeVisible();
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(40);
  const shown = await rows.count();
  await page.reload();
  await expect(rows).toHaveCount(shown);

  await page.getByRole("button", { name: "Pending" }).click();
  await page.waitForURL("**/admin/bookings?filter=pending");
  await page
    .getByRole("link", { name: /^Details, / })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Completed" }).click();
  await page.waitForURL("**/admin/bookings?filter=completed");

  await page.getByLabel("Sort by").selectOption("Highest total first");
  await page.waitForURL("**/admin/bookings?filter=completed&sort=highest");
  // The list before stays until the sorted one has arrived.
  await expect
    .poll(async () => {
      const texts = await rows.locator("td[data-label=Total]").allTextContents();
      const totals = texts.map((text) => Number(text.replace(/[$,]/g, "")));
      return totals.length > 1 && totals.every((total, nth) => total <= (totals[nth - 1] ?? total));
    })
    .toBe(true);
  await page.getByLabel("Island").selectOption("Exuma");
  await page.waitForURL("**/*&island=exumas");
  await page.getByLabel("From", { exact: true }).fill("2020-01-01");
  await page.waitForURL("**/*&from=2020-01-01");
  await page.getByLabel("To", { exact: true }).fill("2020-01-02");
  await page.waitForURL("**/*&to=2020-01-02");
  await expect(page.getByText("No booking matches these filters.")).toBeVisible();
  await examineAtBothSizes(page);
  await page.getByRole("button", { name: "Show all bookings" }).click();
  await page.waitForURL("**/admin/bookings");
  await expect(rows).toHaveCount(120); // as many as were shown before
});
