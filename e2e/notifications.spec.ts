// A renter's notifications of a booking: the bell, by keyboard and on a phone, and the unsubscribe
// link without JavaScript.
import type { APIRequestContext, Page } from "@playwright/test";
import { examine, expectNoOverflow } from "./examine.ts";
import { hydrated, axeInBothThemes, expect, test, viewports } from "./fixtures.ts";
import { callAs, farDates, newPersonData, signUpOnPage, stateDateOfBirth } from "./people.ts";
import { bookAs, HOST, hostsCar, SEEDED_PASSWORD } from "./requests.ts";

const findBell = (page: Page) =>
  page.getByRole("button", { name: /^Notifications/ }).filter({ visible: true });
const findPanel = (page: Page) => page.getByRole("dialog", { name: "Notifications" });

/** The demo host approves a request for their car, in a browser of their own. */
async function approve(request: APIRequestContext, bookingId: string): Promise<void> {
  const host = { email: HOST, password: SEEDED_PASSWORD };
  const signedIn = await request.post("/auth/v1/token?grant_type=password", { data: host });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  const approved = await request.post(`/api/bookings/${bookingId}/approve`, { headers });
  expect(approved.ok(), await approved.text()).toBe(true);
}

test("the bell shows an event and links to it, and its emails can be switched off by link", async ({
  page,
  request,
  newPerson,
}) => {
  const renter = newPersonData("Oria");
  await signUpOnPage(page, renter);
  await stateDateOfBirth(page);

  await page.goto("/dashboard");
  await findBell(page).click();
  await expect(findPanel(page)).toContainText("Nothing yet");
  await page.keyboard.press("Escape");
  await expect(findPanel(page)).toHaveCount(0);
  await expect(findBell(page)).toBeFocused();

  const bookingId = await bookAs(page, await hostsCar(page.request), farDates(345));
  await approve(request, bookingId); // the open page is notified; a request is not, because the renter made it
  await expect(
    page.getByRole("button", { name: "Notifications 1 unread" }).filter({ visible: true }),
  ).toBeVisible();
  await findBell(page).focus();
  await page.keyboard.press("Enter");
  await expect(
    findPanel(page).getByRole("link", { name: /Unread: Booking confirmed/ }),
  ).toBeVisible();
  await axeInBothThemes(page);
  await page.setViewportSize(viewports.phone);
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(page);
  await page.setViewportSize(viewports.desktop);

  // The first control marks all as read, the next one is the notification itself.
  await findPanel(page).getByRole("button", { name: "Mark all as read" }).press("Enter");
  await expect(
    page.getByRole("button", { name: "Notifications", exact: true }).filter({ visible: true }),
  ).toBeVisible();
  await expect(findPanel(page).getByRole("heading", { name: "Notifications" })).toBeFocused();
  await findPanel(page)
    .getByRole("link", { name: /Booking confirmed/ })
    .press("Enter");
  await page.waitForURL(`**/bookings?booking=${bookingId}`);
  await expect(page.getByRole("dialog", { name: "Booking Details" })).toContainText("Paradise");
  await expect(findPanel(page)).toHaveCount(0);

  // Also on the public pages; and it stays read.
  await page.goto("/");
  await hydrated(page);
  await findBell(page).click();
  await expect(findPanel(page)).toContainText("Booking requested");
  await expect(findPanel(page).getByText("Unread:")).toHaveCount(0);

  // The emailed link, for a signed-out person whose browser runs no scripts.
  const stranger = await (await newPerson({ javaScriptEnabled: false })).newPage();
  const link = await unsubscribeLink(page, renter.email);
  await stranger.goto(link);
  await expect(stranger.getByRole("heading", { level: 1 })).toHaveText(
    "Stop emails about bookings?",
  );
  await stranger.getByRole("button", { name: "Stop these emails" }).click();
  await expect(stranger.getByRole("heading", { level: 1 })).toHaveText(
    "Emails about bookings are off",
  );
  expect(await callAs(page, "GET", "/api/notification-choices")).toMatchObject({
    mailed: { booking: false, reminder: true },
  });
  await stranger.getByRole("button", { name: "Turn them back on" }).click();
  await expect(stranger.getByRole("button", { name: "Stop these emails" })).toBeVisible();
  await page.goto(link);
  await examine(page);
});

test("reports an invalid link", async ({ page, allowFailures }) => {
  allowFailures(["GET 404 /unsubscribe"]);
  await page.goto("/unsubscribe?token=none");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link doesn’t work");
});

/** The link at the foot of the newest booking email. A job sends email, so it may take a moment. */
async function unsubscribeLink(page: Page, email: string): Promise<string> {
  let link = "";
  await expect
    .poll(async () => {
      const response = await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
      const { mails } = (await response.json()) as { mails: { text: string }[] };
      link =
        /https?:\/\/\S+\/unsubscribe\?\S+/.exec(mails.map(({ text }) => text).join("\n"))?.[0] ??
        "";
      return link;
    })
    .toContain("token=");
  return link;
}
