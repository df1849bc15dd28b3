// A renter's next trip and open checkout on a phone, and a trip that gets longer.
import type { Page } from "@playwright/test";
import { addDays, todayInNassau, type CalendarDate } from "../src/domain/calendar/dates.ts";
import { formatDay } from "../src/domain/text/format.ts";
import { newRenter } from "./car-page.ts";
import { examine, examineAtBothSizes } from "./examine.ts";
import { expect, test, viewports } from "./fixtures.ts";
import {
  callAs,
  demoCar,
  expectToast,
  farDates,
  nextPickupDate,
  pay,
  signInOnPage,
  type Car,
} from "./people.ts";
import { ADMIN, SEEDED_PASSWORD } from "./requests.ts";
import { addMark, bookTrip, handOver, sharpPhoto } from "./trip-phones.ts";

test.use({ viewport: viewports.phone });

/** In the evening, the next pickup is tomorrow. */
const COUNTDOWN = /Pickup in \d+ (?:hours?|minutes?)|Starts tomorrow/;

/** Opens a checkout as the person signed in on the page. */
const openCheckout = (page: Page, car: Car, dates: ReturnType<typeof farDates>) =>
  callAs<{ booking_id: string; session_id: string }>(
    page,
    "POST",
    "/functions/v1/create-booking-checkout",
    { car_id: car.id, ...dates, total_amount: Math.round(car.price_per_day * 300) / 100 },
  );

test("the next trip is on top, one tap from directions, the host's number and help", async ({
  page,
}) => {
  await newRenter(page, "Latoya");
  const start = nextPickupDate();
  const dates = { start_date: start, end_date: addDays(start, 3) };
  const free = await page.request.get(
    `/api/listings?booking_mode=instant&start_date=${dates.start_date}&end_date=${dates.end_date}`,
  );
  const { listings } = (await free.json()) as { listings: Car[] };
  const car = listings.find(({ latitude }) => latitude !== null);
  if (!car) throw new Error("no demo car with a position is free today");
  const { booking_id, session_id } = await openCheckout(page, car, dates);
  await callAs(page, "POST", `/api/sandbox/checkout/${session_id}/pay`, {
    number: "4242 4242 4242 4242",
    expiry: "12 / 34",
    cvc: "123",
    name: "Latoya Rolle",
  });
  await callAs(page, "POST", "/functions/v1/verify-booking-payment", { session_id });

  await page.goto("/dashboard");
  const next = page.getByRole("region", { name: "Next trip" });
  await expect(next.getByText(COUNTDOWN)).toBeInViewport();
  const directions = { name: "Open in Maps" };
  await expect(next.getByRole("link", directions)).toHaveAttribute("href", /query=2\d\.\d+%2C-7/);
  await expect(next.getByRole("link", { name: /^Call / })).toHaveAttribute("href", /^tel:\+1242/);
  await expect(next.getByRole("link", { name: /^Message (?!support)/ })).toBeVisible();
  const help = { visible: start === todayInNassau(new Date()) };
  await expect(next.getByText("emergency line")).toBeVisible(help);
  await expect(page.getByText("Verify your ID before pickup. It takes 2 minutes.")).toBeVisible();
  await examine(page);

  await next.getByRole("link", { name: car.title }).click();
  await page.waitForURL(`**/bookings?booking=${booking_id}`);
  const details = page.getByRole("dialog", { name: "Booking Details" });
  const top = async (text: string) => (await details.getByText(text).first().boundingBox())?.y ?? 0;
  await expect(details.getByRole("link", { name: /^Call / })).toBeVisible();
  await expect(details.getByText("Service fee")).toBeVisible();
  expect(await top("Pickup instructions")).toBeLessThan(await top("Service fee"));
  await expect(details.getByText("emergency line")).toBeVisible(help);
  await examine(page);
  await details.getByRole("button", { name: "Close" }).click();
  await expect(details).toBeHidden();
  const first = page.getByRole("article").first();
  await expect(first).toContainText(COUNTDOWN);
  await expect(first.getByRole("link", directions)).toBeVisible();

  // A question to support names the booking, and its case links to it.
  await page.goto(`/bookings?booking=${booking_id}`);
  await details.getByRole("link", { name: "Get help with this trip" }).click();
  await page.waitForURL(/\/support\?/);
  await expect(page.getByRole("combobox", { name: /^Booking/ })).toHaveValue(booking_id);
  await page.getByRole("textbox", { name: "Message" }).fill("The key box stays shut.");
  await examine(page);
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByRole("link", { name: "See it in your messages" }).click();
  await page.waitForURL(/\/messages\?c=/);
  await expect(page.getByRole("link", { name: /^BK-\d{4}-\d{4}$/ })).toHaveAttribute(
    "href",
    `/bookings?booking=${booking_id}`,
  );
  await examine(page);
});

