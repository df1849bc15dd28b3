// A car that is handed over at an airport for a fee, with child seats: the host offers them, a
// renter on a phone adds them, and both see the same lines.
import type { Page } from "@playwright/test";
import type { HostListing } from "../src/contract/host/host-listings.ts";
import { examineAtBothSizes } from "./examine.ts";
import { expect, test, viewports } from "./fixtures.ts";
import { listCar } from "./host-cars.ts";
import {
  bookNow,
  callAs,
  expectToast,
  farDates,
  newPersonData,
  pay,
  signInOnPage,
  signUpOnPage,
  stateDateOfBirth,
} from "./people.ts";
import { ADMIN, SEEDED_PASSWORD } from "./requests.ts";

const AIRPORT = "Exuma International Airport";
const DOCK = "George Town Government Dock";
const SEAT = "Booster seat, over 40 lb";
const { start_date, end_date } = farDates(140);

test("a renter adds the airport and two child seats, and sees the same lines everywhere", async ({
  page: host,
  newPerson,
  allowFailures,
}) => {
  allowFailures(["POST 409 /functions/v1/create-booking-checkout"]);
  await signUpOnPage(host, newPersonData("Keva"), "host");
  const car = await listCar(host, "Airport Fit");
  await host.goto(`/host/listings/${car.id}/edit`);
  await host.getByLabel("Add a place").selectOption(AIRPORT);
  await host.getByLabel(`Fee for ${AIRPORT}`).fill("250");
  await host.getByLabel("Add a place").selectOption(DOCK);
  await host.getByLabel("Add an extra").selectOption(SEAT);
  await host.getByLabel(`Price of ${SEAT}`).fill("3");
  await host.getByLabel(`Charged for ${SEAT}`).selectOption("a day");
  await host.getByLabel(`How many of ${SEAT}`).fill("2");
  await host.getByLabel("Add an extra").selectOption("custom");
  await host.getByLabel("Your own extra").fill("Kayak for two");
  await save(host);
  await expect(
    host.getByText(`Enter a fee from $0 to $200.00 for ${AIRPORT}`).first(),
  ).toBeVisible();
  await host.getByLabel(`Fee for ${AIRPORT}`).fill("20");
  await examineAtBothSizes(host);
  await save(host);
  await expectToast(host, "Your car listing has been updated successfully");

  await approve(await (await newPerson()).newPage(), car);
  const phone = await newPerson({ viewport: viewports.phone, hasTouch: true });
  const renter = await phone.newPage();
  await signUpOnPage(renter, newPersonData());
  await stateDateOfBirth(renter);
  await renter.goto(`/book/${car.id}?start_date=${start_date}&end_date=${end_date}`);
  const place = renter.getByLabel("Meeting place");
  await expect(place).toContainText(`${DOCK}, free`);
  await place.selectOption(`${AIRPORT}, $20.00`);
  await renter.getByLabel(`How many: ${SEAT}`).selectOption("2");
  // Three days of $48.50, $20.00, $18.00, $14.55 and $2.99.
  await expectLines(renter, "$201.04");
  await renter.reload();
  await expectLines(renter, "$201.04");
  await examineAtBothSizes(renter);
  await renter.setViewportSize(viewports.phone);

  // The fee changes between page and click.
  await host.goto(`/host/listings/${car.id}/edit`);
  await host.getByLabel(`Fee for ${AIRPORT}`).fill("25");
  await save(host);
  await expectToast(host, "Your car listing has been updated successfully");
  await renter.getByLabel("Special requests").fill("Flight 12 at noon");
  await renter
    .getByRole("button", { name: /^Book Now/ })
    .first()
    .click();
  await expect(renter.getByText("The price has changed").first()).toBeVisible();
  await expectLines(renter, "$206.04");
  await expect(renter.getByLabel("Special requests")).toHaveValue("Flight 12 at noon");

  const checkout = await bookNow(renter, phone);
  await expectLines(checkout, "$206.04");
  await expect(checkout.getByRole("button", { name: "Pay $206.04" })).toBeVisible();
  await pay(checkout);
  await expect(checkout.getByRole("heading", { name: "Booking Confirmed!" })).toBeVisible();
  await expect(checkout.getByText(AIRPORT).first()).toBeVisible();
  const { bookings } = await callAs<{ bookings: { id: string }[] }>(renter, "GET", "/api/bookings");
  const id = bookings[0]?.id;
  await renter.goto(`/bookings/${id}/receipt`);
  await expectLines(renter, "$206.04");
  await host.goto(`/host/bookings?booking=${id}`);
  const details = host.getByRole("dialog");
  await expect(details.getByText("Meeting place")).toBeVisible();
  await expect(details.getByText(AIRPORT, { exact: true })).toBeVisible();
  // Other tests choose among the cars on the site.
  await callAs(host, "POST", `/api/host/listings/${car.id}/availability`, { is_available: false });
});

const save = (host: Page) => host.getByRole("button", { name: /^Save Changes/ }).click();

async function expectLines(page: Page, due: string): Promise<void> {
  await expect(page.getByText(`${AIRPORT}, pickup and return`).first()).toBeVisible();
  await expect(page.getByText(`2 × ${SEAT}: 3 days × $3.00`).first()).toBeVisible();
  await expect(page.getByText(due).first()).toBeVisible();
}

/** Puts the car on the site. */
async function approve(admin: Page, { id }: HostListing): Promise<void> {
  await signInOnPage(admin, ADMIN, SEEDED_PASSWORD);
  const { updated_at } = await callAs<HostListing>(admin, "GET", `/api/host/listings/${id}`);
  await callAs(admin, "POST", `/api/admin/listings/${id}/approve`, { updated_at });
}
