// The admin's money page: figures and chart, a dispute decided in the sandbox, a payment problem, a
// reconciliation.
import { readFile } from "node:fs/promises";
import type { AdminDispute } from "../src/contract/admin/admin-money.ts";
import { formatMonthDayYear } from "../src/domain/text/format.ts";
import { newRenter } from "./car-page.ts";
import { examineAtBothSizes } from "./examine.ts";
import { expect, expectAfterRetries, test, viewports } from "./fixtures.ts";
import { callAs, expectToast, farDates, signInOnPage } from "./people.ts";
import { ADMIN, bookAs, hostsCar, SEEDED_PASSWORD } from "./requests.ts";

test("an admin reads the figures, decides a dispute, closes a payment problem and reconciles", async ({
  page,
  request,
  newPerson,
  allowFailures,
}) => {
  const dates = farDates(290);
  // A renter of its own, who can't book once the dispute is lost.
  const renter = await (await newPerson()).newPage();
  await newRenter(renter, "Tino");
  const booking = await bookAs(renter, await hostsCar(request), dates, "4000 0000 0000 0259");
  await signInOnPage(page, ADMIN, SEEDED_PASSWORD);
  // Charges the card, and its bank disputes it.
  await callAs(page, "POST", `/api/bookings/${booking}/approve`);
  const row = page
    .getByRole("table", { name: "Disputes" })
    .getByRole("row")
    .filter({ hasText: formatMonthDayYear(dates.start_date) });
  await page.setViewportSize(viewports.desktop);
  const disputed = async () => {
    const { disputes } = await callAs<{ disputes: AdminDispute[] }>(
      page,
      "GET",
      "/api/admin/disputes",
    );
    return disputes.some((each) => each.booking.id === booking && each.state === "open");
  };
  await expect.poll(disputed).toBe(true);
  await page.goto("/admin");
  await expect(page.getByText(/open disputes? .*attention\./)).toBeVisible();
  await page.getByRole("link", { name: "See the money page" }).click();
  await expect(row.getByText("Disputed", { exact: true })).toBeVisible();
  await examineAtBothSizes(page);

  await expect(page.getByRole("img", { name: /^Charged by month: .*\$/ })).toBeVisible();
  await page.getByRole("button", { name: "Provider's fees" }).press("Enter");
  await expect(page.getByRole("img", { name: /^Provider's fees by month/ })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("figure")).toBe("provider_fees");
  await page.getByText("Show as a table").click();
  await expect(page.getByRole("table", { name: "Months" }).getByRole("row")).toHaveCount(13);
  const totals = page
    .getByRole("region", { name: "Where the money is" })
    .getByText("Total", { exact: true })
    .locator("..");
  const [where, owners] = await totals.allInnerTexts();
  expect(where).toMatch(/\$[\d,]+\.\d\d$/);
  expect(owners).toBe(where);

  await row.getByRole("button", { name: /^Sandbox: Lost/ }).click();
  await expect(row.getByText("Charged back", { exact: true })).toBeVisible();
  await expect(row.getByRole("button")).toHaveCount(0);
  const entry = page
    .getByRole("list", { name: "Payment problems" })
    .getByRole("listitem")
    .filter({ hasText: formatMonthDayYear(dates.start_date) });
  await expect(entry.getByRole("heading", { name: "Charged back" })).toBeVisible();
  await entry.getByRole("button", { name: /^Close/ }).press("Enter");
  await expectToast(page, "Payment problem closed");
  await expect(entry).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Payment problems" })).toBeFocused();
  await page.getByRole("button", { name: "All", exact: true }).click();
  await expect(entry.getByText("Closed", { exact: true })).toBeVisible();
  await expect(entry.getByText(/Closed on .* by Andre Sands/)).toBeVisible();

  for (const [button, heading] of [
    ["Export ledger", "date,at,transaction_id,kind,booking_number,account"],
    ["Export payouts", "reference,period_end"],
  ] as const) {
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: button }).click();
    expect(await readFile(await (await coming).path(), "utf8")).toContain(heading);
  }

  // The demo's payouts to the bank consist of its charges, refunds and disputes.
  const payouts = page.getByRole("table", { name: "Payouts from the card provider" });
  await expect(payouts.getByText("Matches our books").first()).toBeVisible();
  await payouts.getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Payout to our bank" })).toBeVisible();
  await expect(page.getByText("Matched").first()).toBeVisible();
  // The sandbox pays on Mondays, and its payouts need a day.
  const arrival = page.getByText("Expected at the bank").locator("..").getByRole("definition");
  await expect(arrival).toHaveText(/^[A-Z][a-z]{2} \d\d, \d{4}$/);
  expect(new Date(`${await arrival.innerText()} UTC`).getUTCDay()).toBe(2);
  await examineAtBothSizes(page);
  await page.getByRole("link", { name: "Money" }).last().click();
  await page.getByRole("button", { name: "All", exact: true }).click();

  await page.getByRole("button", { name: "Compare now" }).click();
  await expect(page.getByRole("button", { name: "Comparing..." })).toBeFocused();
  await expectToast(page, "Compared");
  await expect(page.getByText(/^Last compared .* [AP]M\./)).toBeVisible();
  await entry.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/BK-\d{4}-\d{4}/);

  allowFailures([/503 \/api\//]);
  await page.clock.install();
  await page.route("**/api/admin/money", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto("/admin/money");
  await expectAfterRetries(page, page.getByRole("heading", { name: "The figures didn't load." }));
  await expect(page.getByRole("table", { name: "Disputes" })).toBeVisible();
  await page.unroute("**/api/admin/money");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Month by month" })).toBeVisible();
});
