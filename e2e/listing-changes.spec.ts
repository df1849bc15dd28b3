// A host changes a live car. The change is public immediately, and an admin reviews it afterwards.
import type { HostListing } from "../src/contract/host/host-listings.ts";
import { toListingForm } from "../test/listing-form.ts";
import { examineAtBothSizes } from "./examine.ts";
import { expect, test } from "./fixtures.ts";
import { listCar } from "./host-cars.ts";
import { callAs, expectToast, newPersonData, signInOnPage, signUpOnPage } from "./people.ts";
import { ADMIN, SEEDED_PASSWORD } from "./requests.ts";

test("an admin finds a changed car in the queue, sees what changed, and accepts or rejects it", async ({
  page,
  newPerson,
}) => {
  await signUpOnPage(page, newPersonData("Delphine"), "host");
  const { id, updated_at } = await listCar(page, "Changing Fit");
  const admin = await (await newPerson()).newPage();
  await signInOnPage(admin, ADMIN, SEEDED_PASSWORD);
  await callAs(admin, "POST", `/api/admin/listings/${id}/approve`, {
    updated_at,
    reason: "Known to us.",
  });
  const describe = async (description: string) => {
    const path = `/api/host/listings/${id}`;
    const listing = toListingForm(await callAs<HostListing>(page, "GET", path));
    expect(
      await callAs(page, "PUT", path, { ...listing, description, price_per_day: 52 }),
    ).toMatchObject({ description, is_approved: true });
  };
  await describe("Two child seats are free.");

  await admin.goto("/admin/queue?kind=listing_change");
  await admin.getByRole("link", { name: "Review the changes: Changing Fit" }).click();
  const review = admin.getByRole("dialog", { name: "Listing Review" });
  const description = review.getByRole("region", { name: "Description" });
  await expect(description.getByRole("insertion")).toHaveText("Two child seats are free.");
  await expect(review).toContainText("Price per day: was $48.50 is $52.00");
  await examineAtBothSizes(admin);
  await review.getByRole("link", { name: "Preview, Changing Fit" }).click();
  await expect(admin.getByText("Renters see it like this.")).toBeVisible();
  await expect(admin.getByRole("complementary", { name: "Admin sidebar" })).toBeVisible();
  await examineAtBothSizes(admin);
  await admin.getByRole("button", { name: "Looks good, Changing Fit" }).press("Enter");
  await expectToast(admin, "Changes accepted");
  await expect(admin.getByRole("heading", { level: 1, name: "Changing Fit" })).toBeFocused();
  await expect(admin.getByRole("button", { name: /^Looks good/ })).toHaveCount(0);

  await describe("Call 242 555 0199 and pay less.");
  await admin.goto("/admin/listings?filter=changed&search=Changing+Fit");
  await expect(admin.getByText("Approved, changed since")).toBeVisible();
  await admin.getByRole("button", { name: "Reject, Changing Fit" }).click();
  const rejection = admin.getByRole("dialog", { name: "Reject Listing" });
  await rejection.getByRole("textbox").fill("Please keep phone numbers out of the description.");
  await rejection.getByRole("button", { name: "Reject Listing" }).click();
  await expectToast(admin, "Listing rejected successfully");
  await page.goto("/host/listings");
  await expect(page.getByText("Please keep phone numbers out")).toBeVisible();
});
