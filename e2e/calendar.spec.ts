// Choosing days, mostly on the car page: by mouse and by keyboard, in any time zone, around taken
// days.
import type { Page } from "@playwright/test";
import { formatFullDay, formatMonth } from "../src/domain/text/format.ts";
import { addDays, type CalendarDate } from "../src/domain/calendar/dates.ts";
import { carPath, carWithTakenDays, focused, newRenter } from "./car-page.ts";
import { axeInBothThemes, expect, test, viewports } from "./fixtures.ts";
import { bookNow, demoCar, expectToast } from "./people.ts";

const inCalendar = (page: Page, day: CalendarDate) =>
  page.getByRole("button", { name: new RegExp(`^${formatFullDay(day)}`) });

/** Presses a key until this day is focused. */
async function moveTo(page: Page, day: CalendarDate, key: string): Promise<void> {
  const name = formatFullDay(day);
  for (let presses = 0; presses < 31; presses++) {
    if ((await focused(page).getAttribute("aria-label"))?.startsWith(name)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${name} was not reached`);
}

async function showMonth(page: Page, day: CalendarDate): Promise<void> {
  const caption = page.getByText(formatMonth(day), { exact: true });
  for (let presses = 0; presses < 16 && !(await caption.isVisible()); presses++)
    await page.getByRole("button", { name: "Next month" }).click();
}

for (const timezoneId of ["Pacific/Auckland", "Pacific/Honolulu"])
  test(`the calendar in ${timezoneId} sends the days picked by mouse and by keyboard`, async ({
    newPerson,
  }) => {
    const context = await newPerson({ timezoneId });
    const page = await context.newPage();
    await newRenter(page, "Shantell");
    const { car, taken } = await carWithTakenDays(page);
    const sent = () =>
      page.waitForRequest((request) => request.url().endsWith("/create-booking-checkout"));

    await page.goto(`/book/${car.id}`);
    await page.getByRole("button", { name: /^Start date/ }).click();
    await showMonth(page, taken.start_date);
    await expect(inCalendar(page, taken.start_date)).toBeDisabled();
    await expect(inCalendar(page, taken.start_date)).toHaveAccessibleName(/, taken$/);
    await inCalendar(page, taken.start_date).click({ force: true });
    const start = addDays(taken.start_date, -3);
    await inCalendar(page, start).click();
    await expect(inCalendar(page, start)).toHaveAccessibleName(/\d, start date$/);
    // The car is returned on the day of another renter's pickup.
    await inCalendar(page, taken.start_date).click();
    const byMouse = sent();
    const checkout = await bookNow(page, context);
    expect((await byMouse).postDataJSON()).toMatchObject({
      start_date: start,
      end_date: taken.start_date,
    });
    await checkout.close();

    await page.getByRole("button", { name: "Change booking" }).click();
    await expect(focused(page)).toHaveAccessibleName(/^Start date/);
    await page.keyboard.press("Enter");
    // The person's own days can be chosen again; other taken days are skipped.
    await moveTo(page, addDays(taken.start_date, -1), "ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(focused(page)).not.toHaveAccessibleName(/taken/);
    await moveTo(page, addDays(taken.start_date, -2), "ArrowLeft");
    await page.keyboard.press("Enter");
    await moveTo(page, addDays(taken.start_date, -1), "ArrowRight");
    await page.keyboard.press("Enter");
    await expect(focused(page)).toHaveAccessibleName(/^End date/);
    const byKeyboard = sent();
    await page
      .getByRole("button", { name: /^Book Now/ })
      .first()
      .press("Enter");
    expect((await byKeyboard).postDataJSON()).toMatchObject({
      start_date: addDays(taken.start_date, -2),
      end_date: addDays(taken.start_date, -1),
    });
    await expect(page.getByText("Your checkout is open in another tab.")).toBeVisible();
  });

test("the open calendar shows and keeps its focus, closes with Escape, and passes axe", async ({
  page,
}) => {
  const { car } = await carWithTakenDays(page);
  await page.goto(`/book/${car.id}`);
  await expect(page.getByRole("group", { name: "Start date and end date" })).toBeVisible();
  await page.getByRole("button", { name: /^Start date/ }).press("Enter");
  await expect(focused(page)).toHaveAccessibleName(/\d{4}/);
  for (const key of [
    "ArrowRight",
    "ArrowDown",
    "End",
    "Home",
    "PageDown",
    "PageDown",
    "ArrowLeft",
    "PageUp",
    "ArrowUp",
  ]) {
    await page.keyboard.press(key);
    await expect(focused(page), key).toHaveAccessibleName(/\d{4}/);
    await expect(focused(page), key).toHaveCSS("outline-style", "solid");
  }
  await axeInBothThemes(page);
  // Up to the last month, the arrow keeps the focus.
  const next = page.getByRole("button", { name: "Next month" });
  await next.focus();
  for (let presses = 0; presses < 17; presses++) await page.keyboard.press("Enter");
  await expect(next).toHaveAttribute("aria-disabled", "true");
  await expect(next).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(next).toBeHidden();
  await expect(focused(page)).toHaveAccessibleName(/^Start date/);
});

test("on the home page, the calendar shows two months beside each other, on a phone one", async ({
  page,
}) => {
  const start = page.getByRole("button", { name: /^Start date/ });
  await page.goto("/");
  await start.click();
  await expect(page.getByRole("grid")).toHaveCount(2);
  await page.setViewportSize(viewports.phone);
  await page.goto("/");
  await start.click();
  await expect(page.getByRole("grid")).toHaveCount(1);
});

test.describe("on a phone", () => {
  test.use({ viewport: viewports.phone });

  test("Book Now without dates opens the calendar above the bar", async ({ page }) => {
    await page.goto(`/book/${(await demoCar(page, "instant", 8)).id}`);
    const bar = page.getByRole("region", { name: "Price and booking" });
    await bar.getByRole("button", { name: /^Book Now/ }).click();
    await expectToast(page, "Missing Information");
    await expect(focused(page)).toHaveAccessibleName(/\d{4}/);
    await expect
      .poll(async () => {
        const clear = page.getByText("Taken", { exact: true });
        const last = await clear.boundingBox();
        const top = (await bar.boundingBox())?.y ?? 0;
        return last !== null && last.y + last.height <= top;
      })
      .toBe(true);
  });

  test("taken dates show in the bar, send nothing, and free ones are one press away", async ({
    page,
  }) => {
    const { car, taken } = await carWithTakenDays(page);
    const posts: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") posts.push(request.url());
    });
    await page.goto(carPath(car, taken));
    const bar = page.getByRole("region", { name: "Price and booking" });
    await bar.getByRole("button", { name: "Dates taken" }).click();
    await expect(focused(page)).toContainText("This car is booked on these dates.");
    await focused(page).getByRole("button").first().click();
    await expect(focused(page)).toHaveAccessibleName(/^Start date/);
    await expect(bar.getByRole("button", { name: /^Book Now ·/ })).toBeVisible();
    expect(posts).toEqual([]);
  });
});
