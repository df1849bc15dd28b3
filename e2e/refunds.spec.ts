// Money that goes back, through the screens: an admin gives a part back and cancels; renter and host read what it means for them.
import type { Page } from "@playwright/test";
import { formatUsd } from "../src/domain/money/money.ts";
import { examineAtBothSizes } from "./examine.ts";
import { expect, hearNothing, test } from "./fixtures.ts";
import { callAs, expectSaid, expectToast, farDates, signIn } from "./people.ts";
import { ADMIN, HOST, hostsCar, PASSWORD, RENTER, requested } from "./requests.ts";

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
/** A line of a breakdown, as it reads. */
const line = (page: Page, label: string, cents: number) => page.getByText(`${label}${formatUsd(cents)}`).first();
const money = (page: Page) => page.getByRole("list", { name: "The money so far" }).getByRole("listitem");

test("a part goes back, then the rest; everybody reads their side, and the renter has a receipt", async ({
  page: admin,
  newPerson,
  allowFailures,
}) => {
  allowFailures([/POST net::ERR_FAILED \/api\/admin\/bookings/, /GET 409 .*\/receipt/]);
  const car = await hostsCar(admin.request);
  const rentalCents = Math.round(car.price_per_day * 300);
  const feeCents = Math.round(rentalCents / 10);
  const paidCents = rentalCents + feeCents + 299;
  const shareCents = Math.round(rentalCents * 0.85);
  const id = await requested(admin.request, farDates(356));
  const [renter, host] = [await (await newPerson()).newPage(), await (await newPerson()).newPage()];
  await signIn(renter, RENTER, PASSWORD);
  await signIn(host, HOST, PASSWORD);
  await signIn(admin, ADMIN, PASSWORD);

  await renter.goto(`/bookings/${id}/receipt`);
  await expect(renter.getByRole("heading", { level: 1, name: "There is no receipt yet" })).toBeVisible();
  await callAs(host, "POST", `/api/bookings/${id}/approve`);

  await admin.goto(`/admin/bookings?booking=${id}`);
  const details = dialog(admin, "Booking Details");
  await details.getByRole("button", { name: "Refund a Part" }).click();
  const form = dialog(admin, "Refund a Part");
  await form.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(form.getByRole("alert")).toBeFocused();
  const amount = form.getByLabel("Amount in dollars");
  for (const [typed, said] of [
    ["-20", "A refund is more than zero."],
    ["20.005", "An amount has two decimals at most"],
    ["99999999999", `At most ${formatUsd(paidCents - 1)} can be given back in part.`],
  ] as const) {
    await amount.fill(typed);
    await expect(form.getByRole("alert")).toContainText(said);
  }
  await amount.fill("20");
  await form.getByText("Taken off the earnings.").click();
  await form.getByLabel("Reason").fill("The top would not close.");
  for (const [label, cents] of [
    ["Marcus gets back", 2_000],
    ["Change of the host's earnings", -2_000],
    ["The host then earns", shareCents - 2_000],
  ] as const)
    await expect(line(admin, label, cents)).toBeVisible();
  await expect(form.getByText("Change of Caydrive's shareNone")).toBeVisible();
  await examineAtBothSizes(admin);

  // The answer is lost after the server has stored it: sent again, it is the same refund.
  await admin.route("**/refunds", async (route) => {
    await route.fetch();
    await route.abort("failed");
  });
  await form.getByRole("button", { name: "Refund $20.00" }).click();
  await expect(form.getByRole("alert")).toContainText("sending it again refunds nothing twice");
  await expect(amount).toHaveValue("20");
  await admin.unroute("**/refunds");
  await form.getByRole("button", { name: "Refund $20.00" }).click();
  await expectToast(admin, "Refund of $20.00 decided");
  await expect(form).toBeHidden();
  await expect(details.getByText("Borne by the host.")).toHaveCount(1);
  await expect(details).toContainText("Partly refunded");
  await expect(details).toContainText("Andre Sands (admin)");
  await examineAtBothSizes(admin);

  await renter.goto(`/bookings?booking=${id}`);
  await expect(money(renter)).toContainText([
    "Card held, not charged",
    "Card charged",
    /Refund decided by Caydrive\$20\.00.*The top would not close/,
    "Refund made$20.00",
  ]);
  await expect(dialog(renter, "Booking Details")).not.toContainText("earn");
  await renter.getByRole("link", { name: "View the receipt" }).click();
  await expect(renter.getByRole("heading", { level: 1, name: "Receipt" })).toBeVisible();
  for (const [label, cents] of [
    ["Service fee", feeCents],
    ["Total charged", paidCents],
    ["Remains paid", paidCents - 2_000],
  ] as const)
    await expect(line(renter, label, cents)).toBeVisible();
  await expect(renter.getByText("to the card ending in 4242")).toBeVisible();
  await examineAtBothSizes(renter);
  // On paper: the sheet alone, black on white, though the screen is dark.
  await renter.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(renter.getByRole("banner")).toBeHidden();
  await expect(renter.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(renter.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(renter.getByRole("heading", { name: "Receipt" })).toHaveCSS("color", "rgb(0, 0, 0)");
  await renter.emulateMedia({ media: "screen" });

  await details.getByRole("button", { name: /^Cancel Booking/ }).click();
  const cancelling = dialog(admin, "Cancel Booking");
  await expect(line(admin, "Marcus gets back", paidCents - 2_000)).toBeVisible();
  await expect(line(admin, "Change of the host's earnings", 2_000 - shareCents)).toBeVisible();
  await cancelling.getByRole("button", { name: "Cancel Booking" }).click();
  await expect(cancelling.getByText("Enter a reason.")).toBeVisible();
  await cancelling.getByLabel("Reason").fill("A storm has damaged the car.");
  await cancelling.getByRole("button", { name: "Cancel Booking" }).click();
  await expectToast(admin, "Booking cancelled successfully");
  await expect(details.getByRole("button", { name: "Refund a Part" })).toHaveCount(0);

  await host.goto(`/host/bookings?booking=${id}`);
  await expect(line(host, "You earn", 0)).toBeVisible();
  await expect(money(host)).toContainText([
    "The renter's card is held",
    "The renter's card is charged",
    /Refund decided by Caydrive-\$20\.00.*off your earnings/,
    "Given back to the renter",
    /Refund decided by Caydrive.*nothing is earned.*A storm has damaged the car/,
    "Given back to the renter",
  ]);
  await expect(dialog(host, "Booking Details")).not.toContainText(formatUsd(paidCents));
  await renter.reload();
  await expect(line(renter, "Remains paid", 0)).toBeVisible();
});

test("a booking that has changed meanwhile is shown as it is", async ({ page, request, allowFailures }) => {
  allowFailures([/POST 409 \/api\/admin\/bookings/]);
  const id = await requested(request, farDates(350));
  await hearNothing(page);
  await signIn(page, ADMIN, PASSWORD);
  await callAs(page, "POST", `/api/bookings/${id}/approve`);
  await page.goto(`/admin/bookings?booking=${id}`);
  await page.getByRole("button", { name: "Refund a Part" }).click();
  const form = dialog(page, "Refund a Part");
  await form.getByLabel("Amount in dollars").fill("12,50");
  await form.getByText("The host earns the same.").click();
  await form.getByLabel("Reason").fill("A late start.");
  await callAs(page, "POST", `/api/bookings/${id}/cancel`, { reason: "By another admin." });
  await form.getByRole("button", { name: "Refund $12.50" }).click();
  await expectSaid(page, "The booking has changed meanwhile: it is cancelled now.");
  await expect(form).toBeHidden();
  await expect(dialog(page, "Booking Details").getByText("Refunded", { exact: true }).first()).toBeVisible();
  await expect(dialog(page, "Booking Details")).toContainText("“By another admin.”");
});