test("an open checkout is one tap away until it ends", async ({ page }) => {
  await newRenter(page, "Kermit");
  const car = await demoCar(page, "instant", 3);
  const { session_id } = await openCheckout(page, car, farDates(230));
  for (const path of ["/bookings", "/dashboard"]) {
    await page.goto(path);
    await expect(page.getByText(/, held until \d+:\d\d [AP]M/)).toBeVisible();
  }
  await examine(page);
  await page.getByRole("link", { name: /^Finish booking your/ }).click();
  await page.waitForURL(`**/sandbox/checkout/${session_id}`);
});

test("a trip gets longer: the host agrees on another phone, then has agreed in advance", async ({
  page: renter,
  newPerson,
}) => {
  const { id, host } = await bookTrip(renter, newPerson, "Longer Fit");
  const { car, end_date } = await callAs<{ car: Car; end_date: CalendarDate }>(
    host,
    "GET",
    `/api/bookings/${id}`,
  );
  const setPreapproved = async (isPreapproved: boolean) => {
    await host.goto(`/host/listings/${car.id}/edit`);
    const setting = host.getByLabel("Pre-approve extensions");
    await expect(setting).toBeChecked({ checked: !isPreapproved });
    await setting.click();
    await expectToast(host, "Setting saved");
    await expect(setting).toBeChecked({ checked: isPreapproved });
  };
  const returnDay = (days: number) => formatDay(addDays(end_date, days), todayInNassau(new Date()));
  await setPreapproved(false);
  await host.goto(`/host/bookings/${id}/trip`);

  // Where the reminder leads.
  await renter.goto(`/bookings/${id}/trip#extend`);
  const changes = (page: Page) =>
    page.getByRole("region", { name: /^(Extend trip|Change request|Something changed\?)$/ });
  await expect(renter.getByRole("heading", { name: "Extend trip" })).toBeFocused();
  await renter.getByText("2 more days", { exact: true }).click();
  await expect(renter.getByText("To pay when Keisha accepts")).toBeVisible();
  await renter.getByLabel("Message to Keisha").fill("Our flight has moved.");
  await examineAtBothSizes(renter);
  await renter.setViewportSize(viewports.phone);
  await renter.getByRole("button", { name: "Ask for 2 more days" }).click();
  await expect(changes(renter).getByText("You asked for 2 more days")).toBeVisible();

  await expect(changes(host).getByText("Naomi asks for 2 more days")).toBeVisible();
  await expect(changes(host).getByText("Our flight has moved.")).toBeVisible();
  await examineAtBothSizes(host);
  await host.setViewportSize(viewports.phone);
  await changes(host)
    .getByRole("button", { name: /^Accept, you earn \$/ })
    .click();
  await expect(changes(renter).getByText(/paid, card ending in 4242/)).toBeVisible();
  for (const phone of [renter, host])
    await expect(changes(phone).getByText(new RegExp(`then ${returnDay(2)}`))).toBeVisible();

  await setPreapproved(true);
  await renter.goto(`/bookings/${id}/trip#extend`);
  await renter.getByText("1 more day", { exact: true }).click();
  await renter.getByRole("button", { name: /^Pay \$/ }).click();
  await expectToast(renter, "Your trip has changed: 1 more day");
  await renter.goto(`/bookings?booking=${id}`);
  await host.goto(`/host/bookings?booking=${id}`);
  for (const phone of [renter, host]) {
    const details = phone.getByRole("dialog", { name: "Booking Details" });
    await expect(details.getByText(new RegExp(`${returnDay(3)}.*\\(6 days\\)`))).toBeVisible();
    await expect(
      details.getByRole("list", { name: "Earlier changes" }).getByRole("listitem"),
    ).toHaveCount(2);
    await examine(phone);
  }
});

