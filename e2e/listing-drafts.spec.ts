// Text typed into a listing form is never lost: drafts, concurrent changes, lost responses.
import type { HostListing } from "../src/contract/host/host-listings.ts";
import { expect, test } from "./fixtures.ts";
import { card, fillListing, listCar, photo } from "./host-cars.ts";
import { callAs, expectToast, newPersonData, signInOnPage, signUpOnPage } from "./people.ts";

test("a draft belongs to its owner and is deleted on signing out", async ({ page }) => {
  const person = newPersonData("Cleveland");
  await signUpOnPage(page, person, "host");
  await page.goto("/host/listings/new");
  await page.getByLabel("Title").fill("Half a car");
  await expect(page.getByText("Draft saved in this browser")).toBeVisible();
  await page
    .getByRole("button", { name: /^Account menu/ })
    .filter({ visible: true })
    .click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expectToast(page, "Signed out");
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("draft"))),
  ).toEqual([]);
  await signInOnPage(page, person.email, person.password);
  await page.goto("/host/listings/new");
  await expect(page.getByLabel("Title")).toHaveValue("");
});

test("edits a car without losing a change made elsewhere meanwhile", async ({
  page,
  allowFailures,
}) => {
  allowFailures([
    /PUT 409 \/api\/host\/listings/,
    /GET 404 \/api\/(host\/)?listings/,
    /GET 404 \/car/,
  ]);
  await signUpOnPage(page, newPersonData("Oswald"), "host");
  const listing = await listCar(page, "Calm Fit");
  await page.goto("/host/listings");
  await page.getByRole("link", { name: "Edit, Calm Fit" }).click();
  await page.getByLabel("Title").fill("Calmer Fit");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expectToast(page, "Your car listing has been updated successfully");
  await expect(card(page, "Calmer Fit")).toBeVisible();

  await page.getByRole("link", { name: "Edit, Calmer Fit" }).click();
  await page.getByLabel("Title").fill("Calmest Fit");
  const path = `/api/host/listings/${listing.id}`;
  const {
    id: _id,
    is_available: _available,
    is_approved: _approved,
    rejection_reason: _reason,
    may: _may,
    documents: _documents,
    out_of_service: _outage,
    created_at: _created,
    ...now
  } = await callAs<HostListing>(page, "GET", path);
  await callAs(page, "PUT", path, { ...now, price_per_day: 52 });
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(
    page.getByText("This listing was changed elsewhere.", { exact: true }),
  ).toBeVisible();
  await expect(page.getByText(/Different there: Price per day\./)).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Calmest Fit");

  // After a reload, the draft and the differences are still shown.
  await page.reload();
  await expect(page.getByText(/Different there: Price per day\./)).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Calmest Fit");
  await expect(page.getByLabel("Price per day")).toHaveValue("48.50");
  await page.getByRole("button", { name: "Keep my changes" }).click();
  await expect(page.getByLabel("Price per day")).toHaveValue("52.00");
  await page.getByRole("button", { name: "Save Changes" }).click();
  // The toast of the first change may still be there.
  await expect(card(page, "Calmest Fit")).toBeVisible();
  expect(await callAs(page, "GET", path)).toMatchObject({
    title: "Calmest Fit",
    price_per_day: 52,
  });

  // Its host sees it before the public does, but cannot book there.
  await page.getByRole("link", { name: "View, Calmest Fit" }).click();
  await expect(page.getByText("Only you see this page.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Calmest Fit" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Book Now|Request to book)/ })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("Only you see this page.")).toBeVisible();

  await page.goto("/host/listings");
  await page.getByRole("button", { name: "Delete, Calmest Fit" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete Listing" }).click();
  await expectToast(page, "Listing deleted successfully");
  await expect(page.getByRole("heading", { name: "No listings yet" })).toBeVisible();
});

test("lists a car once when the response is lost, and saves later input as a change", async ({
  page,
  allowFailures,
}) => {
  allowFailures([/POST net::ERR_FAILED \/api\/host\/listings/]);
  await signUpOnPage(page, newPersonData("Ferdinand"), "host");
  await page.goto("/host/listings/new");
  await fillListing(page, "Lost Fit");
  await page.locator("input[type=file]").setInputFiles([await photo("front.jpg")]);
  await expectToast(page, "1 image(s) uploaded successfully");
  const create = page.getByRole("button", { name: "Create Listing" });
  const loseAnswer = () =>
    page.route(
      "**/api/host/listings",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  const titles = async () =>
    (await callAs<{ listings: HostListing[] }>(page, "GET", "/api/host/listings")).listings.map(
      ({ title }) => title,
    );
  await loseAnswer();
  await create.click();
  await expectToast(page, "Error");
  expect(await titles()).toEqual(["Lost Fit"]);

  // After a reload it is still the same car.
  await page.reload();
  await expect(page.getByText("We restored your unsaved draft")).toBeVisible();
  await create.click();
  await page.waitForURL("**/host/listings");
  await expect(card(page, "Lost Fit")).toBeVisible();
  expect(await titles()).toEqual(["Lost Fit"]);

  await page.getByRole("link", { name: "Add New Car" }).first().click();
  await fillListing(page, "Second Fit");
  await page.locator("input[type=file]").setInputFiles([await photo("front.jpg")]);
  await expect(page.getByText("1 of 1 uploaded")).toBeVisible();
  await loseAnswer();
  await create.click();
  await expect.poll(titles).toEqual(["Second Fit", "Lost Fit"]);
  await page.getByLabel("Title").fill("Found Fit");
  await create.click();
  await expectToast(page, "This car is already listed");
  await expect(page.getByRole("heading", { name: "Edit Listing" })).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Found Fit");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(card(page, "Found Fit")).toBeVisible();
  expect(await titles()).toEqual(["Found Fit", "Lost Fit"]);
});
