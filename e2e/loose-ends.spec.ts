// Sentences of the specification that no journey passes. Others are proved elsewhere: the way back
// to hosting in host-bookings.spec.ts, addresses that no link leads to in addresses.spec.ts, the
// height of the map in map.spec.ts, a refused profile in settings.spec.ts, and failed writes in
// failures.spec.ts and admin-pages.spec.ts.
import { newRenter } from "./car-page.ts";
import { expect, test } from "./fixtures.ts";
import { fillListing, listCar, photo } from "./host-cars.ts";
import {
  callAs,
  expectToast,
  farDates,
  newPersonData,
  signInOnPage,
  signUpOnPage,
} from "./people.ts";
import { ADMIN, bookAs, SEEDED_PASSWORD } from "./requests.ts";

test("an admin's rejection reaches the host and both dashboards", async ({
  page: host,
  newPerson,
}) => {
  const [renter, admin] = [
    await (await newPerson()).newPage(),
    await (await newPerson()).newPage(),
  ];
  await signUpOnPage(host, newPersonData("Prescola"), "host");
  await signInOnPage(admin, ADMIN, SEEDED_PASSWORD);
  await newRenter(renter, "Oria");
  const car = await listCar(host, "Requested Fit", "approval");
  const { updated_at } = car;
  await callAs(admin, "POST", `/api/admin/listings/${car.id}/approve`, { updated_at });
  const bookingId = await bookAs(renter, car, farDates(100));
  await callAs(host, "POST", `/api/host/listings/${car.id}/availability`, {
    is_available: false,
  });
  const reason = "The car is in the workshop.";
  expect(
    await callAs(admin, "POST", `/api/bookings/${bookingId}/reject`, { reason }),
  ).toMatchObject({ status: "rejected" });

  for (const [person, path] of [
    [renter, "/dashboard"],
    [host, "/host/dashboard"],
  ] as const) {
    await person.goto(path);
    const recent = person.getByRole("region", { name: "Recent bookings" }).getByRole("listitem");
    await expect(recent).toContainText(["Requested Fit"]);
    await expect(recent).toContainText(["Rejected"]);
  }
  await host.getByRole("button", { name: /^Notifications/ }).click();
  await expect(
    host
      .getByRole("dialog", { name: "Notifications" })
      .getByRole("link", { name: /Caydrive declined a request/ }),
  ).toBeVisible();
});

test("the daily price is a badge, and Become a Host a button to the sign-up as a host", async ({
  page,
}) => {
  await page.goto("/browse");
  const card = page.getByRole("article").first();
  const price = (await card.locator(".badge.badge-price").textContent()) ?? "";
  expect(price).toMatch(/^\$[\d,.]+ \/ day$/);
  await card.getByRole("link", { name: /^Book Now/ }).click();
  const panel = page.getByRole("complementary", { name: "Booking" });
  await expect(panel.locator(".badge.badge-price")).toHaveText(price);

  await page.goto("/");
  const become = page.getByRole("main").getByRole("link", { name: "Become a Host" }).first();
  await expect(become).toBeInViewport();
  await expect(become).toHaveClass(/(^| )button /);
  await become.click();
  await page.waitForURL("**/auth?mode=signup&type=host");
  await expect(page.getByRole("radio", { name: /As a host/ })).toBeChecked();
});

test("an empty description, colour or licence plate is sent as null", async ({ page }) => {
  await signUpOnPage(page, newPersonData("Hubert"), "host");
  await page.goto("/host/listings/new");
  await fillListing(page, "Plain Fit");
  await page.getByLabel("Licence plate").fill("  ");
  await page.locator("input[type=file]").setInputFiles([await photo("front.jpg")]);
  await expectToast(page, "1 image(s) uploaded successfully");
  const sent = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/api/host/listings"),
  );
  await page.getByRole("button", { name: "Create Listing" }).click();
  const empty = { description: null, color: null, license_plate: null };
  expect((await sent).postDataJSON()).toMatchObject({ title: "Plain Fit", ...empty });
  await page.waitForURL("**/host/listings");
});
