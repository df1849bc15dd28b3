// A car that is handed over at an airport for a fee, with child seats, custom prices and discounts:
// a renter on a phone books it, then cancels, and everybody sees the same lines.
import type { Page } from "@playwright/test";
import type { HostListing } from "../src/contract/host/host-listings.ts";
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
  readMails,
  signUpOnPage,
  stateDateOfBirth,
} from "./people.ts";

const AIRPORT = "Exuma International Airport";
const DOCK = "George Town Government Dock";
const SEAT = "Booster seat, over 40 lb";

/** The Sunday on which "Junkanoo week" begins, in a month in which the demo has no bookings. */
const SUNDAY = ((): CalendarDate => {
  const first = firstOfMonth(addDays(todayInNassau(new Date()), 140).slice(0, 7));
  return addDays(first, 7 + ((7 - inUtc(first).getUTCDay()) % 7));
})();
/** Two weekend days of $60.00 and two custom ones of $95.50, less 5 %: $295.45. */
const TRIP = `start_date=${addDays(SUNDAY, -2)}&end_date=${addDays(SUNDAY, 2)}`;
/** $295.45, $24.00 for the seats, fees of $29.55 and $2.99, and the place: $20.00, then $25.00. */
const [DUE_BEFORE, DUE] = ["$371.99", "$376.99"];
/** 85 % of $295.45, $24.00 and $25.00. */
const EARNED = "$292.78";

