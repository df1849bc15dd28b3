// Changes elsewhere appear without a reload: with two people in two browsers, over a server
// restart, and after a lost connection.
import type { Page } from "@playwright/test";
import { todayInNassau } from "../src/domain/calendar/dates.ts";
import { formatMonthDay, formatRange } from "../src/domain/text/format.ts";
import { examineAtBothSizes } from "./examine.ts";
import { expect, test } from "./fixtures.ts";
import { callAs, expectToast, farDates, signInOnPage } from "./people.ts";
import { ADMIN, HOST, SEEDED_PASSWORD, RENTER, createRequest, type Dates } from "./requests.ts";

const findCard = (page: Page, { start_date, end_date }: Dates) =>
  page.getByRole("article").filter({
    hasText: formatRange({ start: start_date, end: end_date }, todayInNassau(new Date())),
  });

/** Opens a page and waits until it receives live updates. */
async function openLive(page: Page, path: string): Promise<void> {
  const joined = page
    .waitForEvent("websocket")
    .then((socket) =>
      socket.waitForEvent("framereceived", ({ payload }) =>
        /phx_reply.*"ok"/.test(String(payload)),
      ),
    );
  await page.goto(path);
  await joined;
}
const OFFLINE = "You're offline. What you see may be out of date.";

test("shows a request and its decision on both sides, keeps typed text, and survives a restart", async ({
  app,
  page: renter,
  newPerson,
  request,
  allowFailures,
}) => {
  const [host, admin] = [await (await newPerson()).newPage(), await (await newPerson()).newPage()];
  await signInOnPage(renter, RENTER, SEEDED_PASSWORD);
  await signInOnPage(host, HOST, SEEDED_PASSWORD);
  await signInOnPage(admin, ADMIN, SEEDED_PASSWORD);
  await openLive(renter, "/bookings");
  await openLive(host, "/host/bookings?filter=requests");
  await openLive(admin, "/admin/bookings?filter=pending");
  const findRow = ({ start_date }: Dates) =>
    admin.getByRole("row").filter({ hasText: formatMonthDay(start_date, start_date) });

  const [first, second] = [farDates(150), farDates(156)];
  const id = await createRequest(request, first);
  await expect(findCard(host, first)).toContainText("On hold");
  await expect(findCard(renter, first)).toContainText("Pending");
  await expect(findRow(first)).toHaveCount(1);

  // While the host types, nothing changes under the dialog. Then all changes appear.
  await findCard(host, first)
    .getByRole("button", { name: /^Reject/ })
    .click();
  await host.keyboard.type("The car is in the ");
  await createRequest(request, second);
  await expect(findCard(renter, second)).toContainText("Pending");
  const details = findCard(renter, first).getByRole("button", { name: /^View Details/ });
  await details.focus();
  const scrolled = await renter.evaluate(() => scrollY);
  expect(await callAs(host, "POST", `/api/bookings/${id}/approve`)).toMatchObject({
    status: "approved",
  });
  await expect(findCard(renter, first)).toContainText("Approved");
  await expect(details).toBeFocused();
  expect(await renter.evaluate(() => scrollY)).toBe(scrolled);
  await host.keyboard.type("workshop.");
  await expect(host.getByLabel("Reason")).toHaveValue("The car is in the workshop.");
  await expect(findCard(host, second)).toHaveCount(0);
  await host.keyboard.press("Escape");
  await expect(findCard(host, second)).toContainText("On hold");
  await expect(findCard(host, first)).toHaveCount(0);

  allowFailures([
    "WebSocket connection to",
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    /GET 503 \/api\//,
  ]);
  await app.restart();
  await findCard(host, second)
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expectToast(host, "Booking approved successfully");
  await expect(findCard(renter, second)).toContainText("Approved");
  await expect(findRow(first)).toHaveCount(0);
  await expect(findRow(second)).toHaveCount(0);
  await expect(renter.getByText(OFFLINE)).toHaveCount(0);
});

test("an offline page says so and catches up; a session ended elsewhere ends here", async ({
  page,
  context,
  request,
  allowFailures,
}) => {
  // The browser may look for a new service worker just when the network is away.
  const fetchingWorker = "An unknown error occurred when fetching the script.";
  allowFailures(["WebSocket connection to", "ERR_INTERNET_DISCONNECTED", fetchingWorker]);
  await signInOnPage(page, RENTER, SEEDED_PASSWORD);
  await openLive(page, "/bookings");
  await context.setOffline(true);
  await expect(page.getByRole("status").filter({ hasText: OFFLINE })).toBeVisible();
  await examineAtBothSizes(page);
  const dates = farDates(162);
  await createRequest(request, dates);
  await context.setOffline(false);
  await expect(findCard(page, dates)).toContainText("Pending");
  await expect(page.getByText(OFFLINE)).toHaveCount(0);

  const elsewhere = await request.post("/auth/v1/token?grant_type=password", {
    data: { email: RENTER, password: SEEDED_PASSWORD },
  });
  const { access_token } = (await elsewhere.json()) as { access_token: string };
  allowFailures([/40[013] \/(api|auth)\//]);
  const headers = { authorization: `Bearer ${access_token}` };
  await request.post("/auth/v1/logout?scope=global", { headers });
  await expectToast(page, "Your session has ended. Sign in again.");
  await page.waitForURL("**/auth?next=%2Fbookings");
});

test("the dashboards of renter and host and the admin's figures update", async ({
  page: renter,
  newPerson,
  request,
}) => {
  const [host, admin] = [await (await newPerson()).newPage(), await (await newPerson()).newPage()];
  await signInOnPage(renter, RENTER, SEEDED_PASSWORD);
  await signInOnPage(host, HOST, SEEDED_PASSWORD);
  await signInOnPage(admin, ADMIN, SEEDED_PASSWORD);
  await openLive(renter, "/dashboard");
  await openLive(host, "/host/dashboard");
  await openLive(admin, "/admin");
  const figure = (page: Page, label: string) =>
    page.locator("dl > div").filter({ hasText: label }).locator("dd").first();
  const figures = [
    figure(renter, "Total Bookings"),
    figure(host, "Total Bookings"),
    figure(admin, "Pending Bookings"),
  ];
  const before: number[] = [];
  for (const each of figures) {
    await expect(each).toHaveText(/^[\d,]+$/);
    before.push(Number((await each.innerText()).replaceAll(",", "")));
  }
  const id = await createRequest(request, farDates(174));
  for (const [index, each] of figures.entries())
    await expect(each).toHaveText(((before[index] ?? 0) + 1).toLocaleString("en-US"));
  expect(
    await callAs(host, "POST", `/api/bookings/${id}/reject`, {
      reason: "The car is in the workshop.",
    }),
  ).toMatchObject({
    status: "rejected",
  });
  await expect(figure(admin, "Pending Bookings")).toHaveText(
    (before[2] ?? 0).toLocaleString("en-US"),
  );
});
