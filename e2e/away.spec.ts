// The server is away for a while: the app stays, says so, and goes on when the server is back.
import { awaken, expect, test } from "./fixtures.ts";
import { signInHere } from "./people.ts";

test.beforeEach(({ allowFailures }) =>
  allowFailures(["net::ERR_CONNECTION_REFUSED", /console: .*(dynamically imported module|route module)/]),
);

test("a page whose code does not load fails in the app, and comes at the next try", async ({ page, context }) => {
  await page.goto("/");
  await awaken(page);
  await page.waitForLoadState("networkidle");
  await context.route("**/*", (route) => route.abort("connectionrefused"));
  await page.getByRole("link", { name: "Terms of Service" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "This page did not load." })).toBeFocused();
  await expect(page).toHaveTitle("This page did not load | Caydrive");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Try again" })).toBeEnabled();

  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1, name: "This page did not load." })).toBeVisible();
  await context.unroute("**/*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Drive the islands/ })).toBeVisible();
  await page.getByRole("link", { name: "Terms of Service" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Terms of Service" })).toBeVisible();
});

test("cars that do not load: the toast says so, the filters are kept", async ({ page }) => {
  await page.goto("/browse");
  await page.waitForLoadState("networkidle");
  await page.route(/\/api\/listings\?/, (route) => route.abort("connectionrefused"));
  await page.getByLabel("Location").fill("nassau");
  await expect(page.getByRole("alert").filter({ hasText: "Failed to load car listings" })).toBeVisible();
  await expect(page.getByText("Your filters are kept.")).toBeVisible();
  await page.unroute(/\/api\/listings\?/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(/cars? available/)).toBeVisible();
  await expect(page.getByLabel("Location")).toHaveValue("nassau");
});

test("signing in says that the server can't be reached", async ({ page }) => {
  await page.goto("/auth");
  await page.route("**/auth/v1/**", (route) => route.abort("connectionrefused"));
  await signInHere(page, { email: "renter@caydrive.test", password: "caydrive-demo" });
  await expect(page.locator("#main").getByRole("alert")).toContainText("The server can't be reached.");
  await expect(page.locator("#main").getByRole("alert")).toBeFocused();
});
