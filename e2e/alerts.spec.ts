// Alerts on the phone: a web push from the server to the notification, through a push service of
// the test, and a text message in the mailbox.
import type { BrowserContext, CDPSession, Worker } from "@playwright/test";
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
 * The subscription outlives reloads, as a real one does. The headless Chromium of the tests grants
 * the permission and denies having it, so the page is told.
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
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem("test.push", "subscribed");
      return stored;
    };
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem("test.push") === null ? null : stored;
  }, subscription);

interface WorkerGlobals {
  shown: object[];
  opened: string[];
  clients: { openWindow: (url: string) => Promise<null> };
}

/**
 * Records what the service worker shows and opens: headless Chromium can do neither
 * (ServiceWorkerRegistration.showNotification refuses for want of a permission).
 */
async function recordWorker(context: BrowserContext): Promise<Worker> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await worker.evaluate(() => {
    const globals = globalThis as unknown as WorkerGlobals;
    globals.shown = [];
    globals.opened = [];
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) =>
      void globals.shown.push({ title, ...options });
    globals.clients.openWindow = async (url) => {
      globals.opened.push(url);
      return null;
    };
  });
  return worker;
}

/** Presses the notification that the worker has shown last. @returns the pages opened so far */
const pressNotification = (worker: Worker): Promise<string[]> =>
  worker.evaluate(async () => {
    const { shown, opened } = globalThis as unknown as WorkerGlobals;
    const notification = { ...shown.at(-1), close: () => {} };
    const waiting: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => void waiting.push(work);
    dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil }));
    await Promise.all(waiting);
    return opened;
  });

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
  await quiet.click();
  await expect(quiet).not.toBeChecked();
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
  const worker = await recordWorker(context);
  const cdp = await context.newCDPSession(page);
  await cdp.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(baseURL ?? "").origin,
    registrationId: await findWorker(cdp),
    data: JSON.stringify(alert),
  });
  const shown = () => worker.evaluate(() => (globalThis as unknown as WorkerGlobals).shown);
  await expect.poll(shown).toEqual([
    expect.objectContaining({
      title: "You have a booking request",
      body: expect.stringMatching(/, BK-\d{4}-\d{4}$/),
      tag: alert?.id,
    }),
  ]);
  expect(await pressNotification(worker)).toEqual([`${baseURL}/host/bookings?booking=${id}`]);

  await turnOff.click();
  await expect(turnOn).toBeVisible();
  const { phone } = await callAs<{ phone: string }>(page, "GET", "/api/profile");
  const mailbox = `/dev/mailbox.json?to=${encodeURIComponent(phone)}`;
  await expect
    .poll(async () => await (await page.request.get(mailbox)).text())
    .toContain(`/host/bookings?booking=${id}`);
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
  const messages = page.getByRole("checkbox", { name: "Messages by push" });
  await messages.click();
  await expect(messages).not.toBeChecked();
  await expectToast(page, "Setting saved");
  await page.getByLabel("Until", { exact: true }).selectOption("8:00 AM");
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
