// What operations decide about a suspended renter's bookings, and what a lost dispute shows.
import type { AdminDispute } from "../src/contract/admin/admin-money.ts";
import type { Booking } from "../src/contract/bookings/bookings.ts";
import type { BookingChoice } from "../src/domain/booking/admin/trip-hold.ts";
import { carPath } from "./car-page.ts";
import { examineAtBothSizes } from "./examine.ts";
import { expect, test, viewports } from "./fixtures.ts";
import {
  callAs,
  demoCar,
  expectStatus,
  expectToast,
  farDates,
  newPersonData,
  signInOnPage,
  signUpOnPage,
  stateDateOfBirth,
} from "./people.ts";
import { ADMIN, bookAs, HOST, hostsCar, SEEDED_PASSWORD } from "./requests.ts";

test("operations: suspends a renter with three open bookings and chooses for each", async ({
  page,
  newPerson,
}) => {
  const renter = await (await newPerson()).newPage();
  const oria = newPersonData("Oria");
  await signUpOnPage(renter, oria);
  await stateDateOfBirth(renter);
  const choices: readonly BookingChoice[] = ["cancel", "keep", "hold"];
  const bookings: Booking[] = [];
  for (const n of choices.keys()) {
    const car = await demoCar(renter, "instant", 2 + n);
    const id = await bookAs(renter, car, farDates(255 + 5 * n));
    bookings.push(await callAs<Booking>(renter, "GET", `/api/bookings/${id}`));
  }
  await page.setViewportSize(viewports.desktop);
  await signInOnPage(page, ADMIN, SEEDED_PASSWORD);
  await page.goto(`/admin/users?search=${encodeURIComponent(oria.email)}`);
  await page.getByRole("button", { name: /^Manage/ }).click();
  await page.getByRole("menuitem", { name: "Suspend" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("3 open bookings")).toBeVisible();
  await examineAtBothSizes(page);
  await dialog.getByLabel("Reason").fill("The licence was somebody else's.");
  for (const [n, { number }] of bookings.entries())
    await dialog.getByLabel(`What happens to ${number}`).selectOption(choices[n]!);
  await expect(dialog.getByText(/^\$[\d,.]+ will be refunded\.$/)).toBeVisible();
  await dialog.getByRole("button", { name: "Suspend Account" }).click();
  await expectToast(page, "Oria Rolle is suspended");

  const read = (n: number) => callAs<Booking>(page, "GET", `/api/bookings/${bookings[n]!.id}`);
  await expect
    .poll(() => read(0))
    .toMatchObject({
      status: "cancelled",
      payment_status: "refunded",
    });
  expect(await read(1)).toMatchObject({ status: "approved", on_hold: false });
  expect(await read(2)).toMatchObject({ status: "approved", on_hold: true });

  await page.goto("/admin/queue?kind=trip_hold");
  await page.getByRole("link", { name: new RegExp(bookings[2]!.number) }).click();
  await expect(dialog.getByText("This trip is on hold.")).toBeVisible();
  await examineAtBothSizes(page);
  await dialog.getByRole("button", { name: "Keep Trip" }).click();
  await expectToast(page, "The trip goes ahead");
  await expect(dialog.getByText("This trip is on hold.")).toHaveCount(0);
});

test("operations: loses a dispute, finds it stated everywhere, and lets the renter book again", async ({
  page,
  request,
  newPerson,
  allowFailures,
}) => {
  const renter = await (await newPerson()).newPage();
  await signUpOnPage(renter, newPersonData("Perry"));
  await stateDateOfBirth(renter);
  const id = await bookAs(renter, await hostsCar(request), farDates(285), "4000 0000 0000 0259");
  const car = await demoCar(renter, "instant", 8);
  const other = await bookAs(renter, car, farDates(262));
  await page.setViewportSize(viewports.desktop);
  await signInOnPage(page, ADMIN, SEEDED_PASSWORD);
  await callAs(page, "POST", `/api/bookings/${id}/approve`);
  const findDispute = async () =>
    (await callAs<{ disputes: AdminDispute[] }>(page, "GET", "/api/admin/disputes")).disputes.find(
      ({ booking }) => booking.id === id,
    );
  await expect.poll(async () => (await findDispute())?.state).toBe("open");
  const { number } = await callAs<Booking>(page, "GET", `/api/bookings/${id}`);
  const found = `/admin/bookings?search=${number}`;
  await page.goto(found);
  await expect(page.getByText("Disputed", { exact: true })).toHaveCount(2);

  const dispute = await findDispute();
  await callAs(page, "POST", `/api/sandbox/disputes/${dispute?.id}/decide`, { outcome: "lost" });
  await expect.poll(async () => (await findDispute())?.state).toBe("lost");
  await page.goto(found);
  await expect(page.getByText("Charged back", { exact: true })).toHaveCount(2);
  await page.goto(`/admin/bookings?booking=${id}`);
  await expect(page.getByRole("dialog").getByText("Charged back", { exact: true })).not.toHaveCount(
    0,
  );
  await page.goto("/admin/money");
  await expect(
    page
      .getByRole("table", { name: "Disputes" })
      .getByRole("row")
      .filter({ hasText: number })
      .getByText("Charged back", { exact: true }),
  ).toBeVisible();
  const session = await page.evaluate(() => localStorage.getItem("caydrive.session") ?? "{}");
  const { access_token } = JSON.parse(session) as { access_token: string };
  const csv = await page.request.get(`/api/admin/bookings.csv?search=${number}`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  expect(await csv.text()).toContain("Charged back,Charged back");

  await renter.goto(`/bookings?booking=${id}`);
  await expect(
    renter.getByRole("dialog").getByText("Charged back", { exact: true }),
  ).not.toHaveCount(0);
  await renter.goto(`/bookings/${id}/receipt`);
  await expect(renter.getByText("Charged back", { exact: true })).toBeVisible();
  const host = await (await newPerson()).newPage();
  await signInOnPage(host, HOST, SEEDED_PASSWORD);
  await host.goto(`/host/bookings?booking=${id}`);
  await expect(host.getByRole("dialog").getByText("Charged back", { exact: true })).not.toHaveCount(
    0,
  );
  await examineAtBothSizes(host);
  await expect
    .poll(async () => await (await page.request.get(`/dev/mailbox.json?to=${HOST}`)).text())
    .toContain("Charged back: the trip is cancelled");

  await test.step("the renter's other trip is on hold, and the renter can't book", async () => {
    const read = (bookingId: string) => callAs<Booking>(page, "GET", `/api/bookings/${bookingId}`);
    expect(await read(id)).toMatchObject({ status: "cancelled" });
    const held = await read(other);
    await renter.goto("/bookings");
    await expect(renter.getByRole("article").filter({ hasText: held.number })).toContainText(
      "Trip on hold",
    );
    allowFailures([/POST 403 .*create-booking-checkout/]);
    const dates = farDates(268);
    await renter.goto(carPath(car, dates));
    await renter.getByRole("button", { name: /^Book Now/ }).click();
    await expectStatus(renter, "your bank took a payment back. Please contact support.");

    const { user_id } = await callAs<{ user_id: string }>(renter, "GET", "/api/profile");
    await page.goto(`/admin/users/${user_id}`);
    const ban = page.getByText("Charged back, can't book", { exact: true });
    await expect(ban).toBeVisible();
    await examineAtBothSizes(page);
    await page.getByRole("button", { name: /^Manage/ }).click();
    await page.getByRole("menuitem", { name: "Allow bookings again" }).click();
    const dialog = page.getByRole("dialog", { name: "Allow Bookings Again" });
    await expect(dialog.getByRole("link", { name: held.number })).toBeVisible();
    await examineAtBothSizes(page);
    await dialog.getByRole("button", { name: "Allow Bookings" }).click();
    await expectToast(page, "Perry Rolle can book again");
    await expect(ban).toHaveCount(0);
    await bookAs(renter, car, dates);
    // Lifting the ban decides nothing about the trip.
    expect(await read(other)).toMatchObject({ on_hold: true });
  });
});
