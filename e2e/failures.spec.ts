// What a host and a renter see when the server fails (specification section 8): nothing is lost,
// and a retry succeeds.
import type { Page } from "@playwright/test";
import { expect, expectAfterRetries, test } from "./fixtures.ts";
import { card, fillListing, photo } from "./host-cars.ts";
import {
  expectStatus,
  expectToast,
  newPersonData,
  findStatus,
  signInOnPage,
  signUpOnPage,
} from "./people.ts";
import { HOST, SEEDED_PASSWORD, RENTER } from "./requests.ts";

test.beforeEach(({ allowFailures }) => allowFailures([/ 503 \/api\//]));

/**
 * Answers API calls with 503.
 * @returns a function that lets calls through again
 */
async function failing(page: Page, method: string, path: RegExp): Promise<() => Promise<void>> {
  const isMeant = ({ pathname }: URL): boolean => path.test(pathname);
  await page.route(isMeant, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 503, body: "" })
      : route.fallback(),
  );
  return () => page.unroute(isMeant);
}

test("creating, loading and updating a host's listing fail and are retried", async ({ page }) => {
  await page.clock.install();
  await signUpOnPage(page, newPersonData("Cyprianna"), "host");
  await page.goto("/host/listings/new");
  await fillListing(page, "Failing Fit");
  await page.locator("input[type=file]").setInputFiles([await photo("front.jpg")]);
  await expectToast(page, "1 image(s) uploaded successfully");
  let mend = await failing(page, "POST", /^\/api\/host\/listings$/);
  const create = page.getByRole("button", { name: "Create Listing" });
  await create.click();
  await expectStatus(page, "Failed to create listing");
  await expect(page.getByLabel("Title")).toHaveValue("Failing Fit");
  await mend();
  await create.click();
  await expectToast(page, "Your car listing has been created and is pending approval");
  await page.waitForURL("**/host/listings");
  const listing = card(page, "Failing Fit");

  mend = await failing(page, "GET", /^\/api\/host\/listings\/[\w-]+$/);
  const edit = listing.getByRole("link", { name: "Edit, Failing Fit" });
  await edit.click();
  await page.waitForURL("**/edit");
  await expectAfterRetries(page, findStatus(page, "Failed to load listing"));
  await page.waitForURL("**/host/listings");
  await mend();
  await edit.click();
  await page.getByLabel("Title").fill("Mended Fit");
  mend = await failing(page, "PUT", /^\/api\/host\/listings\//);
  const save = page.getByRole("button", { name: "Save Changes" });
  await save.click();
  await expectStatus(page, "Failed to update listing");
  await expect(page.getByLabel("Title")).toHaveValue("Mended Fit");
  await mend();
  await save.click();
  await expectToast(page, "Your car listing has been updated successfully");

  const remove = card(page, "Mended Fit").getByRole("button", { name: "Delete, Mended Fit" });
  await remove.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete Listing" }).press("Enter");
  await expectToast(page, "Listing deleted successfully");
  await expect(page.getByRole("heading", { name: "No listings yet" })).toBeVisible();
});

for (const { who, email, path, calls } of [
  { who: "a renter", email: RENTER, path: "/bookings", calls: /^\/api\/bookings$/ },
  { who: "a host", email: HOST, path: "/host/bookings", calls: /^\/api\/host\/bookings$/ },
])
  test(`${who}'s bookings fail to load, and load on retry`, async ({ page }) => {
    await page.clock.install();
    await signInOnPage(page, email, SEEDED_PASSWORD);
    const mend = await failing(page, "GET", calls);
    await page.goto(path);
    await expectAfterRetries(page, findStatus(page, "Failed to load your bookings"));
    await expect(
      page.getByRole("heading", { name: "We couldn't load your bookings." }),
    ).toBeVisible();
    await mend();
    await page.getByRole("button", { name: "Try again" }).click();
  });

test("a renter's dashboard fails to load, and loads on retry", async ({ page }) => {
  await page.clock.install();
  await signInOnPage(page, RENTER, SEEDED_PASSWORD);
  const mend = await failing(page, "GET", /^\/api\/dashboard$/);
  await page.goto("/dashboard");
  await expectAfterRetries(page, findStatus(page, "Failed to load dashboard data"));
  await mend();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Total Bookings")).toBeVisible();
});
