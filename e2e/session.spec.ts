// A session that ends without the person's doing, and a profile that does not load.
import type { Locator, Page } from "@playwright/test";
import { examineAtBothSizes } from "./examine.ts";
import { expect, blockLiveUpdates, test } from "./fixtures.ts";
import {
  demoCar,
  expectStatus,
  expectToast,
  farDates,
  newPersonData,
  signInOnPage,
  signInHere,
  signUpOnPage,
} from "./people.ts";

/** Waits for all requests, since one refused after the session ends would also leave the page. */
const SETTLED = { waitUntil: "networkidle" } as const;
const ENDED = "Your session has ended. Sign in again.";

/** Signs the person in a second time, elsewhere, and ends all their sessions from there. */
async function signOutEverywhere(
  other: Page,
  person: { email: string; password: string },
): Promise<void> {
  await signInOnPage(other, person.email, person.password);
  const status = await other.evaluate(async () => {
    const { access_token } = JSON.parse(localStorage.getItem("caydrive.session") ?? "{}") as {
      access_token: string;
    };
    const headers = { authorization: `Bearer ${access_token}` };
    return (await fetch("/auth/v1/logout?scope=global", { method: "POST", headers })).status;
  });
  expect(status).toBe(204);
}

test("a sign-out that fails on the server still signs out the browser, and says so", async ({
  page,
  allowFailures,
}) => {
  allowFailures([/POST 500 \/auth\/v1\/logout/]);
  await signUpOnPage(page, newPersonData("Renae"));
  await page.goto("/about");
  await page.route("**/auth/v1/logout*", (route) =>
    route.fulfill({ status: 500, json: { code: 500, msg: "The server is on holiday." } }),
  );
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expectToast(page, "Sign out failed");
  await expectStatus(page, "You're signed out on this device, but our server didn't confirm it");
  const header = page.getByRole("banner");
  await expect(header.getByRole("link", { name: "Sign In" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("caydrive.session"))).toBeNull();
});

test.describe("a session ended elsewhere", () => {
  test.beforeEach(({ allowFailures }) =>
    allowFailures([
      / 401 \/(api|functions)\//,
      /POST 400 \/auth\/v1\/token/,
      "console: The profile could not be loaded",
    ]),
  );

  test("leads from a signed-in page to sign-in and back", async ({ page, newPerson }) => {
    const person = newPersonData("Renae");
    await blockLiveUpdates(page); // otherwise it would lead to sign-in by itself
    await signUpOnPage(page, person);
    await page.goto("/dashboard", SETTLED);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Renae");
    await signOutEverywhere(await (await newPerson()).newPage(), person);

    await page.getByRole("link", { name: "Bookings", exact: true }).first().click();
    await page.waitForURL(
      (url) => url.pathname === "/auth" && url.searchParams.get("next") === "/bookings",
    );
    await expect(page.getByText(ENDED)).toHaveCount(1);
    await expect(page.getByText(/Failed to|Profile Setup Required/)).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem("caydrive.session"))).toBeNull();

    await signInHere(page, person);
    await page.waitForURL("**/bookings");
    await expect(page.getByRole("heading", { name: "No bookings yet" })).toBeVisible();
  });

  test("does not show a missing profile after a reload", async ({ page, newPerson }) => {
    const person = newPersonData("Shandia");
    await signUpOnPage(page, person);
    await signOutEverywhere(await (await newPerson()).newPage(), person);
    await page.goto("/dashboard");
    await page.waitForURL((url) => url.pathname === "/auth");
    await expect(page.getByText(ENDED)).toHaveCount(1);
    await page.goto("/auth");
    await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  });

  test("asks to sign in again on saving a profile, and keeps the typed text", async ({
    page,
    newPerson,
  }) => {
    const person = newPersonData("Philippa");
    await blockLiveUpdates(page);
    await signUpOnPage(page, person);
    await page.goto("/profile", SETTLED);
    await page.getByLabel("Last name").fill("Rolle-Ferguson");
    await signOutEverywhere(await (await newPerson()).newPage(), person);
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.waitForURL("**/auth?next=%2Fprofile");
    await expect(page.getByText(ENDED)).toHaveCount(1);
    await expect(page.getByText("Update failed")).toHaveCount(0);
    await signInHere(page, person);
    await expect(page.getByLabel("Last name")).toHaveValue("Rolle-Ferguson");
  });

  test("leads from booking to sign-in and back to the car with its dates", async ({
    page,
    newPerson,
  }) => {
    const person = newPersonData("Lavaughn");
    await blockLiveUpdates(page);
    await signUpOnPage(page, person);
    const car = await demoCar(page, "instant", 4);
    const dates = farDates(250);
    await page.goto(
      `/book/${car.id}?start_date=${dates.start_date}&end_date=${dates.end_date}`,
      SETTLED,
    );
    await expect(page.getByRole("button", { name: /^Account menu/ })).toBeVisible();
    await signOutEverywhere(await (await newPerson()).newPage(), person);
    await page
      .getByRole("button", { name: /^Book Now/ })
      .first()
      .click();
    await page.waitForURL(
      (url) => url.pathname === "/auth" && url.search.includes(dates.start_date),
    );
    await expect(page.getByText(ENDED)).toHaveCount(1);
    await expect(page.getByRole("heading", { name: "Sign in to book" })).toBeVisible();
  });
});

