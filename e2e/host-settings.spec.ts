// A host's settings: defaults of new listings, payout details, documents of the business and of
// cars, and a car that waits for its insurance.
import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { MAX_DOCUMENT_BYTES } from "../src/domain/listing/car-documents.ts";
import { pdf } from "../test/documents.ts";
import { addDays, todayInNassau } from "../src/domain/calendar/dates.ts";
import { examine } from "./examine.ts";
import { expect, test } from "./fixtures.ts";
import { listCar, photo } from "./host-cars.ts";
import { expectToast, newPersonData, signInOnPage, signUpOnPage } from "./people.ts";

/** The date this many days from now, in the format of a date field. */
const dayIn = (days: number): string => addDays(todayInNassau(new Date()), days);
const policy = { name: "policy.pdf", mimeType: "application/pdf", buffer: pdf() };
const chooseFile = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.getByLabel("File").setInputFiles([file]);
const latestMail = async (
  page: Page,
  to: string,
): Promise<{ subject: string; text: string } | undefined> => {
  const response = await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(to)}`);
  return ((await response.json()) as { mails: { subject: string; text: string }[] }).mails[0];
};

test("a host sets booking mode and payout details, which are never shown in full again", async ({
  page,
}) => {
  const person = newPersonData("Valderine");
  await signUpOnPage(page, person, "host");
  await page.goto("/host/dashboard");
  await page.getByRole("link", { name: "Settings" }).filter({ visible: true }).click();
  await expect(page.getByRole("heading", { name: "Car documents" })).toBeVisible();

  await page.getByRole("button", { name: "Upload, business licence" }).press("Enter");
  await expect(page.getByLabel(/^Number/)).toBeFocused();
  await page.getByLabel(/^Number/).fill("BL-1287");
  await page.getByLabel("Valid until").fill(dayIn(200));
  await page.getByRole("button", { name: "Upload document" }).click();
  await expect(page.getByLabel("File")).toHaveAccessibleDescription(/Choose a file/);
  await chooseFile(page, policy);
  await page.getByRole("button", { name: "Upload document" }).click();
  await expectToast(page, "Business licence uploaded");
  await expect(page.getByRole("heading", { name: "Business licence" })).toBeFocused();
  await expect(page.getByText("No. BL-1287, PDF", { exact: false })).toBeVisible();
  await examine(page);
  await page.getByRole("button", { name: "Remove, business licence" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove Document" }).click();
  await expectToast(page, "Business licence removed");

  await page.getByRole("radio", { name: /^Instant book/ }).focus();
  await page.keyboard.press("ArrowRight");
  await expectToast(page, "Setting saved");

  await page.getByRole("button", { name: "Save payout details" }).click();
  const summary = page
    .getByRole("alert")
    .filter({ hasText: "The payout details can't be saved yet" });
  await expect(summary).toBeFocused();
  await summary.getByRole("link", { name: "Choose the bank" }).click();
  await expect(page.getByLabel("Bank", { exact: true })).toBeFocused();
  await examine(page);
  await page.getByLabel("Account holder").fill("Valderine Rolle");
  await page.getByLabel("Bank", { exact: true }).selectOption("Commonwealth Bank");
  await page.getByLabel("Transit number").fill("5165");
  await page.getByLabel("Account number").fill("1000-2345-6789");
  await page.getByRole("radio", { name: "Savings" }).check();

  // Typed text survives a visit to another page. A new listing starts with the chosen mode.
  await page.getByRole("link", { name: "Add New Car" }).filter({ visible: true }).click();
  await expect(page.getByRole("heading", { name: "Location & Pricing" })).toBeVisible();
  await expect(page.getByRole("radio", { name: /^Approval required/ })).toBeChecked();
  await page.goBack();
  await expect(page.getByLabel("Account number")).toHaveValue("1000-2345-6789");
  await page.getByLabel("Transit number").fill("05165");
  await page.getByRole("button", { name: "Save payout details" }).click();
  await expectToast(page, "Payout details saved");
  await expect(page.getByRole("heading", { name: "Payout details" })).toBeFocused();
  await expect(page.getByText("ending in 6789")).toBeVisible();
  await expect(page.getByText("1000", { exact: false })).toHaveCount(0);
  await expect
    .poll(async () => (await latestMail(page, person.email))?.text)
    .toContain("ending in 6789");
  await page.reload();
  await expect(page.getByText("Commonwealth Bank")).toBeVisible();
  await expect(page.getByRole("radio", { name: /^Approval required/ })).toBeChecked();

  await page.getByRole("button", { name: "Change payout details" }).click();
  await expect(page.getByLabel("Account holder")).toHaveValue("Valderine Rolle");
  await expect(page.getByLabel("Account number")).toHaveValue("");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove Details" }).click();
  await expectToast(page, "Payout details removed");
  await expect(page.getByLabel("Account holder")).toHaveValue("");
});

test("a car's documents are uploaded, viewed, replaced and removed", async ({
  page,
  allowFailures,
}) => {
  allowFailures([/PUT 422 \/api\/host\/listings/, /PUT net::ERR_FAILED \/api\/host\/listings/]);
  await signUpOnPage(page, newPersonData("Nehemiah"), "host");
  await listCar(page, "Papered Fit");
  await page.goto("/host/settings");
  await page.getByRole("link", { name: "See what's due" }).click();
  await page.getByRole("link", { name: "Upload documents, Papered Fit" }).click();
  await expect(page.getByRole("heading", { name: "Documents" })).toBeFocused();
  await expect(page.getByText("Missing", { exact: true })).toHaveCount(3);
  await expect(page.getByRole("heading", { name: "Documents" })).toBeInViewport();

  const upload = page.getByRole("button", { name: "Upload document" });
  await page.getByRole("button", { name: "Upload, insurance, Papered Fit" }).press("Enter");
  await expect(page.getByLabel("Valid until")).toBeFocused();
  await upload.click();
  await expect(page.getByLabel("Valid until")).toHaveAccessibleDescription(/Enter the last day/);
  await page.getByLabel("Valid until").fill(dayIn(-3));
  const large = test.info().outputPath("large.pdf");
  await writeFile(large, Buffer.alloc(MAX_DOCUMENT_BYTES + 1));
  await page.getByLabel("File").setInputFiles(large);
  await upload.click();
  await expect(page.getByLabel("Valid until")).toHaveAccessibleDescription(/already expired/);
  await expect(page.getByLabel("File")).toHaveAccessibleDescription(/too large/);
  await page.getByLabel("Valid until").fill(dayIn(12));
  await chooseFile(page, { ...policy, buffer: Buffer.from("<svg/>") }); // the content type is wrong
  await upload.click();
  await expect(page.getByText("We can't read this file.", { exact: false })).toBeVisible();
  await page.route("**/documents/insurance*", (route) => route.abort());
  await chooseFile(page, policy);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("We can't reach the server.", { exact: false })).toBeVisible();
  await page.unroute("**/documents/insurance*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expectToast(page, "Insurance uploaded");
  await expect(page.getByRole("heading", { name: "Insurance", exact: true })).toBeFocused();
  await expect(page.getByText(/^Expires in 1[12] days/)).toBeVisible();
  await examine(page);

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download, insurance, Papered Fit" }).click();
  expect((await downloading).suggestedFilename()).toBe("Papered Fit, insurance.pdf");

  await page.getByRole("button", { name: "Upload, self-drive plate, Papered Fit" }).click();
  await chooseFile(page, await photo("plate.jpg"));
  await upload.click();
  await expectToast(page, "Self-drive plate uploaded");
  await page.getByRole("button", { name: "View, self-drive plate, Papered Fit" }).click();
  const picture = page.getByRole("dialog").getByRole("img");
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(600);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Remove, self-drive plate, Papered Fit" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove Document" }).click();
  await expectToast(page, "Self-drive plate removed");
  await expect(page.getByText("Missing", { exact: true })).toHaveCount(2);
});

test("a car with expired insurance waits for a new one, and then for its host", async ({
  page,
  allowFailures,
}) => {
  allowFailures([/POST 409 \/api\/host\/listings/]);
  await signInOnPage(page, "deron.ferguson@caydrive.test", "caydrive-demo");
  await page.goto("/host/listings");
  const expired = page.getByRole("article").filter({ hasText: "Insurance expired." });
  const title = (await expired.getByRole("heading").textContent()) ?? "";
  await page.getByRole("button", { name: `Activate, ${title}` }).click();
  await expect(page.getByRole("region", { name: "Messages" })).toContainText(
    "Upload the renewed one",
  );
  await expired.getByRole("link", { name: "renew it" }).click();
  const documents = page.getByRole("region", { name: "Documents" });
  await expect(documents).toContainText("The insurance was valid until");
  await expect(page.getByRole("button", { name: `Remove, insurance, ${title}` })).toHaveCount(0);
  await examine(page);

  await page.getByRole("button", { name: `Replace, insurance, ${title}` }).click();
  await page.getByLabel("Valid until").fill(dayIn(300));
  await chooseFile(page, policy);
  await page.getByRole("button", { name: "Upload document" }).click();
  await expectToast(page, "Insurance uploaded");
  await expect(documents).toContainText("Activate the car to put it back on the site");
  await page.getByRole("button", { name: `Activate, ${title}` }).click();
  await expectToast(page, "Listing activated successfully");
  await expect(page.getByText("Activate the car to put it back on the site")).toHaveCount(0);
  // Restores the demo's state for the tests that count its cars.
  await page.goto("/host/listings");
  await page.getByRole("button", { name: `Deactivate, ${title}` }).click();
  await expectToast(page, "Listing deactivated successfully");
});
