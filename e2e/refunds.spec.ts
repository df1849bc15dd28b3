// Refunds through the screens: an admin refunds a part and cancels; renter and host see their
// amounts.
import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { formatUsd } from "../src/domain/text/format.ts";
import { examineAtBothSizes } from "./examine.ts";
import { expect, blockLiveUpdates, test } from "./fixtures.ts";
import { newRenter } from "./car-page.ts";
import { approveCar, listCar } from "./host-cars.ts";
import {
  callAs,
  expectStatus,
  expectToast,
  farDates,
  newPersonData,
  signInOnPage,
  signUpOnPage,
} from "./people.ts";
import {
  ADMIN,
  bookAs,
  HOST,
  hostsCar,
  SEEDED_PASSWORD,
  RENTER,
  createRequest,
} from "./requests.ts";

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
/** A line of a breakdown, as displayed. */
const line = (page: Page, label: string, cents: number) =>
  page.getByText(`${label}${formatUsd(cents)}`).first();
const money = (page: Page) =>
  page.getByRole("list", { name: "Payment history" }).getByRole("listitem");

test("refunds a day, an amount, then the rest; everyone sees their amounts and a receipt", async ({
  page: admin,
  newPerson,
  allowFailures,
}) => {
  allowFailures([/GET 409 .*\/receipt/]);
  const car = await hostsCar(admin.request);
  const rentalCents = Math.round(car.price_per_day * 300);
  const feeCents = Math.round(rentalCents / 10);
  const paidCents = rentalCents + feeCents + 299;
  const shareCents = Math.round(rentalCents * 0.85);
  // A third of everything, because the booking is for three days.
  const [dayCents, dayShareCents] = [Math.round(paidCents / 3), Math.round(shareCents / 3)];
  const id = await createRequest(admin.request, farDates(356));
  const [renter, host] = [await (await newPerson()).newPage(), await (await newPerson()).newPage()];
  await signInOnPage(renter, RENTER, SEEDED_PASSWORD);
  await signInOnPage(host, HOST, SEEDED_PASSWORD);
  await signInOnPage(admin, ADMIN, SEEDED_PASSWORD);

  await renter.goto(`/bookings/${id}/receipt`);
  await expect(renter.getByRole("heading", { level: 1, name: "No receipt yet" })).toBeVisible();
  await callAs(host, "POST", `/api/bookings/${id}/approve`);

  await admin.goto(`/admin/bookings?booking=${id}`);
  const details = dialog(admin, "Booking Details");
  const form = dialog(admin, "Partial Refund");
  await test.step("a day, which both sides give back in proportion", async () => {
    await details.getByRole("button", { name: "Partial Refund" }).click();
    await expect(form.getByLabel("Days", { exact: true })).toHaveValue("1");
    await expect(form.getByRole("radio", { name: /^Both, in proportion/ })).toBeChecked();
    await expect(line(admin, "Change to the host's earnings", -dayShareCents)).toBeVisible();
    await expect(line(admin, "The host then earns", shareCents - dayShareCents)).toBeVisible();
    await examineAtBothSizes(admin);
    await form.getByLabel("Reason").fill("It came a day late.");
    await form.getByRole("button", { name: `Refund ${formatUsd(dayCents)}` }).click();
    await expectToast(admin, `Refund of ${formatUsd(dayCents)} confirmed`);
    await expect(form).toBeHidden();
    await renter.goto(`/bookings?booking=${id}`);
    await expect(money(renter)).toContainText([
      "Card charged",
      `Refund approved by Caydrive: 1 day${formatUsd(dayCents)}`,
      `Refund sent${formatUsd(dayCents)}`,
    ]);
    await expect(money(renter).getByText("It came a day late.")).toBeVisible();
    await host.goto(`/host/bookings?booking=${id}`);
    await expect(line(host, "You earn", shareCents - dayShareCents)).toBeVisible();
    await expect(money(host)).toContainText([
      `Refund approved by Caydrive: 1 day-${formatUsd(dayShareCents)}`,
    ]);
  });

  await details.getByRole("button", { name: "Partial Refund" }).click();
  await form.getByText("An amount", { exact: true }).click();
  await form.getByRole("textbox", { name: "Amount in dollars" }).fill("20");
  await form.getByText("Taken off their earnings").click();
  await form.getByLabel("Reason").fill("The top would not close.");
  await expect(
    line(admin, "The host then earns", shareCents - dayShareCents - 2_000),
  ).toBeVisible();
  await examineAtBothSizes(admin);
  await form.getByRole("button", { name: "Refund $20.00" }).click();
  await expectToast(admin, "Refund of $20.00 confirmed");
  await expect(form).toBeHidden();
  await expect(details.getByText("Paid by the host.")).toHaveCount(1);
  await expect(details).toContainText("Partially refunded");
  await expect(details).toContainText("Andre Sands (admin)");
  await examineAtBothSizes(admin);

  await renter.goto(`/bookings?booking=${id}`);
  await expect(money(renter)).toContainText([
    "Card authorised",
    "Card charged",
    /Refund approved by Caydrive\$20\.00.*The top would not close/,
    "Refund sent$20.00",
  ]);
  await expect(dialog(renter, "Booking Details")).not.toContainText("earn");
  await renter.getByRole("link", { name: "View receipt" }).click();
  await expect(renter.getByRole("heading", { level: 1, name: "Receipt" })).toBeVisible();
  for (const [label, cents] of [
    ["Service fee (10%)", feeCents],
    ["Total charged", paidCents],
    ["Net paid", paidCents - dayCents - 2_000],
  ] as const)
    await expect(line(renter, label, cents)).toBeVisible();
  await expect(renter.getByText("to the card ending in 4242")).toBeVisible();
  await examineAtBothSizes(renter);
  // On paper there is only the sheet, black on white, even in the dark theme.
  await renter.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(renter.getByRole("banner")).toBeHidden();
  await expect(renter.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(renter.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(renter.getByRole("heading", { name: "Receipt" })).toHaveCSS("color", "rgb(0, 0, 0)");
  await renter.emulateMedia({ media: "screen" });

  await details.getByRole("button", { name: /^Cancel Booking/ }).click();
  const cancelling = dialog(admin, "Cancel Booking");
  await expect(line(admin, "Marcus gets back", paidCents - dayCents - 2_000)).toBeVisible();
  const leftCents = shareCents - dayShareCents - 2_000;
  await expect(line(admin, "Change to the host's earnings", -leftCents)).toBeVisible();
  await cancelling.getByRole("button", { name: "Cancel Booking" }).click();
  await expect(cancelling.getByText("Enter a reason.")).toBeVisible();
  await cancelling.getByLabel("Reason").fill("A storm has damaged the car.");
  await cancelling.getByRole("button", { name: "Cancel Booking" }).click();
  await expectToast(admin, "Booking cancelled successfully");
  await expect(details.getByRole("button", { name: "Partial Refund" })).toHaveCount(0);

  await host.goto(`/host/bookings?booking=${id}`);
  await expect(line(host, "You earn", 0)).toBeVisible();
  await expect(money(host)).toContainText([
    "Renter's card authorised",
    "Renter's card charged",
    /Refund approved by Caydrive-\$20\.00.*from your earnings/,
    "Refunded to the renter",
    /Refund approved by Caydrive.*you aren't paid for this trip.*A storm has damaged the car/,
    "Refunded to the renter",
  ]);
  await expect(dialog(host, "Booking Details")).not.toContainText(formatUsd(paidCents));
  await renter.reload();
  await expect(line(renter, "Net paid", 0)).toBeVisible();
});

test("refreshes a booking that has changed meanwhile", async ({ page, request, allowFailures }) => {
  allowFailures([/POST 409 \/api\/admin\/bookings/]);
  const id = await createRequest(request, farDates(350));
  await blockLiveUpdates(page);
  await signInOnPage(page, ADMIN, SEEDED_PASSWORD);
  await callAs(page, "POST", `/api/bookings/${id}/approve`);
  await page.goto(`/admin/bookings?booking=${id}`);
  await page.getByRole("button", { name: "Partial Refund" }).click();
  const form = dialog(page, "Partial Refund");
  await form.getByText("An amount", { exact: true }).click();
  await form.getByRole("textbox", { name: "Amount in dollars" }).fill("12,50");
  await form.getByText("The host still earns the same.").click();
  await form.getByLabel("Reason").fill("A late start.");
  await callAs(page, "POST", `/api/bookings/${id}/cancel`, { reason: "By another admin." });
  await form.getByRole("button", { name: "Refund $12.50" }).click();
  await expectStatus(page, "The booking has changed: it's now cancelled.");
  await expect(form).toBeHidden();
  await expect(
    dialog(page, "Booking Details").getByText("Refunded", { exact: true }).first(),
  ).toBeVisible();
  await expect(dialog(page, "Booking Details")).toContainText("“By another admin.”");
});

test("a host's VAT number is checked, and receipt and export show the VAT", async ({
  page: admin,
  newPerson,
}) => {
  const vatNumber = String(randomInt(100_000_000, 1_000_000_000));
  const [host, renter] = [await (await newPerson()).newPage(), await (await newPerson()).newPage()];
  await signUpOnPage(host, newPersonData("Verna"), "host");
  const car = await listCar(host, "Registered Fit");
  await approveCar(admin, car);
  await newRenter(renter, "Oria");

  await host.goto("/host/settings#vat");
  await host.getByRole("textbox", { name: "VAT number" }).fill("100 23");
  await host.getByRole("button", { name: "Send for checking" }).click();
  await expect(host.getByText("Enter the name on the VAT certificate").first()).toBeVisible();
  await host
    .getByRole("textbox", { name: "VAT number" })
    .fill(vatNumber.replace(/(?=(...)+$)/g, " "));
  await host.getByLabel("Registered name").fill("Verna Rolle Rentals Ltd");
  await examineAtBothSizes(host);
  await host.getByRole("button", { name: "Send for checking" }).click();
  await expect(host.getByText(`We're checking VAT number ${vatNumber}`)).toBeVisible();

  await admin.goto("/admin/money");
  await admin.getByRole("button", { name: "Confirm, Verna Rolle" }).click();
  await admin.getByRole("button", { name: "Confirm Number" }).click();
  await expectToast(admin, "VAT number confirmed");
  await examineAtBothSizes(admin);

  const id = await bookAs(renter, car, farDates(340));
  await renter.goto(`/bookings/${id}/receipt`);
  await expect(renter.getByRole("heading", { name: "Tax invoice INV-000001" })).toBeVisible();
  await expect(renter.getByText(`Verna Rolle Rentals Ltd, VAT number ${vatNumber}`)).toBeVisible();
  // 14,550 x 10 / 110
  await expect(renter.getByText("includes VAT $13.23")).toBeVisible();
  await expect(line(renter, "Total charged", 14_550 + 1_455 + 299)).toBeVisible();
  await examineAtBothSizes(renter);
  await callAs(renter, "POST", `/api/bookings/${id}/cancel`);
  await renter.reload();
  await expect(renter.getByRole("heading", { name: "Credit note CN-000001" })).toBeVisible();
  await expect(renter.getByText("For invoice INV-000001")).toBeVisible();

  await admin.reload();
  const downloading = admin.waitForEvent("download");
  await admin
    .getByRole("table", { name: "VAT by month" })
    .getByRole("button", { name: "Export" })
    .first()
    .click();
  const csv = await readFile((await (await downloading).path())!, "utf8");
  expect(csv).toContain(`${vatNumber},Verna Rolle Rentals Ltd,host,invoice,INV-000001,`);
  expect(csv).toContain(",CN-000001,INV-000001,");
  await callAs(host, "DELETE", "/api/host/vat-number");
});
