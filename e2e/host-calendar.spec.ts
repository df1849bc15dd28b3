// A host's calendar: days blocked by keyboard and mouse and refused to renters, conflicting
// bookings, and its screens.
import type { Page } from "@playwright/test";
import type { HostCar } from "../src/contract/host/calendar.ts";
import { addDays, type CalendarDate } from "../src/domain/calendar/dates.ts";
import { formatDayRange } from "../src/domain/text/format.ts";
import { examineAtBothSizes } from "./examine.ts";
import { expect, expectAfterRetries, test } from "./fixtures.ts";
import {
  carNamed,
  day,
  expectTaken,
  MONTH,
  on,
  HOST_PASSWORD,
  signInAsHost,
  TODAY,
} from "./host-days.ts";
import { listCar } from "./host-cars.ts";
import {
  callAs,
  expectStatus,
  expectToast,
  newPersonData,
  signInOnPage,
  signUpOnPage,
} from "./people.ts";

/**
 * Drags over days of a car in the fleet's calendar, counted from the first one shown.
 * @returns how far the page is scrolled
 */
async function dragDays(page: Page, title: string, from: number, to: number): Promise<number> {
  const track = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: title }) })
    .locator(".timeline-track");
  await track.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  const box = await track.boundingBox();
  const at = (number: number): [number, number] => [
    (box?.x ?? 0) + ((number - 0.5) / 30) * (box?.width ?? 0),
    (box?.y ?? 0) + 20,
  ];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 4 });
  await page.mouse.up();
  return scrolled;
}

const unblocks = (page: Page) => page.getByRole("button", { name: /^Unblock, / });

test("blocks days by keyboard, refuses them to a renter, and frees some of them", async ({
  page,
  newPerson,
}) => {
  const car = carNamed(await signInAsHost(page), "Z4");
  await page.goto(`/host/calendar?from=${on(1)}`);
  await page.getByRole("link", { name: car.title }).press("Enter");
  await page.waitForURL(`**/host/calendar/${car.id}?month=${MONTH}`);
  await expect(page.getByRole("heading", { level: 1, name: car.title })).toBeVisible();

  // The last day of the previous month is one key away, in both directions.
  await day(page, on(1)).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(day(page, addDays(on(1), -1))).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(day(page, on(1))).toBeFocused();
  for (const key of [
    "ArrowDown",
    "ArrowRight",
    "ArrowRight",
    "Enter",
    "ArrowRight",
    "ArrowRight",
    "Enter",
  ])
    await page.keyboard.press(key);
  const dialog = page.getByRole("dialog", { name: "Block dates" });
  await expect(dialog.getByLabel("First day")).toHaveValue(on(10));
  await expect(dialog.getByLabel("Last day")).toHaveValue(on(12));
  await dialog.getByLabel("Note").focus();
  await page.keyboard.type("Family visit");
  await page.keyboard.press("Enter");
  await expectToast(page, "Dates blocked");
  await expect(day(page, on(11))).toHaveAccessibleName(/Blocked: Family visit/);

  // An adjacent block is merged with it.
  await page.getByRole("button", { name: "Block dates" }).press("Enter");
  await dialog.getByLabel("First day").fill(on(13));
  await dialog.getByLabel("Last day").fill(on(13));
  await dialog.getByRole("button", { name: "Block dates" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(unblocks(page)).toHaveAccessibleName(/\(4 days\)$/);

  const renter = await (await newPerson()).newPage();
  await signInOnPage(renter, "renter@caydrive.test", HOST_PASSWORD);
  await expectTaken(renter, car, on(11), on(13), true);
  await expectTaken(renter, car, on(14), on(16), false);

  // First the two days in the middle, then the rest of the first half.
  await unblocks(page).press("Enter");
  const block = page.getByRole("dialog", { name: "Blocked dates" });
  await block.getByLabel("First day").fill(on(11));
  await block.getByLabel("Last day").fill(on(12));
  await block.getByRole("button", { name: "Unblock these days" }).press("Enter");
  await expectToast(page, "Dates unblocked");
  await expect(unblocks(page)).toHaveCount(2);
  await expect(day(page, on(11))).toHaveAccessibleName(/, free$/);
  await day(page, on(10)).press("Enter");
  await expect(block).toContainText("Family visit");
  await block.getByRole("button", { name: "Unblock", exact: true }).press("Enter");
  await expect(unblocks(page)).toHaveCount(1);
  await expectTaken(renter, car, on(10), on(12), false);
});

test("refuses days with a booking, names the booking, and keeps the input", async ({
  page,
  allowFailures,
}) => {
  allowFailures([/POST 409 \/api\/host\/calendar\/blocks/]);
  const listings = await signInAsHost(page);
  const { bookings } = await callAs<{
    bookings: {
      status: string;
      start_date: CalendarDate;
      end_date: CalendarDate;
      car: { id: string };
      renter: { first_name: string };
    }[];
  }>(page, "GET", "/api/host/bookings?filter=upcoming");
  const booking = bookings.find(
    ({ status, start_date: start }) => status === "approved" && addDays(start, -1) > TODAY,
  );
  if (!booking) throw new Error("the demo's host has nothing ahead");
  const { start_date: start, end_date: end, renter } = booking;
  const car = listings.find(({ id }) => id === booking.car.id);
  const dates = formatDayRange({ start, end }, TODAY);

  // Dragged with the mouse in another month, then changed to the booked days in the dialog.
  await page.goto(`/host/calendar?from=${on(1)}`);
  const title = car?.title ?? "";
  await dragDays(page, title, 22, 20);
  const dialog = page.getByRole("dialog", { name: "Block dates" });
  await expect(dialog.getByLabel(title)).toBeChecked();
  await expect(dialog.getByLabel("First day")).toHaveValue(on(20));
  await expect(dialog.getByLabel("Last day")).toHaveValue(on(22));
  await dialog.getByLabel("First day").fill(addDays(start, -1));
  await dialog.getByLabel("Last day").fill(start);
  await dialog.getByLabel("Note").fill("At the garage");
  await dialog.getByRole("button", { name: "Block dates" }).click();
  const refused = dialog.getByRole("alert");
  await expect(refused).toBeFocused();
  await expect(refused).toContainText("Booked days can't be blocked");
  await refused.getByRole("link", { name: dates }).click();
  await expect(page.getByRole("dialog", { name: "Booking Details" })).toContainText(
    renter.first_name,
  );
  await page.goBack();
  await expect(dialog.getByLabel("First day")).toHaveValue(addDays(start, -1));
  await expect(dialog.getByLabel("Note")).toHaveValue("At the garage");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();

  // The bar of the booking links to it too.
  await page.goto(`/host/calendar?from=${start}`);
  await page
    .getByRole("link", {
      name: new RegExp(`^Booked by ${renter.first_name}.*${dates.slice(0, 11)}`),
    })
    .press("Enter");
  await expect(page.getByRole("dialog", { name: "Booking Details" })).toContainText(
    renter.first_name,
  );
});

test("blocks three cars at once without scrolling the page", async ({ page }) => {
  await signUpOnPage(page, newPersonData("Philippa"), "host");
  const cars = [
    await listCar(page, "Fleet Fit 1"),
    await listCar(page, "Fleet Fit 2"),
    await listCar(page, "Fleet Fit 3"),
  ] as const;
  await page.goto(`/host/calendar?from=${on(1)}`);
  const [last] = cars;
  const scrolled = await dragDays(page, last.title, 26, 28);
  const dialog = page.getByRole("dialog", { name: "Block dates" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);

  await dragDays(page, last.title, 26, 28);
  for (const { title } of cars) await dialog.getByLabel(title).check();
  await dialog.getByLabel("Note").fill("Fleet service");
  await dialog.getByRole("button", { name: "Block dates" }).click();
  await expectToast(page, "Dates blocked");
  await expectStatus(page, "Blocked 3 cars for ");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: /^Blocked: Fleet service, / })).toHaveCount(3);

  // Out of service from today on, which the listing says, too.
  await page.goto(`/host/calendar/${last.id}?block=${last.id}&first=${TODAY}&last=${TODAY}`);
  await dialog.getByLabel("Reason").selectOption("mechanic");
  await dialog.getByRole("button", { name: "Take out of service" }).click();
  await expect(dialog).toBeHidden();
  await page.goto("/host/listings");
  await expect(
    page.getByRole("article", { name: last.title }).getByText(/^Out of service until /),
  ).toBeVisible();
});

