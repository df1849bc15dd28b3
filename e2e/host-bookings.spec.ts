// The host's side of a booking: access, pending requests, and the results of approving, rejecting
// and cancelling.
import type { Page } from "@playwright/test";
import { todayInNassau } from "../src/domain/calendar/dates.ts";
import { formatRange } from "../src/domain/text/format.ts";
import { examine, examineAtBothSizes } from "./examine.ts";
import { expect, expectAfterRetries, blockLiveUpdates, test, viewports } from "./fixtures.ts";
import {
  bookNow,
  expectToast,
  farDates,
  newPersonData,
  pay,
  signInOnPage,
  signInHere,
  signUpOnPage,
  stateDateOfBirth,
} from "./people.ts";
import { createRequest, HOST, hostsCar, RENTER, SEEDED_PASSWORD, type Dates } from "./requests.ts";

const formatDates = ({ start_date, end_date }: Dates): string =>
  formatRange({ start: start_date, end: end_date }, todayInNassau(new Date()));

/** The card of a booking in the open list. */
const findCard = (page: Page, dates: Dates) =>
  page.getByRole("article").filter({ hasText: formatDates(dates) });
const button = (page: Page, dates: Dates, name: string) =>
  findCard(page, dates).getByRole("button", { name: new RegExp(`^${name}`) });

test("a renter requests, the host approves, and the card is charged", async ({
  page,
  context,
  newPerson,
}) => {
  const renter = newPersonData("Delano");
  await signUpOnPage(page, renter);
  await stateDateOfBirth(page);
  const car = await hostsCar(page.request);
  const dates = farDates(300);
  await page.goto(`/book/${car.id}?start_date=${dates.start_date}&end_date=${dates.end_date}`);
  const checkout = await bookNow(page, context);
  await pay(checkout);
  await expect(checkout.getByRole("heading", { name: "Booking Requested" })).toBeVisible();

  const host = await (await newPerson()).newPage();
  await signInOnPage(host, HOST, SEEDED_PASSWORD);
  await host.goto("/host/bookings");
  await host.getByRole("button", { name: /^Requests/ }).click();
  await host.waitForURL("**/host/bookings?filter=requests");
  await expect(findCard(host, dates)).toContainText("Delano Rolle");
  await expect(findCard(host, dates)).toContainText("On hold");
  await expect(findCard(host, dates).getByRole("link", { name: /^Message Renter/ })).toBeVisible();
  await button(host, dates, "Approve").dblclick();
  await expectToast(host, "Booking approved successfully");
  await expect(findCard(host, dates)).toHaveCount(0);
  await expect(host.getByRole("heading", { level: 1, name: "Bookings" })).toBeFocused();

  await host.getByRole("searchbox", { name: "Search bookings" }).fill("delano");
  await host.getByRole("button", { name: /^All/ }).click();
  await expect(findCard(host, dates)).toContainText("Approved");
  await expect(findCard(host, dates)).toContainText("PaymentPaid");
  await button(host, dates, "View Details").click();
  const details = host.getByRole("dialog", { name: "Booking Details" });
  await expect(details.getByRole("link", { name: renter.email })).toBeVisible();
  await expect(details).toContainText("You earn");
  await expect(details.getByRole("listitem")).toContainText([
    "Checkout opened, dates held",
    "Requested, card authorised",
    "Approved by the host",
    "Card charged",
  ]);

  await page.goto("/bookings");
  await expect(page.getByText("Paid", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Message Host/ })).toBeVisible();
});

