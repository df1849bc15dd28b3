// Alerts on the phone: a web push from the server to the notification, through a push service of
// the test, and a text message in the mailbox.
import type { BrowserContext, CDPSession, Page } from "@playwright/test";
import { startPushService } from "../test/push-service.ts";
import { examineAtBothSizes } from "./examine.ts";
import { expect, test } from "./fixtures.ts";
import { signInAsHost } from "./host-days.ts";
import { callAs, expectToast, farDates, newPersonData, signUpOnPage } from "./people.ts";
import { createRequest } from "./requests.ts";

type Subscription = ReturnType<
  Awaited<ReturnType<typeof startPushService>>["subscribe"]
>["subscription"];

/**
 * Subscribes to the test's push service instead of the browser vendor's, which tests can't reach.
 * The subscription outlives reloads, as a real one does.
 */
const subscribeTo = (context: BrowserContext, subscription: Subscription): Promise<unknown> =>
  context.addInitScript((given) => {
    const stored = {
      endpoint: given.endpoint,
      toJSON: () => given,
      unsubscribe: async () => {
        localStorage.removeItem("test.push");
        return true;
      },
    } as unknown as PushSubscription;
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem("test.push", "subscribed");
      return stored;
    };
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem("test.push") === null ? null : stored;
  }, subscription);

/** The id of the page's service worker, by which the browser delivers pushes to it. */
async function findWorker(cdp: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) =>
    cdp.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
      const active = versions.find(({ status }) => status === "activated");
      if (active) resolve(active.registrationId);
    }),
  );
  await cdp.send("ServiceWorker.enable");
  return found;
}

const shownNotifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, data }) => ({ title, body, path: data.path as string }));
  });

test("a host turns alerts on and gets a request as a notification and as a text message", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const service = await startPushService();
  const device = service.subscribe();
  await subscribeTo(context, device.subscription);
  await context.grantPermissions(["notifications"]);
  await signInAsHost(page);
  await page.goto("/settings#notifications");
  const turnOn = page.getByRole("button", { name: "Turn on push on this device" });
  await turnOn.click();
  const turnOff = page.getByRole("button", { name: "Turn off push on this device" });
  await expect(turnOff).toBeVisible();
  // The test may run at night.
  const quiet = page.getByRole("checkbox", { name: "Quiet hours" });
  await quiet.uncheck();
  await expectToast(page, "Setting saved");
  await expect(page.getByRole("checkbox", { name: "Requests by text" })).toBeChecked();
  await page.reload();
  await expect(turnOff).toBeVisible();
  await expect(quiet).not.toBeChecked();
  await examineAtBothSizes(page);

  const id = await createRequest(request, farDates(328));
  await expect
    .poll(() => device.received.map(({ alert }) => alert.path))
    .toContain(`/host/bookings?booking=${id}`);
  const alert = device.received.find(({ alert: { path } }) => path.endsWith(id))?.alert;
  const cdp = await context.newCDPSession(page);
  await cdp.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(baseURL ?? "").origin,
    registrationId: await findWorker(cdp),
    data: JSON.stringify(alert),
  });
  const { phone } = await callAs<{ phone: string }>(page, "GET", "/api/profile");
  await expect
    .poll(() => shownNotifications(page))
    .toContainEqual({
      title: "You have a booking request",
      body: expect.stringMatching(/, BK-\d{4}-\d{4}$/),
      path: `/host/bookings?booking=${id}`,
    });

  await turnOff.click();
  await expect(turnOn).toBeVisible();
  await page.goto(`/dev/mailbox?to=${encodeURIComponent(phone)}`);
  await expect(page.getByText(`/host/bookings?booking=${id}`).first()).toBeVisible();
  service.close();
});

test("a renter without a verified phone, on a blocked browser and on an iPhone", async ({
  page,
  newPerson,
}) => {
  await signUpOnPage(page, newPersonData("Alerta"));
  await page.addInitScript(() =>
    Object.defineProperty(Notification, "permission", { get: () => "denied" }),
  );
  await page.goto("/settings#notifications");
  await expect(page.getByText("Notifications from Caydrive are blocked.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Messages by text" })).toBeDisabled();
  await page.getByRole("checkbox", { name: "Messages by push" }).uncheck();
  await expectToast(page, "Setting saved");
  await page.getByLabel("Until").selectOption("8:00 AM");
  await expect
    .poll(() => callAs(page, "GET", "/api/alert-settings"))
    .toMatchObject({ push: { message: false, request: true }, quiet: { quiet_until: 8 } });
  await page.getByRole("link", { name: "verify your phone" }).click();
  await page.waitForURL("**/profile#verification");

  const iphone = await newPerson({
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1",
  });
  await iphone.addInitScript(() => {
    Reflect.deleteProperty(window, "PushManager");
  });
  const phone = await iphone.newPage();
  await signUpOnPage(phone, newPersonData("Iphigenia"));
  await phone.goto("/settings#notifications");
  await expect(phone.getByText("add Caydrive to your Home Screen first")).toBeVisible();
});
