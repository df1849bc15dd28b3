// The admin's side: a car from its listing to a charged booking, and decisions that come too late.
import type { Page } from "@playwright/test";
import { expect, blockLiveUpdates, test } from "./fixtures.ts";
import { card, fillListing, listCar, photo } from "./host-cars.ts";
import {
  bookNow,
  callAs,
  expectStatus,
  expectToast,
  farDates,
  newPersonData,
  pay,
  signInOnPage,
  signUpOnPage,
  stateDateOfBirth,
} from "./people.ts";
import { ADMIN, SEEDED_PASSWORD, createRequest } from "./requests.ts";

/** A listing in an admin's list. */
const listing = (page: Page, title: string) =>
  page.getByRole("listitem").filter({ hasText: title });
const titled = (name: string): string => `${name} ${Date.now().toString(36)}`;

/** Uploads the insurance of the host's newest car, as the settings do. */
async function uploadInsurance(page: Page): Promise<void> {
  const { listings } = await callAs<{ listings: { id: string }[] }>(
    page,
    "GET",
    "/api/host/listings",
  );
  const { end_date } = farDates(200);
  const path = `/api/host/listings/${listings[0]?.id}/documents/insurance?expires_on=${end_date}`;
  const { buffer } = await photo("insurance.jpg");
  expect(await callAs(page, "PUT", path, buffer, "image/jpeg")).toMatchObject({
    kind: "insurance",
  });
}

/** Gives a reason for approving a listing in spite of what is missing. */
async function approveAnyway(admin: Page): Promise<void> {
  const dialog = admin.getByRole("dialog", { name: "Approve an incomplete listing?" });
  await dialog.getByLabel("Reason").fill("I know the host and have seen the car.");
  await dialog.getByRole("button", { name: "Approve Anyway" }).click();
}