test("a failed load of the profile can be retried", async ({ page, allowFailures }) => {
  allowFailures(["/api/profile", "console: The profile could not be loaded"]);
  await signInOnPage(page, "renter@caydrive.test", "caydrive-demo");
  await page.route("**/api/profile", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "We couldn't load your account." })).toBeVisible();
  await page.unroute("**/api/profile");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: /^Hello,/ })).toBeVisible();
});

test("both dashboards ask a person without a profile to set it up", async ({
  page,
  allowFailures,
}) => {
  allowFailures(["GET 404 /api/profile", "console: The profile could not be loaded"]);
  await signUpOnPage(page, newPersonData("Delano"), "host");
  // Only a manual change in the database leads to this.
  const problem = {
    type: "about:blank",
    title: "Not found",
    status: 404,
    code: "PGRST116",
    details: { what: "profile" },
  };
  const body = JSON.stringify(problem);
  await page.route("**/api/profile", (route) =>
    route.request().method() === "GET"
      ? route.fulfill({ status: 404, contentType: "application/problem+json", body })
      : route.continue(),
  );
  const required = page.getByRole("heading", { level: 1, name: "Profile Setup Required" });
  await page.goto("/host/dashboard");
  await expect(required).toBeVisible();
  await examineAtBothSizes(page);
  // The email then replaces the name, and is cut off at the edge of the sidebar.
  const right = (each: Locator) =>
    each.evaluate((element) => element.getBoundingClientRect().right);
  const sidebar = page.getByRole("complementary", { name: "Host sidebar" });
  expect(await right(sidebar.getByRole("button", { name: /^Account menu/ }))).toBeLessThan(
    await right(sidebar),
  );
  await page.goto("/dashboard");
  await expect(required).toBeVisible();
  await page.getByRole("link", { name: "Complete Profile" }).click();
  await page.waitForURL("**/profile");
  await page.getByLabel("First name").fill("Delano");
  const save = page.getByRole("button", { name: "Save changes" });
  await save.click();
  await expect(page.getByRole("alert").filter({ hasText: "Enter your last name" })).toBeFocused();
  await page.getByLabel("Last name").fill("Moxey");
  await page.unroute("**/api/profile");
  await save.click();
  await expectToast(page, "Profile updated");
  await expect(page.getByText("Not saved yet")).toHaveCount(0);
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Hello, Delano" })).toBeVisible();
});