test("a renter withdraws a request, and the host is notified", async ({
  page,
  newPerson,
  request,
}) => {
  const dates = farDates(305);
  await createRequest(request, dates);
  await signInOnPage(page, RENTER, SEEDED_PASSWORD);
  await page.setViewportSize(viewports.phone);
  await page.goto("/bookings");
  await button(page, dates, "View Details").click();
  const details = page.getByRole("dialog", { name: "Booking Details" });
  await details.getByRole("button", { name: "Withdraw request" }).click();
  const asked = page.getByRole("dialog", { name: "Withdraw request?" });
  await expect(asked).toContainText("hold on your card right away");
  await examine(page);
  await asked.getByRole("button", { name: "Withdraw request" }).click();
  await expectToast(page, "Request withdrawn");
  await expect(details).toContainText("Cancelled");
  await expect(details).toContainText("Not charged");
  await expect(details.getByRole("button", { name: "Withdraw request" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(findCard(page, dates)).toContainText("Cancelled");

  const host = await (await newPerson()).newPage();
  await signInOnPage(host, HOST, SEEDED_PASSWORD);
  await host.goto("/host/bookings?filter=cancelled");
  await expect(findCard(host, dates)).toContainText("Cancelled");
  await host.getByRole("button", { name: /^Notifications/ }).click();
  await expect(host.getByText("Marcus withdrew their request").first()).toBeVisible();
});

test("a rejection notifies the renter", async ({ page, request }) => {
  const dates = farDates(310);
  await createRequest(request, dates);
  await signInOnPage(page, HOST, SEEDED_PASSWORD);
  await page.goto("/host/bookings?filter=requests");
  await button(page, dates, "Reject").press("Enter");
  const dialog = page.getByRole("dialog", { name: "Reject Booking" });
  const reason = dialog.getByLabel("Reason");
  await expect(reason).toBeFocused();
  await page.keyboard.type("The top leaks, and rain is on the way.");
  await dialog.getByRole("button", { name: "Reject Booking" }).click();
  await expectToast(page, "Booking rejected successfully");
  await expect(dialog).toBeHidden();
  await expect(findCard(page, dates)).toHaveCount(0);
  await expect
    .poll(async () => await (await request.get(`/dev/mailbox.json?to=${RENTER}`)).text())
    .toContain("The top leaks, and rain is on the way.");
  await page.getByRole("button", { name: /^Rejected/ }).click();
  await page.waitForURL("**/host/bookings?filter=rejected");
  await expect(findCard(page, dates)).toContainText("Rejected");
});

test("the second of two tabs reports that the booking has changed, and shows it", async ({
  page,
  context,
  request,
  allowFailures,
}) => {
  allowFailures([/POST 409 \/api\/bookings\//]);
  const dates = farDates(320);
  await createRequest(request, dates);
  await signInOnPage(page, HOST, SEEDED_PASSWORD);
  const path = `/host/bookings?from=${dates.start_date}&to=${dates.end_date}`;
  await page.goto(path);
  const second = await context.newPage();
  await blockLiveUpdates(second);
  await second.goto(path);
  await expect(button(second, dates, "Reject")).toBeVisible();
  await button(page, dates, "Approve").click();
  await expectToast(page, "Booking approved successfully");
  await expect(findCard(page, dates).getByRole("heading")).toBeFocused();

  await button(second, dates, "Reject").click();
  await second.getByLabel("Reason").fill("It is taken.");
  await second.getByRole("button", { name: "Reject Booking" }).click();
  await expect(second.getByText("The booking has changed: it's now approved.")).toBeVisible();
  await expect(second.getByRole("dialog")).toHaveCount(0);
  await expect(findCard(second, dates)).toContainText("Approved");
  await expect(button(second, dates, "Reject")).toHaveCount(0);
  await expect(findCard(second, dates).getByRole("heading")).toBeFocused();

  // The host cancels: everything is refunded.
  await button(second, dates, "Cancel").click();
  const dialog = second.getByRole("dialog", { name: "Cancel Booking" });
  await expect(dialog).toContainText("cannot be undone");
  await expect(dialog).toContainText("Cancellation fee");
  await dialog.getByLabel("Why are you cancelling?").selectOption("car_broken");
  await dialog.getByRole("button", { name: "Cancel Booking" }).click();
  await expectToast(second, "Booking cancelled successfully");
  await expect(findCard(second, dates)).toContainText("Refunded");
});

test("the host area asks to sign in, then offers host access in one click", async ({ page }) => {
  const person = newPersonData("Shavonne");
  await signUpOnPage(page, person);
  await page.goto("/dashboard");
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await expect(page.getByRole("menuitem")).toHaveText([
    "Dashboard",
    "Profile",
    "Bookings",
    "Favourites",
    "Messages",
    "Settings",
    "Sign Out",
  ]);
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expectToast(page, "Signed out");

  await page.goto("/host/bookings?filter=requests");
  await page.waitForURL((url) => url.searchParams.get("next") === "/host/bookings?filter=requests");
  await signInHere(page, person);
  await page.waitForURL("**/host/bookings?filter=requests");
  await expect(page.getByRole("heading", { level: 1, name: "Host Access Required" })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Your profile" })).toHaveAttribute(
    "href",
    "/profile",
  );
  await expect(main.getByRole("link", { name: "Home" })).toHaveAttribute("href", "/");
  await examine(page);

  // For people with an account, "Become a Host" on the public pages leads here.
  await page.goto("/auth?mode=signup&type=host");
  await page.waitForURL("**/host/dashboard");
  await page.getByRole("button", { name: "Become a host" }).press("Enter");
  await expectToast(page, "You're now a host");
  await expect(page.getByRole("heading", { level: 1, name: "Hello, Shavonne" })).toBeFocused();
  await expect(main.getByRole("heading", { name: "No bookings yet" })).toBeVisible();
  const checklist = main.getByRole("region", { name: "Get ready to host" });
  await expect(checklist).toContainText("0 of 5 done");
  await checklist.getByRole("link", { name: "Add your bank details" }).click();
  await page.waitForURL("**/host/settings#payouts");
  await page.getByRole("link", { name: "Switch to renting" }).click();
  await page.waitForURL((url) => url.pathname === "/dashboard");
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await expect(page.getByRole("menuitem", { name: "Listings" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Switch to hosting" }).click();
  await page.waitForURL("**/host/dashboard");
});

test("the dashboard shows pending requests and earnings, and reports a failed load", async ({
  page,
  allowFailures,
}) => {
  allowFailures([/GET 503 \/api\/host\/dashboard/]);
  await signInOnPage(page, HOST, SEEDED_PASSWORD);
  await page.goto("/host/dashboard");
  const requests = page.getByRole("region", { name: "Requests" }).getByRole("article");
  const first = await requests.first().textContent();
  await requests
    .first()
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expectToast(page, "Booking approved successfully");
  await expect(requests.filter({ hasText: first ?? "" })).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  await expect(
    page.getByRole("img", { name: /^Earnings by month: (\w+ \$[\d,.]+(, )?){6}$/ }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Year" }).click();
  await expect(
    page.getByRole("img", { name: /^Earnings by month: (\w+ \$[\d,.]+(, )?){12}$/ }),
  ).toBeVisible();
  await page.getByText("Show as a table").press("Enter");
  await expect(page.getByRole("row")).toHaveCount(13);
  await page.getByRole("region", { name: "Recent bookings" }).getByRole("link").nth(1).click();
  await expect(page.getByRole("dialog", { name: "Booking Details" })).toBeVisible();

  await page.clock.install();
  await page.route("**/api/host/dashboard", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto("/host/dashboard");
  await expectAfterRetries(page, page.getByText("Failed to load dashboard data"));
  await page.unroute("**/api/host/dashboard");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Total Listings")).toBeVisible();
});

test("host pages and dialogs pass the checks in both sizes and themes", async ({
  page,
  request,
}) => {
  await createRequest(request, farDates(340));
  await signInOnPage(page, HOST, SEEDED_PASSWORD);
  await page.goto("/host/dashboard?period=year");
  await expect(page.getByRole("img", { name: /^Earnings/ })).toBeVisible();
  await page.getByText("Show as a table").click();
  await examineAtBothSizes(page);
  await page.goto("/host/bookings");
  for (const [opener, title] of [
    ["Reject", "Reject Booking"],
    ["Cancel", "Cancel Booking"],
    ["View Details", "Booking Details"],
  ] as const) {
    const opens = page.getByRole("button", { name: new RegExp(`^${opener},`) }).first();
    await opens.click();
    const dialog = page.getByRole("dialog", { name: title });
    await expect(dialog).toBeVisible();
    await examineAtBothSizes(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(opens).toBeFocused();
  }
  await examineAtBothSizes(page);
});
