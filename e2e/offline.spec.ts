// Two phones record the pickup and the return of a car without a network.
import type { Page } from "@playwright/test";
import type { Trip } from "../src/contract/bookings/trips.ts";
import { examineAtBothSizes } from "./examine.ts";
import { expect, test, viewports } from "./fixtures.ts";
import { callAs, expectToast, newPersonData, signInHere, signUpOnPage } from "./people.ts";
import {
  addMark,
  bookTrip,
  expireToken,
  reopen,
  saveReading,
  section,
  sharpPhoto,
  showCode,
  untilSecretsStored,
  untilStored,
} from "./trip-phones.ts";

test.use({ viewport: viewports.phone });

const agreement = (page: Page) =>
  page.getByRole("region", { name: "Rental agreement", exact: true });

/** What a browser logs while it has no network. */
const NO_NETWORK = [
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
  /console: (.*WebSocket|.*net::ERR|The profile could not be loaded)/,
];

test("two phones hand over and take back a car without a network, with code and signatures, and send it once later", async ({
  page: renter,
  newPerson,
  allowFailures,
}) => {
  test.slow();
  allowFailures(NO_NETWORK);
  const { id, host } = await bookTrip(renter, newPerson, "Airplane Fit");
  const offline = (phone: Page, isOffline: boolean) => phone.context().setOffline(isOffline);
  await renter.goto(`/bookings/${id}/trip`);
  await host.goto(`/host/bookings/${id}/trip`);
  for (const phone of [renter, host]) {
    await untilStored(phone);
    await expect(agreement(phone).getByText("You haven't signed yet.")).toBeVisible();
  }
  await untilSecretsStored(host);
  for (const phone of [renter, host]) {
    await offline(phone, true);
    if (phone === host) await expireToken(phone);
    await reopen(phone);
    await expect(phone.getByText(/^No network\. This is the trip as of/)).toBeVisible();
    await expect(phone.getByText(/You're offline/)).toHaveCount(0);
    await expect(phone.getByRole("heading", { name: "Check-in is open" })).toBeVisible();
    await expect(phone.getByRole("link", { name: /919/ })).toBeVisible();
  }
  await expect(renter.getByRole("heading", { name: "If the police stop you" })).toBeVisible();
  await expect(renter.getByRole("heading", { name: "Keep to the left" })).toBeVisible();

  // The pickup: both sides sign, and enter the same readings.
  for (const [phone, name] of [
    [renter, "Naomi Rolle"],
    [host, "Keisha Rolle"],
  ] as const) {
    await agreement(phone).getByRole("button", { name: "Read and sign" }).click();
    await agreement(phone).getByLabel("Your full name").fill(name);
    await agreement(phone).getByRole("button", { name: "Sign the agreement" }).click();
    await expect(agreement(phone).getByText(/^You signed on .* Not sent yet\./)).toBeVisible();
    await saveReading(phone, "Pickup", "41,286");
    await expect(section(phone, "Pickup").getByText("41,286 miles").first()).toBeVisible();
  }
  await host.getByRole("button", { name: "I’ve checked the licence" }).click();
  await renter.getByLabel("Roof and windscreen, take a photo").setInputFiles(await sharpPhoto());
  await expect(renter.getByLabel("Roof and windscreen, taken. Take another")).toBeAttached();
  await addMark(renter, "Pickup", "Bonnet");
  await examineAtBothSizes(renter);
  await renter.setViewportSize(viewports.phone);
  for (const phone of [renter, host]) {
    await reopen(phone);
    await expect(phone.getByText(/ will be sent later\./)).toBeVisible();
  }
  await expect(renter.getByText("3 entries and 1 photo will be sent later.")).toBeVisible();
  await renter.getByText("All photos (1)").click();
  await expect(renter.getByRole("img", { name: "Roof and windscreen" })).toHaveCount(2);
  const code = await showCode(host, "Pickup");
  await expect(host.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await examineAtBothSizes(host);
  await host.setViewportSize(viewports.phone);
  // Scanned: the link opens the stored page with the code, which waits for a tap.
  await renter.goto("about:blank");
  await renter.goto(`/bookings/${id}/trip#pickup=${code}`);
  await expect(section(renter, "Pickup").getByLabel("Six digits")).toHaveValue(code);
  await renter.getByRole("button", { name: "Start the trip" }).click();
  await reopen(renter);
  await expect(section(renter, "Pickup").getByText(/^Waiting for a network\./)).toBeVisible();
  await expect(renter.getByRole("heading", { level: 1, name: /^Return by/ })).toBeVisible();

  // The phones come back one after the other.
  await offline(host, false);
  await reopen(host);
  await offline(renter, false);
  await reopen(renter);
  for (const phone of [renter, host]) {
    await expect(section(phone, "Pickup").getByText("Dent, bonnet")).toHaveCount(1);
    await expect(section(phone, "Pickup").getByText(/^You both agreed on/)).toBeVisible();
    await expect(agreement(phone).getByText(/ signed on .* as /)).toHaveCount(2);
    await expect(phone.getByText("All photos (1)")).toBeVisible();
    await expect(phone.getByText(/Not sent yet/)).toHaveCount(0);
  }

  // The return, and the renter's phone comes back first.
  for (const phone of [renter, host]) {
    await offline(phone, true);
    await reopen(phone);
    await saveReading(phone, "Return", "41,414");
  }
  await addMark(host, "Return", "Roof");
  await reopen(host);
  const back = await showCode(host, "Return");
  await section(renter, "Return").getByLabel("Six digits").fill(back);
  await renter.getByRole("button", { name: "End the trip" }).click();
  await expect(section(renter, "Return").getByText(/^Waiting for a network\./)).toBeVisible();
  await reopen(renter);
  await offline(renter, false);
  await reopen(renter);
  await expect(renter.getByRole("heading", { level: 1, name: /^Returned on/ })).toBeVisible();
  await reopen(host);
  await offline(host, false);
  await reopen(host);
  for (const phone of [renter, host]) {
    await expect(section(phone, "Return").getByText(/^You both agreed on/)).toBeVisible();
    await expect(section(phone, "Return").getByText("128 miles")).toBeVisible();
    await expect(section(phone, "Return").getByText("Dent, roof")).toHaveCount(1);
    await expect(phone.getByText(/Not sent yet/)).toHaveCount(0);
  }
});

test("unsent entries outlive the session, stay private, and are deleted at sign-out", async ({
  page,
  newPerson,
  request,
  allowFailures,
}) => {
  allowFailures([...NO_NETWORK, / 401 \/(api|functions|realtime)\//, /POST 400 \/auth\/v1\/token/]);
  allowFailures([/GET 404 \/api\/bookings\//]);
  const { id, naomi } = await bookTrip(page, newPerson, "Session Fit");
  await page.goto(`/bookings/${id}/trip`);
  await untilStored(page);
  await page.context().setOffline(true);
  await addMark(page, "Pickup", "Roof");
  // The session ends elsewhere.
  const token = await request.post("/auth/v1/token?grant_type=password", { data: naomi });
  const { access_token } = (await token.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  expect((await request.post("/auth/v1/logout?scope=global", { headers })).status()).toBe(204);
  await page.context().setOffline(false);
  await page.waitForURL("**/auth?next=*");

  const stranger = newPersonData("Stranger");
  await signUpOnPage(page, stranger);
  await page.goto(`/bookings/${id}/trip`);
  await expect(page.getByRole("heading", { name: "There's no trip here" })).toBeVisible();
  await expect(page.getByText(/Not sent yet/)).toHaveCount(0);
  await page.evaluate(() => localStorage.removeItem("caydrive.session"));
  await page.goto(`/auth?next=/bookings/${id}/trip`);
  await signInHere(page, naomi);
  await expect(section(page, "Pickup").getByText("Dent, roof")).toBeVisible();
  await expect
    .poll(async () => (await callAs<Trip>(page, "GET", `/api/bookings/${id}/trip`)).pickup.marks)
    .toHaveLength(1);

  await untilStored(page);
  await page.context().setOffline(true);
  await addMark(page, "Pickup", "Boot");
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(page.getByRole("dialog", { name: "Sign out and delete" })).toContainText(
    "1 entry from your trip hasn't been sent yet.",
  );
  await page.getByRole("button", { name: "Stay Signed In" }).click();
  await page.context().setOffline(false);
  await expect(page.getByText("All sent.")).toBeVisible();
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expectToast(page, "Signed out");
  const left = await page.evaluate(async () => {
    const opened = indexedDB.open("caydrive-trips");
    await new Promise((resolve) => opened.addEventListener("success", resolve));
    const counts = [...opened.result.objectStoreNames].map(async (name) => {
      const count = opened.result.transaction(name).objectStore(name).count();
      await new Promise((resolve) => count.addEventListener("success", resolve));
      return count.result;
    });
    const workers = await navigator.serviceWorker.getRegistrations();
    return {
      rows: await Promise.all(counts),
      workers: workers.length,
      caches: await caches.keys(),
    };
  });
  expect(left).toEqual({ rows: [0, 0, 0, 0], workers: 0, caches: [] });
});

test("a browser that stores nothing says so, and works with a network", async ({
  page,
  newPerson,
}) => {
  const { id } = await bookTrip(page, newPerson, "Private Fit");
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("", "QuotaExceededError");
    };
  });
  await page.goto(`/bookings/${id}/trip`);
  await expect(page.getByText(/^This phone's storage is full/)).toBeVisible();
  await addMark(page, "Pickup", "Roof");
  await page.reload();
  await expect(section(page, "Pickup").getByText("Dent, roof")).toBeVisible();
});
