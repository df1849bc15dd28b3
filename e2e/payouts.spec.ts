// Payouts as a host sees them, with a printable statement, and as an admin sends them to the bank
// and records the results.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { examineAtBothSizes } from "./examine.ts";
import { expect, blockLiveUpdates, test } from "./fixtures.ts";
import {
  callAs,
  expectStatus,
  expectToast,
  newPersonData,
  readMails,
  signInOnPage,
  signUpOnPage,
} from "./people.ts";
import { ADMIN, SEEDED_PASSWORD } from "./requests.ts";

const HOST = "host@caydrive.test";
/** The demo's host without payout details. */
const UNADDRESSED = "leroy.moxey@caydrive.test";

/** "$1,542.88" in cents. */
const cents = (text: string | null): number =>
  Math.round(Number((text ?? "").replace(/[^\d.-]/g, "")) * 100);
async function downloadBy(page: Page, press: () => Promise<void>): Promise<string[]> {
  const coming = page.waitForEvent("download");
  await press();
  return (await readFile(await (await coming).path(), "utf8")).trimEnd().split("\r\n");
}
const download = (page: Page, button: string): Promise<string[]> =>
  downloadBy(page, () => page.getByRole("button", { name: button }).click());
/** Confirms if the file has been downloaded before, as by the test of admin roles. */
async function pressBankFile(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Download the bank file" });
  await expect(button).toBeVisible();
  const wasDownloaded = await page.getByText(/^Downloaded by /).isVisible();
  await button.click();
  if (wasDownloaded) await page.getByRole("button", { name: "Download Again" }).click();
}

