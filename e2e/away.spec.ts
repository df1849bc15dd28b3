// The server is unavailable for a while: the app stays, reports it, and continues when the server
// is back.
import { hydrated, expect, test } from "./fixtures.ts";
import { signInHere } from "./people.ts";

test.beforeEach(({ allowFailures }) =>
  allowFailures([
    "net::ERR_CONNECTION_REFUSED",
    /console: .*(dynamically imported module|route module)/,
  ]),
);

test("a page whose code fails to load shows an error in the app, and loads on retry", async ({
  page,
  context,
}) => {
  await page.goto("/");
  await hydrated(page);
  await page.waitForLoadState("networkidle");
  await context.route("**/*", (route) => route.abort("connectionrefused"));
  await page.getByRole("link", { name: "Terms of Service" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "We couldn't load this page." }),
  ).toBeFocused();
  await expect(page).toHaveTitle("We couldn't load this page | Caydrive");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Try again" })).toBeEnabled();

  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page).toHaveURL("/");
  await expect(
    page.getByRole("heading", { level: 1, name: "We couldn't load this page." }),
  ).toBeVisible();
  await context.unroute("**/*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Drive the islands/ })).toBeVisible();
  await page.getByRole("link", { name: "Terms of Service" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Terms of Service" })).toBeVisible();
});

test("a public page opened offline says so", async ({ page, context, allowFailures }) => {
  allowFailures(["ERR_INTERNET_DISCONNECTED"]);
  await page.goto("/");
  await hydrated(page);
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page.getByRole("link", { name: "Terms of Service" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "You're offline." })).toBeVisible();
  await expect(page).toHaveTitle("You're offline | Caydrive");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Terms of Service" })).toBeVisible();
});

test("a toast reports that cars did not load, and the filters stay", async ({ page }) => {
  await page.goto("/browse");
  await page.waitForLoadState("networkidle");
  await page.route(/\/api\/listings\?/, (route) => route.abort("connectionrefused"));
  await page.getByLabel("Location").fill("nassau");
  await expect(
    page.getByRole("alert").filter({ hasText: "Failed to load car listings" }),
  ).toBeVisible();
  await expect(page.getByText("Nothing to show yet")).toBeVisible();
  await page.unroute(/\/api\/listings\?/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(/cars? available/)).toBeVisible();
  await expect(page.getByLabel("Location")).toHaveValue("nassau");
});

test("sign-in reports that the server can't be reached", async ({ page }) => {
  await page.goto("/auth");
  await page.route("**/auth/v1/**", (route) => route.abort("connectionrefused"));
  await signInHere(page, { email: "renter@caydrive.test", password: "caydrive-demo" });
  await expect(page.getByRole("alert").filter({ hasText: "Sign in failed" })).toContainText(
    "We can't reach the server.",
  );
  await expect(page.getByLabel("Email")).toHaveValue("renter@caydrive.test");
});
