// A host's day: the day sheet on the screen and on paper, and the list of bookings as rows.
import type { HostListing } from "../src/contract/host/host-listings.ts";
import { addDays, todayInNassau } from "../src/domain/calendar/dates.ts";
import { formatFullDay } from "../src/domain/text/format.ts";
import { examine, examineAtBothSizes } from "./examine.ts";
import { expect, test } from "./fixtures.ts";
import {
  callAs,
  farDates,
  newPersonData,
  signInOnPage,
  signUpOnPage,
  stateDateOfBirth,
} from "./people.ts";
import { bookAs, createRequest, HOST, SEEDED_PASSWORD } from "./requests.ts";

test("a host finds tomorrow's pickups, plates and phones at a glance and prints them", async ({
  page,
  newPerson,
}) => {
  const tomorrow = addDays(todayInNassau(new Date()), 1);
  const dates = { start_date: tomorrow, end_date: addDays(tomorrow, 3) };
  await signUpOnPage(page, newPersonData("Latoya"));
  await stateDateOfBirth(page);
  await callAs(page, "PATCH", "/api/profile", { phone: "+12425550177" });
  const host = await (await newPerson()).newPage();
  await signInOnPage(host, HOST, SEEDED_PASSWORD);
  const { listings } = await callAs<{ listings: HostListing[] }>(host, "GET", "/api/host/listings");
  const found = await page.request.get(`/api/listings?${new URLSearchParams(dates)}`);
  const free = ((await found.json()) as { listings: { id: string }[] }).listings;
  const car = listings.find(
    ({ id, booking_mode }) => booking_mode === "instant" && free.some((each) => each.id === id),
  );
  if (!car?.license_plate) throw new Error("the demo's host has no free car for tomorrow");
  await bookAs(page, car, dates);

  await host.goto("/host/dashboard");
  await host
    .getByRole("region", { name: "Next pickups" })
    .getByRole("link", { name: "Day sheet" })
    .click();
  await host.getByRole("link", { name: "Tomorrow", exact: true }).click();
  await host.waitForURL("**/host/day?show=tomorrow");
  await expect(host.getByRole("heading", { level: 1 })).toHaveText(formatFullDay(tomorrow));
  const line = host.getByRole("listitem").filter({ hasText: car.license_plate }).first();
  for (const text of ["Goes out", "Latoya Rolle", "+1 242 555 0177", car.location])
    await expect(line).toContainText(text);
  await examineAtBothSizes(host);
  await host.getByRole("link", { name: "Next 7 days" }).click();
  await expect(host.getByRole("heading", { level: 2, name: /^Tomorrow, / })).toBeVisible();
  await examine(host);

  await host.goBack();
  await host.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await host.getByRole("button", { name: "Print" }).click();
  await expect(host.locator("body[data-printed]")).toBeAttached();
  await host.emulateMedia({ media: "print" });
  await expect(line).toContainText("+1 242 555 0177");
  await expect(line).toBeVisible();
  await expect(host.getByRole("navigation")).toHaveCount(0);
  await expect(host.getByRole("button", { name: "Print" })).toBeHidden();
  expect((await host.pdf({ format: "A4" })).subarray(0, 5).toString()).toBe("%PDF-");
});

test("a host lists bookings as rows and filters them, also after a reload and with Back", async ({
  page,
}) => {
  await createRequest(page.request, farDates(333));
  await signInOnPage(page, HOST, SEEDED_PASSWORD);
  await page.goto("/host/bookings");
  await page.getByRole("button", { name: "Rows" }).click();
  await page.getByRole("button", { name: /^Upcoming/ }).click();
  await page.waitForURL("**/host/bookings?filter=upcoming");
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows.first()).toBeVisible();
  const all = await rows.count();
  const choice = page.getByLabel("Car", { exact: true });
  await choice.selectOption({ index: 1 });
  await page.waitForURL((url) => url.searchParams.has("car"));
  await expect.poll(() => rows.count()).toBeLessThan(all);
  const chosen = await choice.inputValue();
  await page.reload();
  await expect(choice).toHaveValue(chosen);
  await expect(page.getByRole("button", { name: "Rows" })).toHaveAttribute("aria-pressed", "true");
  await page.getByLabel("From", { exact: true }).fill("2030-01-01");
  await expect(page.getByText("No bookings match your filters.")).toBeVisible();
  await page.getByRole("button", { name: "Show all bookings" }).click();
  await page.waitForURL((url) => url.search === "");
  await page.goBack();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("2030-01-01");
  // A request is answered in its details.
  await page.goto("/host/bookings?filter=requests");
  await rows.first().getByRole("link").first().click();
  const details = page.getByRole("dialog", { name: "Booking Details" });
  await details.getByRole("button", { name: /^Reject/ }).click();
  const dialog = page.getByRole("dialog", { name: "Reject Booking" });
  await dialog.getByRole("checkbox", { name: "Also block these days" }).check();
  await examineAtBothSizes(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();
  await examineAtBothSizes(page);
  // Cars have rows, too.
  await page.goto("/host/listings");
  await page.getByRole("button", { name: "Rows" }).click();
  await expect(rows.first().getByText(/^\$\d+/)).toBeVisible();
  await examineAtBothSizes(page);
});