test("a host sees Monday's and past payouts, and a statement that adds up on screen, paper and CSV", async ({
  page,
  newPerson,
  allowFailures,
}) => {
  allowFailures([/GET 404 \/api\/host\/payouts/]);
  await signUpOnPage(page, newPersonData("Eulalie"), "host");
  await page.goto("/host/dashboard");
  await page.getByRole("link", { name: "Payouts" }).filter({ visible: true }).click();
  await expect(page.getByRole("heading", { name: "No rentals end by Sunday" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No payouts yet" })).toBeVisible();
  await page.getByRole("link", { name: "Enter bank details" }).click();
  await expect(page.getByRole("heading", { name: "Payout details" })).toBeFocused();

  const host = await (await newPerson()).newPage();
  await signInOnPage(host, HOST, SEEDED_PASSWORD);
  await host.goto("/host/payouts");
  const lines = host
    .getByRole("list", { name: "Rentals in the next payout" })
    .getByRole("listitem");
  await expect(lines.first()).toBeVisible();
  const amounts = await lines.locator("p.font-bold").allTextContents();
  expect(amounts.length).toBeGreaterThan(0);
  const next = host.getByRole("region", { name: "Next payout" });
  const sum = amounts.reduce((total, each) => total + cents(each), 0);
  expect(cents(await next.locator("p.font-display").textContent())).toBe(sum);
  await expect(next.getByText("ending in 4567")).toBeVisible();
  await examineAtBothSizes(host);

  const first = host
    .getByRole("table", { name: "Your payouts" })
    .getByRole("row")
    .filter({ hasText: "Paid" })
    .first();
  const amount = cents(await first.getByRole("cell").last().textContent());
  await first.getByRole("link").click();
  await expect(host.getByRole("table", { name: "Rentals, charges and adjustments" })).toBeVisible();
  const yours = await host
    .getByRole("table")
    .getByRole("row")
    .locator("td:last-child")
    .allTextContents();
  expect(yours.reduce((total, each) => total + cents(each), 0)).toBe(amount);
  await examineAtBothSizes(host);
  const [heading, ...rows] = await download(host, "Export CSV");
  expect(heading).toBe(
    "booking_number,booking_id,kind,car,title,start_date,end_date,pickup_time,return_time,rental,meeting_place_fee,extras,charge,charge_after_trip,platform_share,amount,reason,vat_in_rental,vat_in_platform_share",
  );
  expect(rows).toHaveLength(yours.length);

  await host.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const gone of [
    host.getByRole("navigation", { name: "Host" }),
    host.getByRole("button", { name: "Print" }),
  ])
    await expect(gone).toBeHidden();
  await expect(host.getByRole("main").getByText("Keisha Rolle")).toBeVisible();
  expect(await host.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    "rgb(255, 255, 255)",
  );
  await host.emulateMedia({ media: "screen", colorScheme: "light" });

  await host.goto("/host/payouts/00000000-0000-4000-8000-000000000000");
  await host.getByRole("link", { name: "See your payouts" }).click();
  await expect(host.getByRole("heading", { name: "Payouts", level: 1 })).toBeVisible();
});

test("a host has a statement of the year, which adds up on screen and as CSV", async ({ page }) => {
  await signInOnPage(page, HOST, SEEDED_PASSWORD);
  await page.goto("/host/payouts");
  await page
    .getByRole("link", { name: /^\d{4} statement$/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: /^\d{4} statement$/ })).toBeVisible();
  await expect(page.getByText(/\(to date\)/)).toBeVisible();
  const months = page.getByRole("table", { name: "Months" }).getByRole("row");
  const paid = await months.locator("td:last-child").allTextContents();
  await examineAtBothSizes(page);
  const [heading, ...rows] = await download(page, "Export CSV");
  expect(heading).toBe(
    "month,trips,rentals,meeting_places,extras,platform_fee,refunds,deposits,adjustments,earned,paid_out,vat_in_rentals,vat_in_platform_fee",
  );
  expect(rows).toHaveLength(paid.length + 1);
  const total = paid.reduce((sum, each) => sum + cents(each), 0);
  const column = heading?.split(",").indexOf("paid_out") ?? -1;
  expect(cents(rows.at(-1)?.split(",").at(column) ?? "")).toBe(total);
});

test("a former host still sees what is owed and sets payout details, but nothing else as a host", async ({
  page,
  newPerson,
}) => {
  const admin = await (await newPerson()).newPage();
  await signInOnPage(admin, ADMIN, SEEDED_PASSWORD);
  await signInOnPage(page, UNADDRESSED, SEEDED_PASSWORD);
  const { listings } = await callAs<{ listings: { id: string; is_available: boolean }[] }>(
    page,
    "GET",
    "/api/host/listings",
  );
  const { user_id } = await callAs<{ user_id: string }>(page, "GET", "/api/profile");
  await callAs(admin, "POST", `/api/admin/users/${user_id}/roles`, {
    role: "host",
    granted: false,
  });

  await page.goto("/host/listings");
  await expect(page.getByRole("heading", { level: 1, name: "Host Access Required" })).toBeVisible();
  await examineAtBothSizes(page);
  await page.getByRole("main").getByRole("link", { name: "Your payouts" }).click();
  await expect(page.getByRole("list", { name: "Rentals in the next payout" })).toBeVisible();
  await expect(page.getByRole("main").locator("a[href*='/host/bookings']")).toHaveCount(0);
  await page.getByRole("link", { name: "Enter bank details" }).click();
  await expect(page.getByRole("heading", { name: "Payout details" })).toBeFocused();
  await expect(page.getByRole("heading", { name: "Car documents" })).toHaveCount(0);
  await examineAtBothSizes(page);
  // As the email links to it.
  await page.goto("/host/settings#payouts");
  await expect(page.getByRole("heading", { name: "Payout details" })).toBeFocused();
  await page.getByLabel("Account holder").fill("Leroy Moxey");
  await page.getByLabel("Bank", { exact: true }).selectOption("Commonwealth Bank");
  await page.getByLabel("Transit number").fill("05165");
  await page.getByLabel("Account number").fill("71500433");
  await page.getByRole("radio", { name: "Savings" }).check();
  await page.getByRole("button", { name: "Save payout details" }).click();
  await expectToast(page, "Payout details saved");
  await page.goto("/host/payouts");
  await expect(
    page.getByRole("region", { name: "Next payout" }).getByText("ending in 0433"),
  ).toBeVisible();
  await examineAtBothSizes(page);
  // Restores the state.
  await page.goto("/host/listings");
  await page.getByRole("button", { name: "Become a host" }).click();
  await expectToast(page, "You're now a host");
  await page.goto("/host/settings#payouts");
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove Details" }).click();
  await expectToast(page, "Payout details removed");
  for (const car of listings.filter(({ is_available }) => is_available))
    await callAs(page, "POST", `/api/host/listings/${car.id}/availability`, { is_available: true });
});

test("an admin sends a week to the bank, and records what was paid and returned", async ({
  page,
  allowFailures,
}) => {
  allowFailures([/(POST|GET) 409 \/api\/admin\/payout/, /GET 404 \/api\/admin\/payout-batches/]);
  await signInOnPage(page, ADMIN, SEEDED_PASSWORD);
  await page.goto("/admin");
  await page
    .getByRole("link", { name: /^Payouts( \d+ waiting)?$/ })
    .filter({ visible: true })
    .click();
  await expect(page.getByText("Waiting for the bank")).toBeVisible();
  await examineAtBothSizes(page);
  await page.getByRole("row").filter({ hasText: "Waiting for the bank" }).getByRole("link").click();
  const table = page.getByRole("table", { name: "Payouts" });
  const rows = table.getByRole("row").filter({ hasText: "@caydrive.test" });
  const waiting = rows.filter({ hasText: "Waiting" });
  await expect(waiting.first()).toBeVisible();
  const count = await waiting.count();
  expect(count).toBeGreaterThan(2);
  await expect(page.getByRole("table", { name: "Carried over" })).toContainText(
    "No bank details on file.",
  );
  await examineAtBothSizes(page);
  // Another admin has the same page open.
  const late = await page.context().newPage();
  await blockLiveUpdates(late);
  await late.goto(page.url());
  await expect(late.getByRole("button", { name: /^Mark paid/ })).toHaveCount(count);

  const [heading, ...orders] = await downloadBy(page, () => pressBankFile(page));
  expect(heading).toMatch(/^reference,account_holder,bank,transit,account_number/);
  expect(orders).toHaveLength(count);
  await expect(page.getByText(/^Downloaded by Andre /)).toBeVisible();
  await pressBankFile(late);
  await expectStatus(late, "Someone has already downloaded this file.");
  await expect(late.getByText(/^Downloaded by Andre /)).toBeVisible();
  await late.getByRole("button", { name: "Download the bank file" }).click();
  await expect(late.getByRole("dialog")).toContainText("Sending it to the bank twice pays twice.");
  await examineAtBothSizes(late);
  expect(await download(late, "Download Again")).toEqual([heading, ...orders]);
  await expect(late.getByRole("button", { name: "Download the bank file" })).toBeFocused();

  const name = ((await waiting.first().getByRole("link").textContent()) ?? "").trim();
  const email = ((await waiting.first().getByText("@caydrive.test").textContent()) ?? "").trim();
  await page.getByRole("button", { name: `Mark failed, ${name}` }).click();
  await page.getByLabel("Reason").fill("The account is closed.");
  await examineAtBothSizes(page);
  await page.getByRole("button", { name: "Mark as Failed" }).click();
  await expectToast(page, `The payout to ${name} is marked as failed`);
  await expect(page.getByRole("link", { name, exact: true })).toBeFocused();
  await expect(rows.filter({ hasText: name })).toContainText("The account is closed.");
  await expect.poll(() => readMails(page, email)).toContain("The account is closed.");

  await late.getByRole("button", { name: `Mark paid, ${name}` }).click();
  await late.getByLabel("Bank reference").fill("RBC-1");
  await late.getByRole("button", { name: "Mark as Paid" }).click();
  await expectStatus(late, "Someone has already marked this payout as failed.");
  await expect(late.getByRole("dialog")).toHaveCount(0);
  await expect(late.getByRole("row").filter({ hasText: name })).toContainText(
    "The account is closed.",
  );

  const second = ((await waiting.first().getByRole("link").textContent()) ?? "").trim();
  await page.getByRole("button", { name: `Mark paid, ${second}` }).click();
  await page.getByLabel("Bank reference").fill("RBC-2");
  await page.keyboard.press("Enter");
  await expectToast(page, `The payout to ${second} is marked as paid`);
  await late.getByRole("button", { name: `Mark failed, ${second}` }).click();
  await late.getByLabel("Reason").fill("It did not go through.");
  await late.getByRole("button", { name: "Mark as Failed" }).click();
  await expectStatus(late, "Someone has already marked this payout as paid.");
  await late.getByRole("button", { name: `Mark sent back, ${second}` }).click();
  await expect(late.getByRole("dialog")).toContainText(
    "as RBC-2. Mark it once the bank has returned the money",
  );
  await expect(late.getByLabel("Reason")).toHaveValue("");
  await late.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Mark all as paid" }).click();
  await page.getByLabel("Bank reference").fill("RBC-2026");
  await page.keyboard.press("Enter");
  await expect(rows.filter({ hasText: "RBC-2026" })).toHaveCount(count - 2);
  await expect(page.getByRole("button", { name: "Download the bank file" })).toHaveCount(0);
  await page.getByRole("button", { name: "Failed", exact: true }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Search payouts" }).fill("nobody at all");
  await expect(page.getByRole("heading", { name: "No payouts found" })).toBeVisible();
  await page.getByRole("button", { name: "Show all payouts" }).click();
  await expect(rows).toHaveCount(count);
  await late.getByRole("button", { name: "Mark all as paid" }).click();
  await late.getByLabel("Bank reference").fill("RBC-2027");
  await late.keyboard.press("Enter");
  await expectStatus(late, "Someone has already marked the payouts in this batch.");

  await page.getByRole("link", { name, exact: true }).click();
  await expect(
    page.getByText("This payout didn't go through: The account is closed."),
  ).toBeVisible();
  await page.goto("/admin/payouts/00000000-0000-4000-8000-000000000000");
  await expect(page.getByRole("heading", { name: "Payouts not found" })).toBeVisible();
  await page.goto("/admin/audit");
  await expect(page.getByText("All marked as paid").first()).toBeVisible();
});
