// A renter's next trip and open checkout on a phone.
import type { Page } from "@playwright/test";
import { addDays, todayInNassau } from "../src/domain/calendar/dates.ts";
import { newRenter } from "./car-page.ts";
import { examine } from "./examine.ts";
import { expect, test, viewports } from "./fixtures.ts";
import { callAs, demoCar, farDates, nextPickupDate, type Car } from "./people.ts";

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
