// The admin pages: access, messages when the server does not respond, and axe.
import { examineAtBothSizes } from "./examine.ts";
import { expect, expectAfterRetries, test } from "./fixtures.ts";
import {
  expectStatus,
  expectToast,
  farDates,
  findStatus,
  signInOnPage,
  signInHere,
} from "./people.ts";
import { ADMIN, SEEDED_PASSWORD, RENTER, createRequest } from "./requests.ts";

test("lets in only admins, who can switch to the host area and back", async ({
  page,
  newPerson,
}) => {
  await page.goto("/admin/users?filter=hosts");
  await page.waitForURL((url) => url.searchParams.get("next") === "/admin/users?filter=hosts");
  await signInHere(page, { email: RENTER, password: SEEDED_PASSWORD });
  await expectToast(page, "Access Denied");
  await expectStatus(page, "You don't have permission to access the admin dashboard");
  await page.waitForURL("**/dashboard");
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await expect(page.getByRole("menuitem", { name: "Admin" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: /^Switch to/ })).toHaveCount(0);

  const admin = await (await newPerson()).newPage();
  await signInOnPage(admin, ADMIN, SEEDED_PASSWORD);
  await admin.goto("/dashboard");
  await admin.getByRole("button", { name: /^Account menu/ }).click();
  await admin.getByRole("menuitem", { name: "Admin" }).click();
  await expect(admin.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeVisible();
  for (const [figure, list] of [
    ["Total Users", "Users"],
    ["Total Cars", "Listings"],
    ["Total Bookings", "Bookings"],
    ["Platform Revenue", "Bookings"],
    ["Pending Bookings", "Bookings"],
    ["Pending Listings", "Listings"],
  ] as const) {
    await admin.getByRole("link", { name: figure }).click();
    await expect(admin.getByRole("heading", { level: 1, name: list })).toBeFocused();
    await admin.goBack();
  }
  // Each area's sidebar leads to the other two.
  for (const [area, path] of [
    ["hosting", "/host/dashboard"],
    ["renting", "/dashboard"],
    ["hosting", "/host/dashboard"],
    ["admin", "/admin"],
    ["renting", "/dashboard"],
    ["admin", "/admin"],
  ] as const) {
    await expect(admin.getByRole("link", { name: /^Switch to/ })).toHaveCount(2);
    await admin.getByRole("link", { name: `Switch to ${area}` }).click();
    await admin.waitForURL((url) => url.pathname === path);
  }
});

test("reports failed requests, which can be retried", async ({ page, allowFailures }) => {
  allowFailures([/503 \/api\//]);
  await signInOnPage(page, ADMIN, SEEDED_PASSWORD);
  await page.clock.install();
  const fail = { status: 503, body: "" };
  await page.route("**/api/admin/figures", (route) => route.fulfill(fail));
  await page.goto("/admin");
  await expectAfterRetries(page, findStatus(page, "Failed to load admin dashboard data"));
  await page.unroute("**/api/admin/figures");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Platform Revenue")).toBeVisible();

  await page.route("**/api/**/approve", (route) => route.fulfill(fail));
  await page.getByRole("tab", { name: /^Pending/ }).click();
  await page
    .getByRole("region", { name: "Booking Management" })
    .getByRole("button", { name: /^Approve/ })
    .first()
    .click();
  await expectStatus(page, "Failed to update booking status");
  await page.route("**/api/**/reject", (route) => route.fulfill(fail));
  await page
    .getByRole("region", { name: "Listing Approval" })
    .getByRole("button", { name: /^Reject/ })
    .first()
    .press("Enter"); // a toast may cover it
  await page.getByRole("dialog").getByLabel("Reason").fill("The photos are too dark.");
  await page.getByRole("dialog").getByRole("button", { name: "Reject Listing" }).click();
  await expectStatus(page, "Failed to update listing status");
  await page.getByRole("dialog").getByRole("button", { name: "Leave Pending" }).click();

  await page.route("**/api/admin/audit**", (route) => route.fulfill(fail));
  await page.getByRole("link", { name: "Audit" }).click();
  await expectAfterRetries(page, page.getByRole("heading", { name: "The events didn't load." }));
  await page.getByRole("button", { name: "Export CSV" }).click();
  await expectStatus(page, "We couldn't download the file.");
  await page.unroute("**/api/admin/audit**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("table", { name: "Audit log" })).toBeVisible();
});

test("axe finds nothing on admin pages and dialogs, in both sizes and themes", async ({
  page,
  request,
}) => {
  const booking = await createRequest(request, farDates(280));
  await signInOnPage(page, ADMIN, SEEDED_PASSWORD);
  await page.goto("/admin");
  await expect(page.getByRole("table", { name: "Bookings" })).toBeVisible();
  await examineAtBothSizes(page);
  await page.goto("/admin/users");
  await page
    .getByRole("button", { name: /^Manage/ })
    .first()
    .click();
  await examineAtBothSizes(page);
  await page.getByRole("menuitem", { name: "Suspend" }).click();
  await expect(page.getByLabel("Reason")).toBeFocused();
  await examineAtBothSizes(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^Manage/ }).first()).toBeFocused();
  await page.goto("/admin/audit");
  await expect(page.getByRole("table", { name: "Audit log" })).toBeVisible();
  await examineAtBothSizes(page);
  await page.goto(`/admin/bookings?booking=${booking}`);
  await expect(page.getByRole("dialog")).toContainText("Ledger");
  await examineAtBothSizes(page);
  await page.goto("/admin/listings");
  await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
  await expect(page.getByRole("dialog")).toContainText("Licence plate");
  await examineAtBothSizes(page);
});

test("an admin takes an item of the queue, which the sidebar counts, and gives it back", async ({
  page,
}) => {
  await signInOnPage(page, ADMIN, SEEDED_PASSWORD);
  await page.goto("/admin");
  await page.getByRole("link", { name: /^Queue \d+ waiting/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Queue" })).toBeFocused();
  const rows = page.getByRole("table", { name: "Queue" }).getByRole("row");
  const take = rows.getByRole("button", { name: /^Assign to me: / }).first();
  const task = ((await take.getAttribute("aria-label")) ?? "").replace("Assign to me: ", "");
  await take.press("Enter");
  const release = page.getByRole("button", { name: `Release: ${task}`, exact: true });
  await expect(rows.filter({ has: release }).first()).toContainText("You");
  await page.getByRole("button", { name: "Mine" }).click();
  await expect(rows.filter({ has: release }).first()).toBeVisible();
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  await examineAtBothSizes(page);
  await release.first().click();
  await expect(page.getByRole("heading", { name: "Nothing here" })).toBeVisible();
  await page.getByRole("button", { name: "Everyone's" }).click();
  await rows.getByRole("link", { name: task, exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Queue" })).toHaveCount(0);
});

test("a reload keeps the rows of a list that were shown", async ({ page }) => {
  await signInOnPage(page, ADMIN, SEEDED_PASSWORD);
  await page.goto("/admin/bookings");
  const rows = page.getByRole("table", { name: "Bookings" }).getByRole("row");
  await expect(rows).toHaveCount(21);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(rows).toHaveCount(121);
  await page.reload();
  await expect(rows).toHaveCount(121);
});
