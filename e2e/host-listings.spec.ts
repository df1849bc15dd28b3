// A host's cars: listing, switching on and off, other hosts' cars, and failed loads.
// listing-drafts.spec.ts covers editing.
import type { HostListing } from "../src/contract/host/host-listings.ts";
import { expect, expectAfterRetries, test } from "./fixtures.ts";
import { card, fillListing, leaving, photo, suggestions } from "./host-cars.ts";
import {
  callAs,
  expectStatus,
  expectToast,
  newPersonData,
  findStatus,
  signInOnPage,
  signUpOnPage,
  signUpInForm,
} from "./people.ts";

const DEMO_HOST = ["host@caydrive.test", "caydrive-demo"] as const;

test("lists a car: reports missing fields, keeps the draft over a reload, asks before leaving", async ({
  page,
}) => {
  await signUpInForm(page, newPersonData("Keva"), "host");
  await expect(page.getByRole("region", { name: "Get ready to host" })).toBeVisible();
  // The renter's dashboard links to the host area, too.
  await page.goto("/dashboard");
  const links = page.getByRole("region", { name: "Quick links" });
  await expect(links.getByRole("link", { name: "List a car" })).toHaveAttribute(
    "href",
    "/host/listings/new",
  );
  await links.getByRole("link", { name: "Host dashboard" }).click();
  await page.waitForURL("**/host/dashboard");
  await page.goto("/host/listings");
  await page.getByRole("link", { name: "List your first car" }).click();
  await expect(page.getByLabel("Year")).toHaveValue(String(new Date().getFullYear()));
  await expect(page.getByLabel("Transmission")).toHaveValue("automatic");
  await expect(page.getByLabel("Fuel type")).toHaveValue("gasoline");
  await expect(page.getByLabel("Seats", { exact: true })).toHaveValue("4");

  const create = page.getByRole("button", { name: "Create Listing" });
  await create.click();
  await expectToast(page, "Missing Information");
  await expectStatus(page, "Please fill in all required fields");
  const summary = page.getByRole("alert").filter({ hasText: "The listing can't be saved yet" });
  await expect(summary).toBeFocused();
  await summary.getByRole("link", { name: "Enter the make, like Toyota" }).click();
  await expect(page.getByLabel("Make")).toBeFocused();
  await expect(page.getByLabel("Make")).toHaveAccessibleDescription(/Enter the make/);

  await page.getByLabel("Make").fill("Honda");
  await expect(page.getByLabel("Make")).not.toHaveAccessibleDescription(/Enter the make/);
  await expect(summary.getByRole("link", { name: "Enter the make, like Toyota" })).toHaveCount(0);
  await expect(summary.getByRole("link", { name: "Enter a title" })).toBeVisible();

  await fillListing(page, "Breezy Fit");
  await create.click();
  await expectToast(page, "No Images");
  await expectStatus(page, "Please upload at least one image of your car");

  // A place by its name, then two photos, of which the second becomes the cover.
  const location = page.getByRole("combobox", { name: "Location" });
  await location.fill("stanel c");
  await suggestions(page)
    .filter({ hasText: /^Staniel Cay/ })
    .first()
    .click();
  await expect(location).toHaveValue(/^Staniel Cay/);
  await expect(page.getByLabel("Latitude")).toHaveValue(/^24\.1/);
  await page.getByLabel("Bluetooth").check();
  await page.getByText("Approval required").click();
  await page.getByLabel("Pickup instructions").fill("The key is in the lock box.");
  const files = [await photo("front.jpg"), await photo("back.jpg", "coral")];
  await page.locator("input[type=file]").setInputFiles(files);
  await expectToast(page, "2 image(s) uploaded successfully");
  await expect(summary).toHaveCount(0);
  const pictures = page.getByRole("list", { name: "Photos in their order" }).getByRole("img");
  await page.getByRole("button", { name: "Move photo 2 earlier" }).click();
  await expect(page.getByRole("button", { name: "Move photo 1 earlier" })).toBeFocused();
  await expect(page.getByText("Draft saved", { exact: true })).toBeVisible();

  await page.reload();
  await expect(page.getByText("We restored your unsaved draft")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Breezy Fit");
  await expect(page.getByLabel("Bluetooth")).toBeChecked();
  await expect(pictures).toHaveCount(2);

  await page.getByLabel("Colour").fill("Teal");
  await page.getByRole("link", { name: "Cancel" }).click();
  await leaving(page).getByRole("button", { name: "Keep Editing" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Breezy Fit");
  await create.click();
  await expectToast(page, "Your car listing has been created and is pending approval");
  await page.waitForURL("**/host/listings");
  await expect(card(page, "Breezy Fit").getByText("Pending Approval")).toBeVisible();
  await expect(
    card(page, "Breezy Fit").getByText(
      /Documents missing: self-drive plate, insurance and inspection\./,
    ),
  ).toBeVisible();

  const [listing] = (await callAs<{ listings: HostListing[] }>(page, "GET", "/api/host/listings"))
    .listings;
  expect(listing).toMatchObject({
    price_per_day: 48.5,
    features: ["Bluetooth"],
    booking_mode: "approval",
    pickup_instructions: "The key is in the lock box.",
    is_available: true,
    is_approved: false,
  });
  expect(listing?.images).toHaveLength(2);

  await page.getByRole("link", { name: "Upload documents, Breezy Fit" }).click();
  await page.waitForURL((url) => url.pathname.endsWith("/edit") && url.hash === "#documents");
  await expect(page.getByRole("heading", { name: "Documents" })).toBeFocused();
  await expect(page.getByRole("region", { name: "Documents" }).getByText("Missing")).toHaveCount(3);
  await page.goBack();

  // It is saved, so the next form has no draft.
  await page.getByRole("link", { name: "Add New Car" }).first().click();
  await expect(page.getByLabel("Title")).toHaveValue("");
});

test("refuses to edit another host's listing", async ({ page, allowFailures }) => {
  allowFailures([/GET 404 \/api\/host\/listings/]);
  await signUpOnPage(page, newPersonData("Inez"), "host");
  const response = await page.request.get("/api/listings");
  const [other] = ((await response.json()) as { listings: { id: string }[] }).listings;
  await page.goto(`/host/listings/${other?.id ?? ""}/edit`);
  await expectToast(page, "Not Found");
  await expectStatus(page, "Listing not found or you don't have permission to edit it");
  await page.waitForURL("**/host/listings");
});

test("takes a car off the site and puts it back", async ({ page }) => {
  await signInOnPage(page, ...DEMO_HOST);
  const { bookings } = await callAs<{
    bookings: { status: string; start_date: string; car: { title: string } }[];
  }>(page, "GET", "/api/host/bookings?filter=upcoming");
  const title = bookings.find(({ status }) => status === "approved")?.car.title ?? "";
  const onBrowse = async (): Promise<boolean> => {
    const found = await page.request.get("/api/listings?sort=price");
    let { listings, next_cursor } = (await found.json()) as {
      listings: { title: string }[];
      next_cursor: string | null;
    };
    while (next_cursor) {
      const more = await page.request.get(
        `/api/listings?sort=price&cursor=${encodeURIComponent(next_cursor)}`,
      );
      const next = (await more.json()) as {
        listings: { title: string }[];
        next_cursor: string | null;
      };
      listings = [...listings, ...next.listings];
      next_cursor = next.next_cursor;
    }
    return listings.some((car) => car.title === title);
  };
  expect(await onBrowse()).toBe(true);

  await page.goto("/host/listings");
  await page.getByLabel("Search listings").fill(title);
  await page.waitForURL((url) => url.searchParams.get("search") === title);
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.getByRole("button", { name: `Deactivate, ${title}` }).click();
  const ahead = page.getByRole("dialog", { name: "Deactivate this car?" });
  await expect(ahead.getByRole("link").first()).toBeVisible();
  await ahead.getByRole("button", { name: "Deactivate" }).click();
  await expectToast(page, "Listing deactivated successfully");
  await expect(card(page, title).getByText("Inactive")).toBeVisible();
  expect(await onBrowse()).toBe(false);
  await page.getByRole("button", { name: `Activate, ${title}` }).click();
  await expectToast(page, "Listing activated successfully");
  expect(await onBrowse()).toBe(true);

  await page.getByLabel("Search listings").fill("no such car");
  await expect(page.getByRole("heading", { name: "No listings found" })).toBeVisible();
  await page.getByRole("button", { name: "Show all listings" }).click();
  await expect(page.getByRole("article")).not.toHaveCount(0);
});

test("failed loads of listings and failed photo uploads can be retried", async ({
  page,
  allowFailures,
}) => {
  allowFailures([/net::ERR_FAILED/]);
  await signUpOnPage(page, newPersonData("Prescola"), "host");
  await page.clock.install();
  await page.route("**/api/host/listings*", (route) => route.abort());
  await page.goto("/host/listings");
  await expectAfterRetries(page, findStatus(page, "Failed to load your listings"));
  await page.unroute("**/api/host/listings*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "No listings yet" })).toBeVisible();

  await page.goto("/host/listings/new");
  await page.route("**/storage/v1/**", (route) => route.abort());
  await page.locator("input[type=file]").setInputFiles([await photo("front.jpg")]);
  await expectToast(page, "Upload Error");
  await expectStatus(page, "Failed to upload images");
  await page.unroute("**/storage/v1/**");
  await page.getByRole("button", { name: "Retry photo 1" }).click();
  await expectToast(page, "1 image(s) uploaded successfully");
  await page
    .locator("input[type=file]")
    .setInputFiles([
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no photo") },
    ]);
  await expect(page.getByText("We can't read this photo.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Remove photo 2" }).click();
  await expect(page.getByText("1 of 1 uploaded")).toBeVisible();
});
