// A storm through the screens: an admin declares it, people read about it, move and cancel trips,
// the rest is refunded, the storm ends, and the host inspects the car.
import { randomUUID } from "node:crypto";
import { examineAtBothSizes } from "./examine.ts";
import { newRenter } from "./car-page.ts";
import { expect, test } from "./fixtures.ts";
import { approveCar, listCar, photo } from "./host-cars.ts";
import { callAs, expectToast, farDates, newPersonData, signUpOnPage } from "./people.ts";
import { bookAs } from "./requests.ts";

/** No other test has cars there. */
const ISLAND = { name: "Mayaguana", id: "mayaguana", location: "Abraham's Bay, Mayaguana" };
const NAME = "Tropical Storm Imani";

test("an admin declares a storm, refunds its trips and ends it; the host inspects the car", async ({
  page: admin,
  newPerson,
}) => {
  const [host, renter] = [await (await newPerson()).newPage(), await (await newPerson()).newPage()];
  await signUpOnPage(host, newPersonData("Oria"), "host");
  const car = await listCar(host, "Storm-proof Honda", "instant", {
    pickup_from: "00:00",
    pickup_until: "24:00",
    location: ISLAND.location,
  });
  await approveCar(admin, car);
  await newRenter(renter, "Jordan");
  const dates = farDates(40);
  const booking = await bookAs(renter, car, dates);

  await admin.goto("/admin/storms");
  await test.step("refuses a storm without islands, and says what it would affect", async () => {
    await admin.getByRole("button", { name: "Declare storm" }).click();
    await expect(admin.getByText("Choose at least one island.").first()).toBeVisible();
    await admin.getByRole("checkbox", { name: ISLAND.name }).check();
    await admin.getByLabel("First day").fill(dates.start_date);
    await admin.getByLabel("Last day").last().fill(dates.end_date);
    await expect(admin.getByText(/^1 booking, \$163.04, 1 person, 1 car$/)).toBeVisible();
    await admin.getByLabel("Name").fill(NAME);
    await admin
      .getByRole("textbox", { name: "Message" })
      .fill("Please be indoors by Tuesday night.");
    await examineAtBothSizes(admin);
    await admin.getByRole("button", { name: "Declare storm" }).click();
    await expectToast(admin, "Storm declared");
  });

  await test.step("shows it on the island's and the car's page, and in the booking", async () => {
    await renter.goto(`/browse/${ISLAND.id}`);
    await expect(renter.getByText("Please be indoors by Tuesday night.")).toBeVisible();
    await examineAtBothSizes(renter);
    await renter.goto(`/book/${car.id}`);
    await expect(renter.getByText("Please be indoors by Tuesday night.")).toBeVisible();
    await renter.goto(`/bookings?booking=${booking}`);
    await expect(renter.getByText(`${NAME}: change your plans for free`)).toBeVisible();
  });

  const storm = admin.getByRole("region", { name: NAME });
  await test.step("cancels and refunds all trips that have not begun", async () => {
    await storm.getByRole("button", { name: "Cancel and refund all" }).click();
    await admin.getByRole("button", { name: "Cancel and refund", exact: true }).click();
    await expect(storm.getByText(/1 trip cancelled .*\$163.04 given back/)).toBeVisible();
    await renter.reload();
    await expect(renter.getByText(NAME, { exact: false }).first()).toBeVisible();
  });

  await test.step("ends with a summary", async () => {
    await storm.getByRole("button", { name: "End storm" }).click();
    const dialog = admin.getByRole("dialog", { name: `End ${NAME}` });
    await dialog.getByLabel("Summary").fill("Roads and ferries are open.");
    await dialog.getByRole("button", { name: "End storm" }).click();
    await expectToast(admin, `${NAME} is over`);
    await renter.goto(`/browse/${ISLAND.id}`);
    await expect(renter.getByText("Roads and ferries are open.")).toBeVisible();
    await renter.goto(`/book/${car.id}`);
    const panel = renter.getByRole("region", { name: "Book this car" });
    await expect(
      panel.getByText(
        `This car can't be booked until ${NAME} is over and its host has checked it.`,
      ),
    ).toBeVisible();
    await expect(panel.getByRole("button", { name: /^Start date/ })).toHaveCount(0);
    await examineAtBothSizes(renter);
  });

  await test.step("lets the host inspect the car", async () => {
    await host.goto("/host/dashboard");
    await host.getByRole("button", { name: "Add photos, Storm-proof Honda" }).click();
    const dialog = host.getByRole("dialog", { name: `Storm-proof Honda after ${NAME}` });
    await dialog.getByRole("button", { name: "The car is ready" }).click();
    await expect(dialog.getByText("Add at least 4 photos").first()).toBeVisible();
    const sides = ["teal", "navy", "maroon", "olive"];
    await dialog
      .locator("input[type=file]")
      .setInputFiles(await Promise.all(sides.map((colour) => photo(`${colour}.jpg`, colour))));
    await expect(dialog.getByRole("list", { name: "Photos" }).getByRole("listitem")).toHaveCount(4);
    await expectToast(host, "4 image(s) uploaded successfully");
    await examineAtBothSizes(host);
    await dialog.getByRole("button", { name: "The car is ready" }).click();
    await expectToast(host, "Inspection saved");
    await expect(
      host.getByRole("heading", { name: "Check your cars after the storm" }),
    ).toHaveCount(0);
    await renter.reload();
    await expect(renter.getByRole("button", { name: /^Start date/ })).toBeVisible();
  });
});

