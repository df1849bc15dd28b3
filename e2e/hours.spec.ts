// A car's hours and rules on its page: why they refuse a period, and the nearest one that they
// allow. Searching by time without scripts.
import type { Page } from "@playwright/test";
import { carPath } from "./car-page.ts";
import { examineAtBothSizes } from "./examine.ts";
import { expect, test } from "./fixtures.ts";
import { listCar } from "./host-cars.ts";
import { callAs, farDates, newPersonData, signInOnPage, signUpOnPage } from "./people.ts";
import { ADMIN, SEEDED_PASSWORD } from "./requests.ts";

/** Lists a car with rules and approves it. */
async function listCarWithRules(host: Page, admin: Page) {
  await signUpOnPage(host, newPersonData("Prescola"), "host");
  await signInOnPage(admin, ADMIN, SEEDED_PASSWORD);
  const rules = { pickup_from: "09:00", pickup_until: "17:00", min_days: 5 } as const;
  const car = await listCar(host, "Weekly Fit", "instant", rules);
  const { updated_at } = car;
  await callAs(admin, "POST", `/api/admin/listings/${car.id}/approve`, { updated_at });
  return car;
}

test("says why a car's rules refuse a period, and the nearest one is a press away", async ({
  page,
  newPerson,
}) => {
  const host = await (await newPerson()).newPage();
  const car = await listCarWithRules(host, await (await newPerson()).newPage());
  await page.goto(carPath(car, farDates(60)));
  await expect(page.getByText("Please book at least 5 days for these dates.")).toBeVisible();
  await page.getByRole("button", { name: "Choose other dates" }).click();
  await expect(page.locator("#booking-obstacle")).toBeFocused();
  await examineAtBothSizes(page);
  await page
    .getByRole("button", { name: /\(5 days\)$/ })
    .first()
    .click();
  await expect(page.getByText("This car has a")).toBeHidden();
  await expect(page.getByRole("button", { name: /^Book Now ·/ })).toBeVisible();

  await page.goto(`${carPath(car, farDates(60, 6))}&pickup_time=20:00`);
  await expect(page.getByText("from 9:00 AM to 5:00 PM. Please choose another")).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose other times" })).toBeVisible();
  await examineAtBothSizes(page);
  await page
    .getByRole("button", { name: /5:00 PM .*\(6 days\)$/ })
    .first()
    .click();
  await expect(page.getByLabel("Pickup time")).toHaveValue("17:00");
  await expect(page.getByLabel("Return time")).toHaveValue("17:00");
  await expect(page.getByRole("link", { name: "Back to results" })).toHaveAttribute(
    "href",
    /pickup_time=17%3A00$/,
  );
  await expect(page.getByRole("button", { name: /^Book Now ·/ })).toBeVisible();
  await callAs(host, "POST", `/api/host/listings/${car.id}/availability`, { is_available: false });
});

test("finds cars at a pickup and a return time without JavaScript", async ({
  newPerson,
  allowFailures,
}) => {
  allowFailures(["GET csp /assets/"]); // this browser's log for scripts it does not load
  const page = await (await newPerson({ javaScriptEnabled: false })).newPage();
  const { start_date, end_date } = farDates(60);
  await page.goto("/browse");
  await page.getByLabel("Start date").fill(start_date);
  await page.getByLabel("End date").fill(end_date);
  await page.getByText("More filters", { exact: true }).last().click();
  await page.getByLabel("Pickup time").selectOption("8:00 AM");
  await page.getByLabel("Return time").selectOption("6:30 PM");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.waitForURL(/pickup_time=08(?:%3A|:)00&return_time=18(?:%3A|:)30/);
  await expect(page.getByRole("article").first()).toContainText("4 days");
  await expect(page.getByLabel("Return time")).toHaveValue("18:30");
});