test("a host offers an airport and child seats, a renter books both, cancels and is refunded", async ({
  page: host,
  newPerson,
  app,
  allowFailures,
}) => {
  allowFailures(["POST 409 /functions/v1/create-booking-checkout"]);
  await signUpOnPage(host, newPersonData("Keva"), "host");
  const car = await offerCar(host);
  await approveCar(await (await newPerson()).newPage(), car);

  const phone = await newPerson({ viewport: viewports.phone, hasTouch: true });
  const renter = await phone.newPage();
  const person = newPersonData();
  await signUpOnPage(renter, person);
  await stateDateOfBirth(renter);
  await renter.goto(`/book/${car.id}?${TRIP}`);
  await expect(renter.getByRole("radio", { name: `${DOCK} Free` })).toBeVisible();
  await renter.getByRole("radio", { name: `${AIRPORT} $20.00` }).check();
  for (const text of ["$3.00 a day · 2 available", "Kayak for two"])
    await expect(renter.getByText(text).first()).toBeVisible();
  const more = renter.getByRole("button", { name: `One more: ${SEAT}` });
  await more.click();
  await more.click();
  await expectLines(renter, DUE_BEFORE);
  await renter.reload();
  await expectLines(renter, DUE_BEFORE);
  await examineAtBothSizes(renter);
  await renter.setViewportSize(viewports.phone);

  // The fee changes between page and click.
  await host.goto(`/host/listings/${car.id}/edit`);
  await host.getByLabel(`Fee for ${AIRPORT}`).fill("25");
  await save(host);
  await renter.getByLabel("Special requests").fill("Flight 12 at noon");
  await renter
    .getByRole("button", { name: /^Book Now/ })
    .first()
    .click();
  await expect(renter.getByText("The price has changed").first()).toBeVisible();
  await expectLines(renter, DUE);
  await expect(renter.getByText("Was $20.00")).toBeVisible();
  await expect(renter.getByLabel("Special requests")).toHaveValue("Flight 12 at noon");

  const checkout = await bookNow(renter, phone);
  await expectLines(checkout, DUE);
  await expect(checkout.getByRole("button", { name: `Pay ${DUE}` })).toBeVisible();
  await pay(checkout);
  await expect(checkout.getByRole("heading", { name: "Booking Confirmed!" })).toBeVisible();
  await expect(checkout.getByText(AIRPORT).first()).toBeVisible();
  const { bookings } = await callAs<{ bookings: { id: string }[] }>(renter, "GET", "/api/bookings");
  const id = bookings[0]?.id;
  await renter.goto(`/bookings/${id}/receipt`);
  await expectLines(renter, DUE);
  await expect.poll(() => readMails(renter, person.email)).toContain(DUE);
  for (const text of [`${AIRPORT}, pickup and return`, `2 × ${SEAT}: 4 days × $3.00`])
    expect(await readMails(renter, person.email)).toContain(text);

  await host.goto(`/host/bookings?booking=${id}`);
  const details = host.getByRole("dialog");
  for (const text of ["Meeting place", AIRPORT, EARNED])
    await expect(details.getByText(text, { exact: true }).first()).toBeVisible();

  await renter.goto("/bookings");
  await renter.getByRole("button", { name: /^Cancel, / }).click();
  const cancelling = renter.getByRole("dialog", { name: "Cancel Booking" });
  await expect(cancelling.getByText(DUE).first()).toBeVisible();
  await cancelling.getByRole("button", { name: "Cancel Booking" }).click();
  await expect(cancelling).toBeHidden();
  await expect(async () => {
    await renter.goto(`/bookings/${id}/receipt`);
    await expect(renter.getByText(`-${DUE}`, { exact: true })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(renter.getByText("Net paid").locator("..")).toContainText("$0.00");
  expect(await app.runScript("scripts/ledger-check.ts")).toContain(" 0 discrepancies");
  // Other tests choose among the cars on the site.
  await callAs(host, "POST", `/api/host/listings/${car.id}/availability`, { is_available: false });
});

/** Lists a car with hours, prices, two meeting places and two extras, as its host types them. */
async function offerCar(host: Page): Promise<HostListing> {
  const car = await listCar(host, "Airport Fit");
  await priceJunkanooWeek(host, car);
  await host.goto(`/host/listings/${car.id}/edit`);
  await host.getByLabel("Weekend price").fill("60");
  await host.getByLabel("From 3 days").fill("5");
  await host.getByRole("checkbox", { name: /^Any time/ }).uncheck();
  await host.getByLabel("Latest pickup or return").selectOption("18:00");
  await add(host, "place", AIRPORT);
  await host.getByLabel(`Fee for ${AIRPORT}`).fill("250");
  await add(host, "place", DOCK);
  await add(host, "extra", SEAT);
  await host.getByLabel(`Price of ${SEAT}`).fill("3");
  await host.getByLabel(`Price unit for ${SEAT}`).selectOption("day");
  await host.getByLabel(`Quantity of ${SEAT}`).fill("2");
  await add(host, "extra", "Something else");
  await host.getByLabel("Description of your extra").fill("Kayak for two");
  await saveButton(host).click();
  await host.getByRole("link", { name: `${AIRPORT}: enter a fee from $0 to $200.00` }).click();
  await expect(host.getByLabel(`Fee for ${AIRPORT}`)).toBeFocused();
  await host.getByLabel(`Fee for ${AIRPORT}`).fill("20");
  await examineAtBothSizes(host);
  await save(host);
  return car;
}

/** Sets the week's custom price for this car and a second one: on a phone by tapping, then again by
 *  dragging on a wide screen, where the days show what was set. */
async function priceJunkanooWeek(host: Page, car: HostListing): Promise<void> {
  const other = await listCar(host, "Second Fit");
  await host.setViewportSize(viewports.phone);
  await host.goto(`/host/calendar/${car.id}?view=prices&month=${SUNDAY.slice(0, 7)}`);
  const day = (after: number) =>
    host
      .getByRole("grid")
      .getByRole("button", { name: new RegExp(`^${formatFullDay(addDays(SUNDAY, after))}`) });
  await day(0).click();
  await day(6).click();
  await host.getByLabel("Price per day").fill("90");
  await host.getByRole("checkbox", { name: other.title }).check();
  await host.getByRole("button", { name: "Save 7 days" }).click();
  await expectToast(host, "7 days saved");
  await host.setViewportSize(viewports.desktop);
  await day(6).hover();
  await host.mouse.down();
  for (const after of [5, 4, 3, 2, 1, 0]) await day(after).hover();
  await host.mouse.up();
  await expect(host.getByText("Now $90.00.")).toBeVisible();
  await host.getByLabel("Price per day").fill("95.50");
  await examineAtBothSizes(host);
  await host.getByRole("button", { name: "Save 7 days" }).click();
  await expect(day(6)).toHaveAccessibleName(/\$95\.50, custom price/);
  await host.goto(`/host/calendar/${other.id}?view=prices&month=${SUNDAY.slice(0, 7)}`);
  await expect(day(6)).toHaveAccessibleName(/\$90\.00, custom price/);
}

async function add(host: Page, what: "place" | "extra", option: string): Promise<void> {
  await host.getByLabel(what === "place" ? "Add a place" : "Add an extra").selectOption(option);
  await host.getByRole("button", { name: `Add ${what}` }).click();
}

const saveButton = (host: Page) => host.getByRole("button", { name: /^Save Changes/ });

async function save(host: Page): Promise<void> {
  await saveButton(host).click();
  await expectToast(host, "Your car listing has been updated successfully");
}

async function expectLines(page: Page, due: string): Promise<void> {
  for (const text of [
    "5% off from 3 days",
    `${AIRPORT}, pickup and return`,
    `2 × ${SEAT}: 4 days × $3.00`,
    due,
  ])
    await expect(page.getByText(text).first()).toBeVisible();
}
