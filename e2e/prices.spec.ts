// A car whose days differ in price: the host sets the prices, a renter on a phone books, and both
// see the same lines.
import type { Page } from "@playwright/test";
import {
  addDays,
  firstOfMonth,
  inUtc,
  todayInNassau,
  type CalendarDate,
} from "../src/domain/calendar/dates.ts";
import { formatFullDay } from "../src/domain/text/format.ts";
import { examineAtBothSizes } from "./examine.ts";
import { expect, test, viewports } from "./fixtures.ts";
import { approveCar, listCar } from "./host-cars.ts";
import {
  bookNow,
  callAs,
  expectToast,
  newPersonData,
  pay,
  signUpOnPage,
  stateDateOfBirth,
} from "./people.ts";

const MONTH = addDays(todayInNassau(new Date()), 110).slice(0, 7);
/** The first Sunday of a month in which the demo has no bookings. */
const SUNDAY = ((): CalendarDate => {
  const first = firstOfMonth(MONTH);
  return addDays(first, (7 - inUtc(first).getUTCDay()) % 7);
})();
/** The first Friday after tomorrow. */
const FRIDAY = ((): CalendarDate => {
  const soon = addDays(todayInNassau(new Date()), 2);
  return addDays(soon, (12 - inUtc(soon).getUTCDay()) % 7);
})();
interface Product {
  offers: { priceSpecification: object[] };
}
const day = (page: Page, date: CalendarDate) =>
  page.getByRole("grid").getByRole("button", { name: new RegExp(`^${formatFullDay(date)}`) });

test("a host sets prices by date, weekend prices and discounts; a renter pays by them", async ({
  page: host,
  newPerson,
}) => {
  await signUpOnPage(host, newPersonData("Keva"), "host");
  const car = await listCar(host, "Priced Fit");

  await host.goto(`/host/listings/${car.id}/edit`);
  await host.getByLabel("Weekend price").fill("60");
  await expect(host.getByRole("checkbox", { name: "Friday" })).toBeChecked();
  await host.getByLabel("Miles included a day").fill("150");
  await host.getByLabel("Price per further mile").fill("0.25");
  await host.getByLabel("From 3 days").fill("5");
  await host.getByLabel("From 7 days").fill("61");
  await host.getByRole("button", { name: "Save Changes" }).click();
  await expect(host.getByText("Enter a whole percentage from 0 to 60").first()).toBeVisible();
  await host.getByLabel("From 7 days").fill("20");
  await examineAtBothSizes(host);
  await host.getByRole("button", { name: "Save Changes" }).click();
  await expectToast(host, "Your car listing has been updated successfully");

  await host.goto(`/host/calendar/${car.id}?view=prices&month=${MONTH}`);
  // By keyboard: Monday and Tuesday.
  await day(host, addDays(SUNDAY, 1)).focus();
  for (const key of ["Enter", "ArrowRight", "Enter"]) await host.keyboard.press(key);
  await host.getByLabel("Price per day").fill("95.50");
  await host.getByLabel("Minimum rental (days)").fill("2");
  await expect(host.getByRole("region", { name: "What a renter pays" })).toContainText(
    "2 days × $95.50",
  );
  await examineAtBothSizes(host);
  await host.getByRole("button", { name: "Save 2 days" }).click();
  await expectToast(host, "2 days saved");
  await expect(day(host, addDays(SUNDAY, 2))).toHaveAccessibleName(
    /\$95\.50, custom price, 2 days or more/,
  );
  await expect(day(host, addDays(SUNDAY, 5))).toHaveAccessibleName(/\$60\.00, weekend price/);
  // With the mouse: Wednesday to Friday, which stay as they are.
  await day(host, addDays(SUNDAY, 3)).hover();
  await host.mouse.down();
  await day(host, addDays(SUNDAY, 4)).hover();
  await day(host, addDays(SUNDAY, 5)).hover();
  await host.mouse.up();
  await expect(host.getByRole("button", { name: "Save 3 days" })).toBeVisible();
  await host.getByRole("button", { name: "Cancel" }).click();

  await approveCar(await (await newPerson()).newPage(), car);
  const phone = await newPerson({ viewport: viewports.phone, hasTouch: true });
  const renter = await phone.newPage();
  await signUpOnPage(renter, newPersonData());
  await stateDateOfBirth(renter);
  await renter.goto(`/book/${car.id}`);
  await expect(
    renter.getByText(
      "$60.00 on Fridays and Saturdays. Some dates have special prices. 5% off from 3 days, 20% from 7.",
    ),
  ).toBeVisible();
  // Search engines read what a weekend costs, and custom prices further ahead.
  const product = renter.locator('script[type="application/ld+json"]').first();
  const { offers } = JSON.parse((await product.textContent()) ?? "") as Product;
  expect(offers.priceSpecification).toEqual(
    expect.arrayContaining(
      [
        { price: "60.00", validFrom: FRIDAY, validThrough: addDays(FRIDAY, 1) },
        { price: "95.50", validFrom: addDays(SUNDAY, 1), validThrough: addDays(SUNDAY, 2) },
      ].map((each) => expect.objectContaining(each)),
    ),
  );
  // Six days, Sunday to Saturday: $48.50, $95.50, $95.50, $48.50, $48.50, $60 less 5 %.
  await renter.goto(`/book/${car.id}?start_date=${SUNDAY}&end_date=${addDays(SUNDAY, 6)}`);
  const lines = [
    "6 days: 3 × $48.50, 2 × $95.50, 1 × $60.00",
    "5% off from 3 days",
    "-$19.82",
    "$417.34",
  ];
  for (const text of lines) await expect(renter.getByText(text).first()).toBeVisible();
  // A seventh day at $60.00 brings the larger discount.
  await renter.getByRole("button", { name: "Take 7 days" }).click();
  const due = "$404.71";
  await expect(renter.getByText("20% off from 7 days").first()).toBeVisible();
  await expect(renter.getByText(due).first()).toBeVisible();
  await examineAtBothSizes(renter);
  await renter.setViewportSize(viewports.phone);

  const checkout = await bookNow(renter, phone);
  await expect(checkout.getByText("20% off from 7 days")).toBeVisible();
  await expect(checkout.getByRole("button", { name: `Pay ${due}` })).toBeVisible();
  await pay(checkout);
  await expect(checkout.getByRole("heading", { name: "Booking Confirmed!" })).toBeVisible();
  const terms = ["1,050 miles included, then $0.25 a mile", "Never more than $1,020.00"];
  for (const text of terms) await expect(checkout.getByText(text)).toBeVisible();
  const { bookings } = await callAs<{ bookings: { id: string }[] }>(renter, "GET", "/api/bookings");
  await renter.goto(`/bookings/${bookings[0]?.id}/receipt`);
  for (const text of ["7 days: 3 × $48.50", "20% off from 7 days", due, ...terms])
    await expect(renter.getByText(text).first()).toBeVisible();
  // Other tests choose among the cars on the site.
  await callAs(host, "POST", `/api/host/listings/${car.id}/availability`, { is_available: false });
});