test("a car is listed, approved, found, requested, approved and charged", async ({
  page,
  newPerson,
  allowFailures,
}) => {
  allowFailures([/GET 404 \/(car|api\/listings)\//]);
  const title = titled("Inagua Fit");
  const host = newPersonData("Prescola");
  await signUpOnPage(page, host, "host");
  await page.goto("/host/listings/new");
  await fillListing(page, title);
  await page.getByText("Approval required").click();
  const files = await Promise.all(
    ["teal", "coral", "gold"].map((colour) => photo(`${colour}.jpg`, colour)),
  );
  await page.locator("input[type=file]").setInputFiles(files);
  await expectToast(page, "3 image(s) uploaded successfully");
  await page.getByRole("button", { name: "Create Listing" }).click();
  await page.waitForURL("**/host/listings");
  await expect(card(page, title)).toContainText("Pending Approval");
  await uploadInsurance(page);

  const admin = await (await newPerson()).newPage();
  await signInOnPage(admin, ADMIN, SEEDED_PASSWORD);
  await admin.goto("/admin");
  const approval = admin.getByRole("region", { name: "Listing Approval" });
  await approval.getByRole("searchbox", { name: "Search listings" }).fill(title);
  await expect(approval.getByRole("list", { name: "Documents and warnings" })).toHaveCount(1);
  await admin.waitForURL((url) => url.searchParams.get("listings") === title);
  await expect(approval.getByRole("list", { name: "Documents and warnings" })).toContainText(
    "Insurance",
  );
  await expect(approval.getByText("No inspection")).toBeVisible();
  await approval.getByRole("link", { name: title, exact: true }).click();
  const review = admin.getByRole("dialog", { name: "Listing Review" });
  await expect(review.getByRole("img")).toHaveCount(3);
  await expect(review).toContainText("Approval required");
  await expect(review.getByRole("link", { name: host.email })).toBeVisible();
  await review.getByRole("button", { name: `Open, insurance, ${title}` }).click();
  const paper = admin.getByRole("dialog", { name: `Insurance of ${title}` });
  await expect(paper.getByRole("img")).toBeVisible();
  await expect(paper.locator(":focus")).toBeVisible(); // it handles keys from now on
  await admin.keyboard.press("Escape");
  await expect(review.getByRole("button", { name: `Open, insurance, ${title}` })).toBeFocused();
  await review.getByRole("link", { name: `Preview, ${title}` }).click();
  await expect(admin.getByText("Only the car’s host and admins see this page.")).toBeVisible();
  await admin.getByRole("link", { name: "Back to review" }).click();
  await expect(review).toContainText("Listed");
  await expect(review).toContainText("The host's ID is not verified");
  await expect(review).toContainText("Insurance opened");
  await review.getByRole("button", { name: /^Approve/ }).press("Enter");
  await approveAnyway(admin);
  await expectToast(admin, "Listing approved successfully");
  await expect(review.getByText("Approved", { exact: true }).first()).toBeVisible();
  await expect(review.getByRole("button", { name: /^Approve/ })).toHaveCount(0);

  const renter = await newPerson();
  const seeker = await renter.newPage();
  await signUpOnPage(seeker, newPersonData("Garnet"));
  await stateDateOfBirth(seeker);
  await seeker.goto("/browse?location=George+Town");
  await expect(seeker.getByText(title)).toBeVisible();
  const id = new URL(admin.url()).searchParams.get("listing");
  const dates = farDates(120);
  await seeker.goto(`/book/${id}?start_date=${dates.start_date}&end_date=${dates.end_date}`);
  const checkout = await bookNow(seeker, renter);
  await pay(checkout);
  await expect(checkout.getByRole("heading", { name: "Booking Requested" })).toBeVisible();

  await page.goto("/host/bookings?filter=requests");
  await page.getByRole("button", { name: /^Approve/ }).click();
  await expectToast(page, "Booking approved successfully");

  await admin.goto(`/admin/bookings?search=${encodeURIComponent(title)}`);
  const table = admin.getByRole("table", { name: "Bookings" });
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table).toContainText("Approved");
  await table.getByRole("link", { name: title, exact: true }).click();
  const details = admin.getByRole("dialog", { name: "Booking Details" });
  await expect(details).toContainText("Captured");
  await expect(details).toContainText("Card clearing");
  await expect(details).toContainText("Approved");
  await expect(details).toContainText("Prescola Rolle (host)");
  await expect(details).toContainText("Card charged");
  await admin.goBack();
  await expect(details).toBeHidden();
  await expect(table).toBeVisible();
});

test("the second of two admins sees the first one's decision and keeps the typed reason", async ({
  page,
  newPerson,
  allowFailures,
}) => {
  allowFailures([/POST 409 \/api\/admin\/listings/]);
  const title = titled("Rum Cay Fit");
  await signUpOnPage(page, newPersonData("Eulalie"), "host");
  await listCar(page, title);

  const admins = await newPerson();
  const [first, second] = [await admins.newPage(), await admins.newPage()];
  await blockLiveUpdates(second);
  await signInOnPage(first, ADMIN, SEEDED_PASSWORD);
  for (const admin of [first, second]) {
    await admin.goto(`/admin/listings?filter=pending&search=${encodeURIComponent(title)}`);
    await expect(listing(admin, title)).toContainText("Pending Approval");
  }

  // By keyboard only.
  await first.getByRole("searchbox", { name: "Search listings" }).focus();
  const reject = first.getByRole("button", { name: `Reject, ${title}` });
  for (let presses = 0; presses < 12; presses++) {
    if (await reject.evaluate((element) => element === document.activeElement)) break;
    await first.keyboard.press("Tab");
  }
  await first.keyboard.press("Enter");
  const reason = first.getByRole("dialog", { name: "Reject Listing" }).getByLabel("Reason");
  await expect(reason).toBeFocused();
  await first.keyboard.press("Tab");
  await first.keyboard.press("Tab");
  await first.keyboard.press("Enter");
  await expect(first.getByText("Enter a reason.")).toBeVisible();
  await expect(reason).toBeFocused();
  await first.keyboard.type("The plate can't be read.");
  await first.keyboard.press("Escape");
  await expect(reject).toBeFocused();
  await first.keyboard.press("Enter");
  await expect(reason).toHaveValue("The plate can't be read.");
  await first.getByRole("button", { name: "Reject Listing" }).press("Enter");
  await expectToast(first, "Listing rejected successfully");
  await expect(listing(first, title)).toContainText("Rejected before. The plate can't be read.");
  await expect(first.getByRole("link", { name: title, exact: true })).toBeFocused();

  await second.getByRole("button", { name: `Reject, ${title}` }).click();
  await second.getByLabel("Reason").fill("The photos are too dark.");
  await second.getByRole("button", { name: "Reject Listing" }).click();
  await expectStatus(second, "The listing has changed in the meantime.");
  await expect(second.getByRole("dialog")).toHaveCount(0);
  await expect(listing(second, title)).toContainText("The plate can't be read.");
  await second.getByRole("button", { name: `Reject, ${title}` }).click();
  await expect(second.getByLabel("Reason")).toHaveValue("The photos are too dark.");

  await page.goto("/host/listings");
  await expect(card(page, title)).toContainText("The plate can't be read.");
  await card(page, title).getByRole("link", { name: /^Edit/ }).click();
  await page.getByLabel("Licence plate").fill("SD 4411");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expectToast(page, "Your car listing has been updated successfully");

  await first.goto(`/admin/listings?search=${encodeURIComponent(title)}`);
  // The row offers no approval while something is missing.
  await first.getByRole("link", { name: `Review, ${title}`, exact: true }).click();
  await first
    .getByRole("dialog")
    .getByRole("button", { name: `Approve, ${title}` })
    .click();
  await approveAnyway(first);
  await expectToast(first, "Listing approved successfully");
  await expect(
    first.getByRole("dialog").getByRole("listitem").filter({ hasText: "The plate can't be read." }),
  ).toBeVisible();
});

test("decides requests on the first page, and refreshes one that was decided meanwhile", async ({
  page,
  context,
  request,
  allowFailures,
}) => {
  allowFailures([/POST 409 \/api\/bookings/]);
  const approved = await createRequest(request, farDates(270));
  const rejected = await createRequest(request, farDates(275));
  await signInOnPage(page, ADMIN, SEEDED_PASSWORD);
  await page.goto("/admin");
  const bookings = page.getByRole("region", { name: "Booking Management" });
  await bookings.getByRole("tab", { name: /^Pending \d+$/ }).click();
  await page.waitForURL("**/admin?filter=pending");
  const rows = bookings.getByRole("row");
  await bookings.getByRole("searchbox", { name: "Search bookings" }).fill(rejected);
  await expect(rows).toHaveCount(2);
  const second = await context.newPage();
  await blockLiveUpdates(second);
  await second.goto(`/admin/bookings?booking=${rejected}`);
  const details = second.getByRole("dialog", { name: "Booking Details" });
  await expect(details.getByRole("button", { name: /^Approve/ })).toBeVisible();

  await rows.getByRole("button", { name: /^Reject/ }).click();
  await page.getByLabel("Reason").fill("The car is in the workshop.");
  await page.getByRole("button", { name: "Reject Booking" }).click();
  await expectToast(page, "Booking rejected successfully");
  await expect(bookings.getByRole("heading", { name: "No bookings found" })).toBeVisible();
  await bookings.getByRole("searchbox", { name: "Search bookings" }).fill(approved);
  await rows.getByRole("button", { name: /^Approve/ }).press("Enter");
  await expectToast(page, "Booking approved successfully");

  await details.getByRole("button", { name: /^Approve/ }).click();
  await expectStatus(second, "The booking has changed: it's now rejected.");
  await expect(details.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  await expect(details).toContainText("“The car is in the workshop.”");
  await expect(details).toContainText("(admin)");
  await second.keyboard.press("Escape");
  await expect(details).toBeHidden();
});
