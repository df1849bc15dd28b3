// The sidebar of the signed-in pages: full or a rail of icons, by button and by Ctrl/Cmd+B,
// remembered for a week; a sheet on a phone.
import type { Page } from "@playwright/test";
import { examine, expectNoOverflow } from "./examine.ts";
import { expect, test, viewports } from "./fixtures.ts";
import { signInOnPage } from "./people.ts";
import { HOST, SEEDED_PASSWORD } from "./requests.ts";

const REM = 16;
const WEEK_S = 7 * 24 * 60 * 60;

const sidebar = (page: Page) => page.getByRole("complementary", { name: "Host sidebar" });

/** Asserts the visible state of the sidebar, and what its button would do. */
async function expectSidebar(page: Page, { whole }: { whole: boolean }): Promise<void> {
  await expect
    .poll(async () => (await sidebar(page).boundingBox())?.width)
    .toBe((whole ? 16 : 3) * REM);
  const toggle = sidebar(page).getByRole("button", { name: whole ? /^Collapse/ : /^Expand/ });
  await expect(toggle).toHaveAttribute("aria-expanded", String(whole));
  const main = await page.getByRole("main").boundingBox();
  expect(main?.x).toBeGreaterThanOrEqual((whole ? 16 : 3) * REM);
}

test("the sidebar folds by key and by button at every width, and remembers its state", async ({
  page,
  context,
}) => {
  const cookie = async () => (await context.cookies()).find(({ name }) => name === "sidebar_state");
  await signInOnPage(page, HOST, SEEDED_PASSWORD);
  await page.goto("/host/listings");
  await expect(page.getByRole("heading", { level: 1, name: "My Listings" })).toBeVisible();

  // The default: full where there is room, icons on a tablet.
  await expectSidebar(page, { whole: true });
  await page.setViewportSize(viewports.tablet);
  await expectSidebar(page, { whole: false });
  expect(await cookie()).toBeUndefined();

  await page.keyboard.press("Control+b");
  await expectSidebar(page, { whole: true });
  const { value, expires } = (await cookie()) ?? { value: "", expires: 0 };
  expect(value).toBe("expanded");
  expect(Math.abs(expires - Date.now() / 1000 - WEEK_S)).toBeLessThan(60);
  await page.reload();
  await expectSidebar(page, { whole: true });
  await page.setViewportSize({ ...viewports.tablet, width: 768 });
  await examine(page);
  for (const path of [
    "/host/dashboard",
    "/host/calendar",
    "/host/day",
    "/host/bookings",
    "/host/settings",
    "/host/listings/new",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator(".skeleton")).toHaveCount(0);
    await expectNoOverflow(page);
  }

  await page.setViewportSize(viewports.desktop);
  await page.keyboard.press("Meta+b");
  await expectSidebar(page, { whole: false });
  expect((await cookie())?.value).toBe("collapsed");
  await page.reload();
  await expectSidebar(page, { whole: false });
  await sidebar(page)
    .getByRole("button", { name: /^Expand/ })
    .press("Enter");
  await expectSidebar(page, { whole: true });

  // Help and the emergency line, from every page.
  await sidebar(page).getByRole("button", { name: "Help" }).click();
  await expect(page.getByRole("menuitem", { name: /^Emergency line/ })).toBeInViewport();
  await examine(page);
  await page.keyboard.press("Escape");

  await page.setViewportSize(viewports.phone);
  await page.getByRole("banner").getByRole("button", { name: "Help" }).click();
  await expect(page.getByRole("menuitem", { name: /^Emergency line/ })).toHaveAttribute(
    "href",
    /^tel:/,
  );
  await examine(page);
  await page.getByRole("menuitem", { name: "Contact support" }).click();
  await page.waitForURL("**/support#emergency");
  await expect(page.getByRole("link", { name: /^Call \+1/ })).toBeInViewport();

  // The public header has it for signed-in people, also on the smallest phone.
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/booking-success");
  await page.getByRole("banner").getByRole("button", { name: "Help" }).click();
  await expect(page.getByRole("menuitem", { name: /^Emergency line/ })).toBeInViewport();
  await examine(page);

  await page.setViewportSize(viewports.phone);
  await page.goto("/host/listings");

  // On a phone the same keys open and close the sheet.
  await expect(sidebar(page)).toBeHidden();
  await page.keyboard.press("Control+b");
  const sheet = page.getByRole("dialog", { name: "Menu" });
  await expect(sheet).toBeVisible();
  await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(18 * REM);
  await expect(sheet.getByRole("link", { name: "Browse" })).toBeVisible();
  await page.keyboard.press("Control+b");
  await expect(sheet).toBeHidden();
});
