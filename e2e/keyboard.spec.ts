// The whole journey by keyboard, from the home page to a confirmed booking, and the focus on a map.
import type { Locator, Page } from "@playwright/test";
import {
  addDays,
  daysBetween,
  todayInNassau,
  type CalendarDate,
  toCalendarDate,
} from "../src/domain/calendar/dates.ts";
import { expect, hydrated, test, viewports } from "./fixtures.ts";
import { newPersonData, signUpOnPage, type Car } from "./people.ts";

const MOST_PRESSES = 150;

/** Presses Tab until the target has the focus. */
async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  await expect(target).toBeVisible();
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${String(target)}`);
}

async function press(target: Locator): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press("Enter");
}

async function typeInto(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.type(text);
}

/** The focused day of the calendar. */
const focusedDay = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>("[data-day]")?.dataset["day"]);

/** Enters the calendar's grid, moves to the day with the arrows, and picks it. */
async function pickDay(page: Page, day: CalendarDate): Promise<void> {
  await expect(page.locator("[data-day]").first()).toBeVisible();
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    const focused = await focusedDay(page);
    if (focused === day) return page.keyboard.press("Enter");
    const ahead = focused === undefined ? 0 : daysBetween(toCalendarDate(focused), day);
    const down = Math.abs(ahead) >= 7;
    await page.keyboard.press(
      focused === undefined
        ? "Tab"
        : ahead > 0
          ? down
            ? "ArrowDown"
            : "ArrowRight"
          : down
            ? "ArrowUp"
            : "ArrowLeft",
    );
  }
  throw new Error(`the arrows do not reach ${day}`);
}

/** An instant-book car of the first page, and its first two free days from next week on. */
async function freeCar(
  page: Page,
): Promise<{ car: Car & { location: string }; start: CalendarDate; end: CalendarDate }> {
  const response = await page.request.get("/api/listings");
  const { listings } = (await response.json()) as {
    listings: (Car & { booking_mode: string; location: string })[];
  };
  const car = listings.find(({ booking_mode }) => booking_mode === "instant");
  if (!car) throw new Error("the demo has no instant car on its first page");
  const taken = (
    (await (await page.request.get(`/api/listings/${car.id}/availability`)).json()) as {
      taken: { start_date: string; end_date: string }[];
    }
  ).taken;
  for (let start = addDays(todayInNassau(new Date()), 7); ; start = addDays(start, 1)) {
    const end = addDays(start, 2);
    if (taken.every((range) => range.end_date <= start || range.start_date >= end))
      return { car, start, end };
  }
}

test("goes by keyboard from the home page to a confirmed booking", async ({
  page,
  context,
  newPerson,
  allowFailures,
}) => {
  allowFailures(["POST 422 /functions/v1/create-booking-checkout"]); // the date of birth is missing
  const person = newPersonData("Avard");
  await signUpOnPage(await (await newPerson()).newPage(), person);
  const { car, start, end } = await freeCar(page);

  await page.goto("/");
  await page.keyboard.press("Tab");
  // Until hydration, the browser itself would submit a form.
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await press(page.getByRole("button", { name: "Find Your Car" }));

  await expect(
    page.getByRole("heading", { level: 1, name: "Browse Available Cars" }),
  ).toBeFocused();
  const place = car.location.split(",")[0] ?? "";
  await typeInto(page.getByLabel("Location"), place);
  await page.waitForURL((url) => url.searchParams.get("location") === place);
  await press(page.getByRole("link", { name: `Book Now, ${car.title}` }));

  await expect(page.getByRole("heading", { level: 1, name: car.title })).toBeFocused();
  await press(page.getByRole("button", { name: /^Start date/ }).first());
  await pickDay(page, start);
  await pickDay(page, end);
  await page.waitForURL((url) => url.searchParams.get("end_date") === end);
  const bookNow = page.getByRole("button", { name: /^Book Now ·/ }).first();
  await press(bookNow);

  await expect(page.getByRole("heading", { level: 1, name: "Sign in to book" })).toBeFocused();
  await typeInto(page.getByLabel("Email", { exact: true }), person.email);
  await typeInto(page.getByLabel("Password", { exact: true }), person.password);
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1, name: car.title })).toBeFocused();
  await press(bookNow);
  const dialog = page.getByRole("dialog", { name: "What's your date of birth?" });
  await typeInto(dialog.getByLabel("Date of birth"), "05171990");
  const opened = context.waitForEvent("page");
  await press(dialog.getByRole("button", { name: "Save and book" }));

  const checkout = await opened;
  await checkout.waitForURL("**/sandbox/checkout/**");
  await typeInto(checkout.getByLabel("Card number"), "4242424242424242");
  await typeInto(checkout.getByLabel("Expiry date"), "1234");
  await typeInto(checkout.getByLabel("CVC"), "123");
  await typeInto(checkout.getByLabel("Name on card"), "Avard Rolle");
  await press(checkout.getByRole("button", { name: /^Pay/ }));
  await expect(checkout.getByRole("heading", { name: "Booking Confirmed!" })).toBeVisible();
});

test("the map moves when the search covers a focused pin", async ({ page }) => {
  await page.setViewportSize(viewports.phone);
  await page.goto("/browse?view=map");
  await hydrated(page);
  const pin = page.locator("button.map-pin:not(.map-cluster)").first();
  const findMiddle = async () => {
    const box = await pin.boundingBox();
    if (!box) throw new Error("The pin is not shown.");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const at = await findMiddle();
  const search = page.getByRole("button", { name: /^Filters:/ });
  const { y: top = 0 } = (await search.boundingBox()) ?? {};
  await page.mouse.move(at.x, at.y + 40);
  await page.mouse.down();
  await page.mouse.move(viewports.phone.width / 2, top + 70, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => (await findMiddle()).y).toBeLessThan(top + 45);
  await pin.focus();
  await expect.poll(async () => (await findMiddle()).y).toBeGreaterThan(top + 100);
  await expect(pin).toBeFocused();
});
