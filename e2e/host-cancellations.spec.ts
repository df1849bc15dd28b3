// A host who cancels late: the fee, the renter's credit, the offers, and the admin's waiver.
import { todayInNassau } from "../src/domain/calendar/dates.ts";
import { formatRange } from "../src/domain/text/format.ts";
import { newRenter } from "./car-page.ts";
import { examineAtBothSizes } from "./examine.ts";
import { expect, test } from "./fixtures.ts";
import { approveCar, listCar } from "./host-cars.ts";
import {
  bookNow,
  callAs,
  expectToast,
  farDates,
  newPersonData,
  pay,
  signUpOnPage,
} from "./people.ts";
import { bookAs } from "./requests.ts";

test("a host cancels late: the renter gets credit, and books another car with it", async ({
  page: renter,
  context,
  newPerson,
}) => {
  const [host, admin] = [await (await newPerson()).newPage(), await (await newPerson()).newPage()];
  await signUpOnPage(host, newPersonData("Oswald"), "host");
  const location = "Spring Point, Acklins";
  const rules = { pickup_from: "00:00", pickup_until: "24:00", location } as const;
  const car = await listCar(host, "Broken Fit", "instant", rules);
  const other = await listCar(host, "Working Fit", "instant", rules);
  for (const each of [car, other]) await approveCar(admin, each);
  await newRenter(renter, "Ophelia");
  // The first cancellation in a year is free.
  const first = await bookAs(renter, car, farDates(40));
  await callAs(host, "POST", `/api/bookings/${first}/cancel`, { cause: "other" });
  const dates = farDates(3);
  const id = await bookAs(renter, car, dates);

  await host.goto("/host/bookings");
  const shown = formatRange(
    { start: dates.start_date, end: dates.end_date },
    todayInNassau(new Date()),
  );
  const card = host.getByRole("article").filter({ hasText: shown });
  await card.getByRole("button", { name: /^Cancel/ }).click();
  const dialog = host.getByRole("dialog", { name: "Cancel Booking" });
  await dialog.getByLabel("Why are you cancelling?").selectOption("car_broken");
  await expect(dialog.getByText("-$25.00")).toBeVisible();
  await examineAtBothSizes(host);
  await dialog.getByRole("button", { name: "Cancel Booking" }).click();
  await expectToast(host, "Booking cancelled successfully");

  await renter.goto("/dashboard");
  await expect(renter.getByText("You have $25.00 of credit.")).toBeVisible();
  await renter.getByText("See how it adds up").click();
  await examineAtBothSizes(renter);
  await renter.goto(`/bookings?booking=${id}`);
  const book = renter.getByRole("link", { name: "Book Working Fit" });
  await expect(book).toBeVisible();
  await examineAtBothSizes(renter);
  await book.click();
  await renter.waitForURL(`**/book/${other.id}?**`);
  await expect(renter.getByText("-$25.00").first()).toBeVisible();
  await examineAtBothSizes(renter);
  const checkout = await bookNow(renter, context);
  await expect(checkout.getByText(/less \$25\.00 of credit/)).toBeVisible();
  await pay(checkout);
  await expect(checkout.getByRole("heading", { name: "Booking Confirmed!" })).toBeVisible();
  await expect(checkout.getByText("$138.04")).toBeVisible();

  await admin.goto(`/admin/bookings/${id}`);
  await admin.getByRole("button", { name: "Waive Fee" }).click();
  const waiver = admin.getByRole("dialog", { name: "Waive Fee" });
  await waiver.getByLabel("Reason").fill("The workshop's bill is from that day.");
  await examineAtBothSizes(admin);
  await waiver.getByRole("button", { name: "Waive $25.00" }).click();
  await expectToast(admin, "Fee waived");
});
