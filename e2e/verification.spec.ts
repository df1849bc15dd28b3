// A renter's verification: rejected, submitted again, verified, and visible to the host; the phone;
// and cars for verified drivers only.
import type { Page } from "@playwright/test";
import { examineAtBothSizes } from "./examine.ts";
import { hydrated, expect, test } from "./fixtures.ts";
import { photo } from "./host-cars.ts";
import {
  callAs,
  expectStatus,
  expectToast,
  farDates,
  newPersonData,
  signInOnPage,
  signUpOnPage,
  stateDateOfBirth,
} from "./people.ts";
import { ADMIN, HOST, hostsCar, SEEDED_PASSWORD } from "./requests.ts";

const section = (page: Page) => page.getByRole("region", { name: "Verification" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Verification", exact: true });

async function uploadBoth(page: Page): Promise<void> {
  for (const name of ["Driving licence", "Government ID"]) {
    await section(page)
      .getByLabel(name, { exact: true })
      .setInputFiles([await photo("card.jpg", "wheat")]);
    await expectToast(page, `${name} uploaded`);
  }
}

/** The response to an approval before the documents were opened. */
const UNOPENED = /POST 409 \/api\/admin\/verifications/;

test("a renter is rejected, uploads other documents, is verified, and the host sees it", async ({
  page: renter,
  newPerson,
  request,
  allowFailures,
}) => {
  allowFailures([/PUT 422 \/api\/identity/, /POST 422 \/api\/profile\/phone/, UNOPENED]);
  const person = newPersonData("Philippa");
  await signUpOnPage(renter, person);
  await renter.goto("/profile#verification");
  await expect(section(renter).getByRole("heading", { name: "Verification" })).toBeFocused();

  // A file that is not a picture is refused with a message.
  const licence = section(renter).getByLabel("Driving licence", { exact: true });
  await licence.setInputFiles([
    { name: "licence.pdf", mimeType: "application/pdf", buffer: Buffer.from("no licence") },
  ]);
  await expect(section(renter).getByRole("alert")).toContainText("We can't read this file.");
  await uploadBoth(renter);
  await expect(section(renter).getByText("Add your date of birth above and save it")).toBeVisible();
  await stateDateOfBirth(renter);
  await renter.reload();
  await examineAtBothSizes(renter);
  await section(renter).getByRole("button", { name: "Submit for review" }).click();
  await expect(section(renter).getByText("We’re reviewing your documents.")).toBeVisible();

  // The admin views the documents and rejects them.
  const admin = await (await newPerson()).newPage();
  await signInOnPage(admin, ADMIN, SEEDED_PASSWORD);
  await admin.goto("/admin");
  await admin
    .getByRole("main")
    .getByRole("link", { name: /^Verifications \(/ })
    .click();
  await expect(admin.getByText("Verify Philippa Rolle")).toBeVisible();
  await admin.goto("/admin/verifications");
  await admin.getByRole("searchbox", { name: "Search verifications" }).fill(person.email);
  await admin.waitForURL(/search=/);
  await admin.getByRole("link", { name: "Review, Philippa Rolle" }).click();
  await expect(dialog(admin)).toContainText("May 17, 1990");
  await dialog(admin)
    .getByRole("button", { name: "Open, driving licence, Philippa Rolle" })
    .click();
  await expect(
    admin.getByRole("img", { name: "Driving licence of Philippa Rolle, born May 17, 1990" }),
  ).toBeVisible();
  // By its button: Escape may close both dialogs until the lower one knows that it is covered.
  await admin
    .getByRole("dialog", { name: /^Driving licence of/ })
    .getByRole("button", { name: "Close" })
    .click();
  await examineAtBothSizes(admin);
  await dialog(admin).getByRole("button", { name: "Reject" }).click();
  await admin.getByRole("button", { name: "Reject Verification" }).click();
  await expect(admin.getByText("Enter a reason.")).toBeVisible();
  await admin.getByLabel("Reason").fill("The licence is only half in the picture.");
  await admin.getByRole("button", { name: "Reject Verification" }).click();
  await expectToast(admin, "Verification rejected");
  await expect(dialog(admin).getByText("Verification rejected")).toBeVisible();

  // The renter sees the reason without a reload, and uploads others.
  await expect(section(renter).getByText("The licence is only half in the picture.")).toBeVisible();
  await expect(section(renter).getByRole("button", { name: "Submit for review" })).toBeDisabled();
  await uploadBoth(renter);
  await section(renter).getByRole("button", { name: "Submit for review" }).click();
  await expect(section(renter).getByText("We’re reviewing your documents.")).toBeVisible();
  await dialog(admin).getByRole("button", { name: "Approve" }).click();
  await expect(admin.getByText(/Open the documents before you approve\./)).toBeVisible();
  for (const name of ["driving licence", "government ID"]) {
    await dialog(admin)
      .getByRole("button", { name: `Open, ${name}, Philippa Rolle` })
      .click();
    await admin
      .getByRole("dialog", { name: / of Philippa Rolle/ })
      .getByRole("button", { name: "Close" })
      .click();
  }
  await dialog(admin).getByRole("button", { name: "Approve" }).click();
  await expectToast(admin, "Philippa is verified");
  await expect(section(renter).getByText("Verified since")).toBeVisible();

  // The phone, by the code in the mailbox.
  await callAs(renter, "PATCH", "/api/profile", { phone: "+12425550177" });
  await renter.reload();
  await section(renter).getByRole("button", { name: "Send a code" }).click();
  const code = section(renter).getByLabel("Code");
  await expect(code).toBeFocused();
  const { mails } = (await (await request.get("/dev/mailbox.json?to=%2B12425550177")).json()) as {
    mails: { text: string }[];
  };
  const sent = mails[0]?.text.slice(0, 6) ?? "";
  await code.fill(sent === "000000" ? "000001" : "000000");
  await section(renter).getByRole("button", { name: "Verify phone" }).click();
  await expect(
    section(renter).getByText("That code is incorrect. You have 4 tries left."),
  ).toBeVisible();
  await code.fill(sent);
  await code.press("Enter");
  await expectToast(renter, "Phone verified");
  await expect(section(renter).getByText("Verified", { exact: true })).toHaveCount(2);
  await examineAtBothSizes(renter);

  // The host whose car is requested sees it.
  const car = await hostsCar(request);
  const checkout = {
    car_id: car.id,
    ...farDates(231),
    total_amount: Math.round(car.price_per_day * 300) / 100,
  };
  const { session_id } = await callAs<{ session_id: string }>(
    renter,
    "POST",
    "/functions/v1/create-booking-checkout",
    checkout,
  );
  const card = {
    number: "4242 4242 4242 4242",
    expiry: "12 / 34",
    cvc: "123",
    name: person.firstName,
  };
  await callAs(renter, "POST", `/api/sandbox/checkout/${session_id}/pay`, card);
  await callAs(renter, "POST", "/functions/v1/verify-booking-payment", { session_id });
  const host = await (await newPerson()).newPage();
  await signInOnPage(host, HOST, SEEDED_PASSWORD);
  await host.goto("/host/bookings?filter=requests&search=Philippa");
  await expect(host.getByRole("article")).toContainText("Philippa Rolle");
  await expect(host.getByRole("article").getByText("Verified", { exact: true })).toBeVisible();
  await host.getByRole("button", { name: /^View Details/ }).click();
  await expect(host.getByRole("dialog").getByText("Verified", { exact: true })).toBeVisible();

  // So does an admin who opens the booking.
  await admin.goto("/admin/bookings?search=Philippa");
  await admin.getByRole("link", { name: car.title, exact: true }).click();
  const details = admin.getByRole("dialog", { name: "Booking Details" });
  await expect(
    details.locator("section", { hasText: "Philippa Rolle" }).getByText("Verified"),
  ).toBeVisible();
});

test("a car for verified drivers says so beforehand, and typed text is kept", async ({
  page,
  newPerson,
  request,
  allowFailures,
}) => {
  allowFailures([/POST 403 \/functions\/v1\/create-booking-checkout/]);
  const admin = await (await newPerson()).newPage();
  await signInOnPage(admin, ADMIN, SEEDED_PASSWORD);
  await admin.goto("/admin/verifications");
  const setting = admin.getByRole("checkbox", { name: /^Verified drivers only/ });
  try {
    await setting.click();
    await expectToast(admin, "Setting saved");
    await admin.reload();
    await expect(setting).toBeChecked();
    await examineAtBothSizes(admin);

    await signUpOnPage(page, newPersonData("Quincy"));
    await stateDateOfBirth(page);
    const car = await hostsCar(request);
    const { start_date, end_date } = farDates(236);
    await page.goto(`/book/${car.id}?start_date=${start_date}&end_date=${end_date}`);
    await hydrated(page);
    const panel = page.getByRole("region", { name: "Book this car" });
    await expect(panel.getByText("You need to be verified to book.")).toBeVisible();
    await expect(page.getByText(/Hosted by Keisha/).getByText("Verified")).toBeVisible();
    await panel.getByLabel("Special requests").fill("A child seat");
    await panel.getByRole("button", { name: /^Request to book/ }).click();
    await expectStatus(
      page,
      "You need to be verified to drive. Upload your driving licence and ID on your profile.",
    );
    await examineAtBothSizes(page);
    await panel.getByRole("link", { name: "Get verified on your profile" }).click();
    await expect(section(page).getByRole("heading", { name: "Verification" })).toBeFocused();
    await page.goBack();
    await expect(panel.getByLabel("Special requests")).toHaveValue("A child seat");
    expect(page.url()).toContain(`start_date=${start_date}`);
  } finally {
    await callAs(admin, "PATCH", "/api/admin/settings", { verified_drivers_only: false });
  }
});