test("a case: the host claims a dent, the renter answers, and an admin decides with the photos", async ({
  page: renter,
  newPerson,
}) => {
  test.slow();
  const { id, host } = await bookTrip(renter, newPerson, "Dented Fit");
  await renter.goto(`/bookings/${id}/trip`);
  await host.goto(`/host/bookings/${id}/trip`);
  await handOver({ host, renter }, "Pickup", "41,286");
  await handOver({ host, renter }, "Return", "41,414");
  await addMark(host, "Return", "Roof");

  await host.getByRole("button", { name: "Open a case" }).click();
  const claim = host.getByRole("dialog", { name: "Open a case" });
  await claim.getByLabel("What is it about?").selectOption({ label: "Damage" });
  await claim.getByLabel("Amount").fill("380");
  await claim.getByLabel("What happened?").fill("The dent is new.");
  await claim.getByRole("checkbox", { name: /^Return, mark: dent, roof/ }).check();
  await claim.getByRole("checkbox", { name: /^Return, photo: roof/ }).check();
  await claim
    .getByLabel("Add the estimate, bill or ticket")
    .setInputFiles({ ...(await sharpPhoto()), name: "estimate.jpg" });
  await expect(claim.getByText("estimate.jpg")).toBeVisible();
  await examineAtBothSizes(host);
  await host.setViewportSize(viewports.phone);
  await claim.getByRole("button", { name: "Open the case" }).click();
  await host.getByRole("link", { name: /^DC-\d+: Damage, \$380\.00/ }).click();
  await expect(host.getByText("The dent is new.")).toBeVisible();

  await renter.getByRole("link", { name: /^DC-\d+: Damage, \$380\.00/ }).click();
  await expect(renter.getByText("You can’t read this yet.")).toBeVisible();
  const photos = renter.getByRole("figure", { name: "Roof and windscreen" });
  // The photos are loaded once they are near the viewport.
  await renter.getByRole("heading", { name: "Roof and windscreen" }).scrollIntoViewIfNeeded();
  await photos.getByRole("slider").press("ArrowLeft");
  await expect(photos.getByRole("slider")).toHaveValue("49");
  await photos.getByRole("button", { name: "Blink" }).click();
  await photos.getByRole("button", { name: "Zoom 1×" }).click();
  await examineAtBothSizes(renter);
  await renter.setViewportSize(viewports.phone);
  await renter.getByLabel("What happened?").fill("I parked it under a coconut palm.");
  await renter.getByRole("button", { name: "Send my answer" }).click();
  await expect(renter.getByText("The dent is new.")).toBeVisible();

  const admin = await (await newPerson()).newPage();
  await signInOnPage(admin, ADMIN, SEEDED_PASSWORD);
  await admin.goto("/admin/cases");
  await admin
    .getByRole("row", { name: /Dented Fit/ })
    .getByRole("link", { name: /^DC-\d+: Damage/ })
    .click();
  await expect(admin.getByText("I parked it under a coconut palm.")).toBeVisible();
  await admin.getByRole("textbox", { name: "Amount" }).fill("260");
  await admin.getByLabel("Reasons").fill("The pickup's photo shows no dent.");
  await admin.getByRole("checkbox", { name: /^Pickup, photo: roof/ }).check();
  await examineAtBothSizes(admin);
  await admin.getByRole("button", { name: "Decide $260.00" }).click();
  for (const page of [admin, renter, host])
    await expect(page.getByText("The pickup's photo shows no dent.")).toBeVisible();
  await expect(renter.getByRole("button", { name: "Appeal" })).toBeVisible();
});

/** Its holds are declined, its charges are not. */
const DECLINED_LATER = "4000 0000 0000 0341";

test("a deposit: declined, held on another card, and released after a clean return", async ({
  page: renter,
  newPerson,
}) => {
  test.slow();
  const deposit = { cents: 15_000, card: DECLINED_LATER };
  const { id, host } = await bookTrip(renter, newPerson, "Secured Fit", deposit);
  await renter.goto(`/bookings/${id}/trip`);
  await host.goto(`/host/bookings/${id}/trip`);
  const panel = (page: Page) => page.getByRole("region", { name: "Deposit $150.00" });
  // The job that asks the bank runs every minute.
  const declined = panel(host).getByText(/couldn't be held on Naomi's card/);
  await expect(declined).toBeVisible({ timeout: 90_000 });
  await examineAtBothSizes(host);
  await host.setViewportSize(viewports.phone);
  await panel(host).getByRole("button", { name: "Hand over without a deposit" }).click();
  await examineAtBothSizes(host);
  await host.setViewportSize(viewports.phone);
  await host.getByRole("dialog").getByRole("button", { name: "Back" }).click();

  await expect(panel(renter).getByText(/^We couldn't hold it on your card/)).toBeVisible();
  await examineAtBothSizes(renter);
  await renter.setViewportSize(viewports.phone);
  await panel(renter).getByRole("button", { name: "Use another card" }).click();
  await pay(renter);
  for (const phone of [renter, host])
    await expect(panel(phone).getByText(/^Held on /)).toBeVisible();
  await examineAtBothSizes(renter);
  await renter.setViewportSize(viewports.phone);

  await handOver({ host, renter }, "Pickup", "41,286");
  await handOver({ host, renter }, "Return", "41,414");
  await panel(host).getByRole("button", { name: "The car came back clean" }).click();
  await expect(panel(renter).getByText(/Keisha reported a clean return/)).toBeVisible();
  await panel(renter).getByRole("button", { name: "I returned it clean" }).click();
  for (const phone of [renter, host]) {
    await expect(panel(phone).getByText(/^Released /)).toBeVisible();
    await examine(phone);
  }
});