test("renters move one trip and cancel another at no cost", async ({ page: renter, newPerson }) => {
  const [host, admin] = [await (await newPerson()).newPage(), await (await newPerson()).newPage()];
  await signUpOnPage(host, newPersonData("Ferdinand"), "host");
  const car = await listCar(host, "Rum Cay Honda", "instant", {
    pickup_from: "00:00",
    pickup_until: "24:00",
    location: "Rum Cay",
  });
  await approveCar(admin, car);
  await newRenter(renter, "Wendy");
  // Without the storm, a trip that begins tomorrow is past its free cancellation.
  const [soon, later] = [farDates(1), farDates(10)];
  const cancelled = await bookAs(renter, car, soon);
  const moved = await bookAs(renter, car, later);
  await callAs(admin, "POST", "/api/admin/storms", {
    id: randomUUID(),
    islands: ["rum-cay"],
    first_day: soon.start_date,
    last_day: later.end_date,
    name: "Hurricane Otto",
    message: "Ferries stop tonight.",
  });

  await renter.goto("/dashboard");
  await expect(renter.getByText("Hurricane Otto: change your plans for free")).toBeVisible();
  await examineAtBothSizes(renter);
  await renter.goto(`/bookings?booking=${moved}`);
  const details = renter.getByRole("dialog", { name: "Booking Details" });
  await details.getByRole("radio").first().check();
  await examineAtBothSizes(renter);
  await details.getByRole("button", { name: "Move at no cost" }).click();
  await expectToast(renter, "Your trip has moved");
  await expect(details.getByText("Hurricane Otto")).toHaveCount(0);

  await renter.goto("/bookings");
  const card = renter.getByRole("article").filter({ hasText: "Hurricane Otto affects this trip" });
  await card.getByRole("button", { name: /^Cancel/ }).click();
  const dialog = renter.getByRole("dialog", { name: "Cancel Booking" });
  await expect(dialog).toContainText("Because of Hurricane Otto");
  await dialog.getByRole("button", { name: "Cancel Booking" }).click();
  await expectToast(renter, "Booking cancelled successfully");
  await expect
    .poll(() => callAs(renter, "GET", `/api/bookings/${cancelled}`))
    .toMatchObject({ status: "cancelled", refunded_cents: 163_04 });
});
