// Text typed into a listing form is never lost: drafts on several devices, concurrent changes, lost
// responses.
import { devices, type Page } from "@playwright/test";
import type { HostListing } from "../src/contract/host/host-listings.ts";
import { toListingForm } from "../test/listing-form.ts";
import { axe, expect, test } from "./fixtures.ts";
import { card, fillListing, listCar, photo } from "./host-cars.ts";
import { callAs, expectToast, newPersonData, signInOnPage, signUpOnPage } from "./people.ts";

/** The draft is on the server. */
const savedDraft = (page: Page) => page.getByText("Draft saved", { exact: true });
const draftIds = async (page: Page): Promise<string[]> =>
  (await callAs<{ drafts: { id: string }[] }>(page, "GET", "/api/host/listing-drafts")).drafts.map(
    ({ id }) => id,
  );

test("begins a listing on a phone and finishes it on a desktop", async ({ page, browser }) => {
  const person = newPersonData("Cleveland");
  const phoneContext = await browser.newContext({ ...devices["Pixel 7"] });
  const phone = await phoneContext.newPage();
  await signUpOnPage(phone, person, "host");
  await phone.goto("/host/listings/new");
  await phone.getByLabel("Title").fill("Breezy Fit");
  await phone.locator("input[type=file]").setInputFiles([await photo("front.jpg")]);
  await expect(phone.getByText("1 of 1 uploaded")).toBeVisible();
  await expect(savedDraft(phone)).toBeVisible();
  await axe(phone);

  await signInOnPage(page, person.email, person.password);
  await page.goto("/host/listings");
  await expect(card(page, "Breezy Fit").getByText("Draft", { exact: true })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "1 draft" })).toBeVisible();
  await axe(page);
  await page.getByRole("link", { name: "Continue, Breezy Fit" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Breezy Fit");
  await expect(page.getByText("1 of 1 uploaded")).toBeVisible();

  // Another photo from the phone arrives on the open page.
  await phone.locator("input[type=file]").setInputFiles([await photo("back.jpg", "coral")]);
  await expectToast(page, "Updated with the changes from your other device");
  await expect(page.getByText("2 of 2 uploaded")).toBeVisible();

  await fillListing(page, "Breezy Fit");
  await page.getByRole("button", { name: "Create Listing" }).click();
  await expectToast(page, "Your car listing has been created and is pending approval");
  await expect(card(page, "Breezy Fit").getByText("Pending Approval")).toBeVisible();
  expect(await draftIds(page)).toEqual([]);
  const { listings } = await callAs<{ listings: HostListing[] }>(page, "GET", "/api/host/listings");
  expect(listings.map(({ images }) => images.length)).toEqual([2]);
  await phoneContext.close();
});

test("two devices change a draft at once, and neither loses what was typed", async ({
  page,
  allowFailures,
}) => {
  allowFailures([/PUT 409 \/api\/host\/listing-drafts/]);
  await signUpOnPage(page, newPersonData("Cora"), "host");
  await page.goto("/host/listings/new");
  await page.getByLabel("Title").fill("Half a car");
  await expect(savedDraft(page)).toBeVisible();
  const path = `/api/host/listing-drafts/${(await draftIds(page))[0] ?? ""}`;
  const changeElsewhere = (version: number, content: object) =>
    callAs(page, "PUT", path, { version, content: { title: "Half a car", ...content } });

  // While this page's changes wait, another device saves first.
  await page.route(
    "**/api/host/listing-drafts/*",
    async (route) => {
      await changeElsewhere(1, { make: "Honda", model: "Fit" });
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByLabel("Title").fill("Three quarters of a car");
  const note = page.getByRole("alert").filter({ hasText: "changed on another device" });
  await expect(note).toBeFocused();
  await expect(note).toContainText("Different there: Make, Model.");
  await expect(page.getByText("Draft saved on this device").first()).toBeVisible();
  await note.getByRole("button", { name: "Keep mine" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Three quarters of a car");
  await expect(page.getByLabel("Make")).toHaveValue("Honda");
  await expect(savedDraft(page)).toBeVisible();

  await page.route(
    "**/api/host/listing-drafts/*",
    async (route) => {
      await changeElsewhere(3, { title: "A whole car" });
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByLabel("Title").fill("A car");
  await note.getByRole("button", { name: "Use that one" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("A whole car");
  await expect(savedDraft(page)).toBeVisible();
});

test("keeps a draft on the device while the network is lost, and discards it", async ({
  page,
  allowFailures,
}) => {
  allowFailures([/net::ERR_FAILED/]);
  await signUpOnPage(page, newPersonData("Ivan"), "host");
  await page.route("**/api/host/listing-drafts*/**", (route) => route.abort());
  await page.goto("/host/listings/new");
  await page.getByLabel("Title").fill("Offline Fit");
  await expect(page.getByText("Draft saved on this device").first()).toBeVisible();
  await page.goto("/host/listings");
  const draft = card(page, "Offline Fit");
  await expect(draft.getByText("Saved on this device only")).toBeVisible();

  await page.unroute("**/api/host/listing-drafts*/**");
  await draft.getByRole("link", { name: "Continue, Offline Fit" }).click();
  await expect(page.getByText("We restored your unsaved draft")).toBeVisible();
  await expect(savedDraft(page)).toBeVisible();
  await page.goto("/host/listings");
  await expect(draft.getByText("Last changed today")).toBeVisible();
  await draft.getByRole("button", { name: "Discard, Offline Fit" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard Draft" }).click();
  await expectToast(page, "Draft discarded");
  await expect(page.getByRole("heading", { name: "No listings yet" })).toBeVisible();
  expect(await draftIds(page)).toEqual([]);
});

test("signing out deletes what this device kept, and the draft on the server stays", async ({
  page,
}) => {
  const person = newPersonData("Cleveland");
  await signUpOnPage(page, person, "host");
  await page.goto("/host/listings/new");
  await page.getByLabel("Title").fill("Half a car");
  await expect(savedDraft(page)).toBeVisible();
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
  await page.goto("/host/listings");
  await page.getByRole("link", { name: "Continue, Half a car" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Half a car");
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
  const now = toListingForm(await callAs<HostListing>(page, "GET", path));
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
  await page.getByRole("link", { name: "Preview, Calmest Fit" }).click();
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
  allowFailures([
    /POST net::ERR_FAILED \/api\/host\/listings/,
    // The draft has become a listing, which the page does not know yet.
    /PUT (404|409) \/api\/host\/listing-drafts/,
  ]);
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