test("a calendar without cars says what to do, and a failed load can be retried", async ({
  page,
  newPerson,
  allowFailures,
}) => {
  allowFailures([/GET 503 \/api\/host\/calendar/, /GET 404 \/api\/host/]);
  await signUpOnPage(page, newPersonData("Rosalie"), "host");
  await page.goto("/host/calendar");
  await expect(page.getByRole("link", { name: "List your first car" })).toHaveAttribute(
    "href",
    "/host/listings/new",
  );
  const response = await page.request.get("/api/listings");
  const [other] = ((await response.json()) as { listings: { id: string }[] }).listings;
  await page.goto(`/host/calendar/${other?.id ?? ""}`);
  await expect(page.getByRole("heading", { level: 1, name: "Car not found" })).toBeVisible();

  page = await (await newPerson()).newPage();
  await signInAsHost(page);
  await page.clock.install();
  await page.route("**/api/host/calendar?*", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto("/host/calendar?search=cable");
  await expectAfterRetries(page, page.getByText("Your calendar didn't load."));
  await page.unroute("**/api/host/calendar?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("region", { name: /^Cars, / })).toBeVisible();
  const cars = page.locator("[id^=row-]");
  const found = await cars.count();
  await page.getByLabel("Search cars").fill("no such car");
  await page.getByRole("button", { name: "Show all cars" }).click();
  await expect.poll(() => cars.count()).toBeGreaterThan(found);
});

test("the calendars pass the checks in both sizes and themes", async ({ page }) => {
  const listings = await signInAsHost(page);
  const { cars } = await callAs<{ cars: HostCar[] }>(
    page,
    "GET",
    `/api/host/calendar?from=${TODAY}&to=${addDays(TODAY, 40)}`,
  );
  const stale = cars.find((car) => car.feeds_stale);
  await page.goto("/host/calendar");
  await expect(
    page.getByRole("link", { name: listings[0]?.title ?? "" }).filter({ visible: true }),
  ).toBeVisible();
  await examineAtBothSizes(page);
  await page.getByRole("link", { name: "Next week" }).click();
  await page.waitForURL("**/host/calendar?from=*");
  await page.goto(`/host/calendar/${stale?.car_id ?? ""}`);
  await expect(page.getByText("Out of date")).toBeVisible();
  await expect(page.getByRole("grid")).toBeVisible();
  await examineAtBothSizes(page);
  for (const opener of ["Block dates", "Add a calendar"]) {
    const opens = page.getByRole("button", { name: opener });
    await opens.click();
    await expect(page.getByRole("dialog", { name: opener })).toBeVisible();
    await examineAtBothSizes(page);
    await page.keyboard.press("Escape");
    await expect(opens).toBeFocused();
  }
});
