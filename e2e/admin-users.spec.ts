// An admin's actions on users, their audit log, and the export of lists.
import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { todayInNassau } from "../src/domain/calendar/dates.ts";
import { expect, blockLiveUpdates, test } from "./fixtures.ts";
import { listCar } from "./host-cars.ts";
import {
  expectStatus,
  expectToast,
  newPersonData,
  signInOnPage,
  signInHere,
  signUpOnPage,
} from "./people.ts";
import { ADMIN, SEEDED_PASSWORD } from "./requests.ts";

/** Chooses from the menu of the only person in the list. */
async function manage(page: Page, step: string): Promise<void> {
  await page.getByRole("button", { name: /^Manage/ }).click();
  await page.getByRole("menuitem", { name: step }).click();
}

async function exported(page: Page): Promise<{ file: Download; lines: string[] }> {
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await coming;
  return { file, lines: (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n") };
}

test("suspends and reinstates a host, revokes the role, and audits it all", async ({
  page,
  newPerson,
  allowFailures,
}) => {
  allowFailures([
    / 40[0139] \/(api|auth)\//,
    /console: The profile could not be loaded/,
    /GET 404 \/car/,
  ]);
  const host = newPersonData("Ortland");
  await signUpOnPage(page, host, "host");
  const { id } = await listCar(page, `Ortland's Fit ${Date.now()}`);

  const admins = await newPerson();
  const admin = await admins.newPage();
  await signInOnPage(admin, ADMIN, SEEDED_PASSWORD);
  await admin.goto("/admin/users");
  await admin.getByRole("searchbox", { name: "Search users" }).fill(host.email);
  const rows = admin.getByRole("table", { name: "Users" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText("Host");
  const late = await admins.newPage();
  await blockLiveUpdates(late);
  await late.goto(admin.url());
  await expect(late.getByRole("button", { name: /^Manage/ })).toHaveCount(1);

  await manage(admin, "Suspend");
  await admin.getByLabel("Reason").fill("The licence was somebody else's.");
  await admin.getByRole("button", { name: "Suspend Account" }).click();
  await expectToast(admin, "Ortland Rolle is suspended");
  await expect(rows.last()).toContainText("Suspended");
  await expect
    .poll(async () => await (await page.request.get(`/dev/mailbox.json?to=${host.email}`)).text())
    .toContain("The licence was somebody else's.");
  const refused = await (await newPerson()).newPage();
  await refused.goto("/auth");
  await signInHere(refused, host);
  await expectToast(refused, "Sign in failed");

  // The other admin's page still says "Suspend".
  await manage(late, "Suspend");
  await late.getByLabel("Reason").fill("Twice is once too often.");
  await late.getByRole("button", { name: "Suspend Account" }).click();
  await expectStatus(late, "This account was changed elsewhere. You now see the latest version.");
  await expect(late.getByRole("row").last()).toContainText("Suspended");
  await manage(late, "Lift suspension");
  await expect(late.getByRole("dialog")).toContainText("Their listings stay off");
  await late.getByRole("button", { name: "Lift Suspension" }).press("Enter");
  await expectToast(late, "Ortland Rolle is no longer suspended");
  await expect(late.getByRole("row").last()).toContainText("Active");
  await signInHere(refused, host);
  await refused.waitForURL("**/dashboard");

  await manage(late, "Remove host role");
  await late.getByRole("button", { name: "Remove Host Role" }).click();
  await expectToast(late, "Ortland Rolle is no longer a host");
  await manage(late, "Make a finance admin");
  await late.getByRole("button", { name: "Make a Finance Admin" }).click();
  await expectToast(late, "Ortland Rolle is now a finance admin");
  await manage(late, "Remove admin role");
  await late.getByRole("button", { name: "Remove Admin Role" }).click();
  await expectToast(late, "Ortland Rolle is no longer an admin");

  await manage(late, "Audit log");
  const record = late.getByRole("table", { name: "Audit log" });
  await expect(record.getByRole("row")).toContainText([
    "What",
    "Role removed",
    "Role granted",
    "Role removed",
    "Suspension lifted",
    "Suspended",
  ]);
  await expect(record).toContainText("“The licence was somebody else's.”");
  await expect(record.getByRole("row").nth(2)).toContainText("roles: was renter is renter, admin");
  await expect(record.getByRole("row").nth(2)).toContainText("Andre Sands (admin)");
  await late.goto(`/admin/audit?about=${id}`);
  await expect(record.getByRole("row").nth(1)).toContainText("Switched off");
  await record
    .getByRole("link", { name: /^Listing: Ortland's Fit/ })
    .first()
    .click();
  await expect(late.getByRole("dialog", { name: "Listing Review" })).toContainText("Inactive");
});

test("searches lists through the URL and exports them as CSV", async ({ page }) => {
  await signInOnPage(page, ADMIN, SEEDED_PASSWORD);
  const today = todayInNassau(new Date());
  await page.goto("/admin/users");
  await page.getByRole("button", { name: "Hosts", exact: true }).click();
  await page.getByRole("searchbox", { name: "Search users" }).fill("keisha");
  await page.waitForURL("**/admin/users?filter=hosts&search=keisha");
  await expect(page.getByRole("row")).toHaveCount(2);
  const users = await exported(page);
  expect(users.file.suggestedFilename()).toBe(`users-${today}.csv`);
  expect(users.lines).toHaveLength(2);
  expect(users.lines[0]).toMatch(/^id,first_name,last_name,email/);
  expect(users.lines[1]).toContain("host@caydrive.test");

  for (const list of ["listings", "bookings", "audit"]) {
    await page.goto(`/admin/${list}`);
    const { file, lines } = await exported(page);
    expect(file.suggestedFilename()).toBe(`${list}-${today}.csv`);
    expect(lines.length).toBeGreaterThan(20);
  }
  await page.goto("/admin/audit?filter=admins");
  await expect(page.getByRole("row", { name: /^Listings exported/ }).first()).toContainText(
    "exported: the whole list",
  );
  await expect(page.getByRole("row", { name: /^Users exported/ }).first()).toContainText(
    "search: keisha",
  );

  await page.goto("/admin/bookings");
  const rows = page.getByRole("row");
  await expect(rows).toHaveCount(21);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(rows).toHaveCount(121);
  await expect(rows.nth(21).getByRole("link").first()).toBeFocused();
  await page.getByRole("searchbox", { name: "Search bookings" }).fill("nothing like this");
  await expect(page.getByRole("heading", { name: "No bookings found" })).toBeVisible();
  await page.getByRole("button", { name: "Show all bookings" }).click();
  await page.waitForURL("**/admin/bookings");
  await expect(rows).toHaveCount(121);
  await page.goto("/admin/audit?about=nonsense");
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search the audit log" }).fill("keisha rolle");
  await expect(page.getByText("Everything done by or to Keisha Rolle")).toBeVisible();
});
