// Saved cars: in the browser before signing in, in the account afterwards, in every tab.
import type { Page } from "@playwright/test";
import { addDays, todayInNassau } from "../src/domain/calendar/dates.ts";
import { examineAtBothSizes } from "./examine.ts";
import { hydrated, expect, test } from "./fixtures.ts";
import { expectToast, newPersonData, signInHere, signUpOnPage } from "./people.ts";

const hearts = (page: Page) => page.getByRole("button", { name: /^Save to favourites/ });
const tiles = (page: Page) => page.getByRole("list", { name: "Favourites" }).getByRole("article");
const getTitle = (page: Page, index: number): Promise<string> =>
  page.getByRole("article").nth(index).getByRole("heading").innerText();

test("keeps favourites before signing in, moves them to the account, and syncs all tabs", async ({
  page,
  newPerson,
  allowFailures,
}) => {
  const person = newPersonData("Ivy");
  await signUpOnPage(await (await newPerson()).newPage(), person);

  // The page is not hydrated yet, so the press is recorded.
  await page.goto("/browse");
  const [first, second] = [await getTitle(page, 0), await getTitle(page, 1)];
  await hearts(page).nth(0).click();
  await expect(hearts(page).nth(0)).toHaveAttribute("aria-pressed", "true");
  await expectToast(page, "Saved in this browser");
  await page.reload();
  await expect(hearts(page).nth(0)).toHaveAttribute("aria-pressed", "true");
  await expect(hearts(page).nth(1)).toHaveAttribute("aria-pressed", "false");

  await page.goto("/favorites");
  await expect(tiles(page)).toHaveCount(1);
  await expect(tiles(page)).toContainText(first);
  await examineAtBothSizes(page);
  await page.getByRole("main").getByRole("link", { name: "Sign In" }).click();
  await signInHere(page, person);
  await page.waitForURL("**/favorites");
  await expect(tiles(page)).toContainText(first);
  await expect(
    page.getByRole("navigation", { name: "Renter" }).getByRole("link", { name: "Favourites" }),
  ).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("caydrive.favourites"))).toBeNull();

  // Another one is saved in another tab, and this tab shows it.
  const tab = await page.context().newPage();
  await tab.goto("/browse");
  await expect(hearts(tab).nth(0)).toHaveAttribute("aria-pressed", "true");
  await hearts(tab).nth(1).click();
  await expect(tiles(page)).toHaveCount(2);
  await expect(tiles(page).first()).toContainText(second);
  await examineAtBothSizes(page);

  // A car that is saved with dates keeps them: the list says what they cost, and links to them.
  const start = addDays(todayInNassau(new Date()), 200);
  const dates = `start_date=${start}&end_date=${addDays(start, 3)}`;
  await tab.goto(`/browse?${dates}`);
  const titles = await tab.getByRole("article").getByRole("heading").allInnerTexts();
  const third = titles.find((title) => title !== first && title !== second) ?? "";
  const heart = tab.getByRole("button", { name: `Save to favourites, ${third}`, exact: true });
  await heart.click();
  const dated = tiles(page).filter({ hasText: third });
  await expect(dated).toContainText(/\(3 days\)\$[\d,.]+ all in/);
  await expect(dated.getByRole("link")).toHaveAttribute("href", new RegExp(dates));
  await examineAtBothSizes(page);
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  await tab.goto("/browse");
  await page.reload();
  await expect(tiles(page)).toHaveCount(2);

  // A removed favourite stays visible until the page is left. The other tab is notified.
  await hearts(page).nth(0).press("Enter");
  await expect(hearts(page).nth(0)).toHaveAttribute("aria-pressed", "false");
  await expect(hearts(page).nth(0)).toBeFocused();
  await expect(tiles(page)).toHaveCount(2);
  await tab.reload();
  await expect(hearts(tab).nth(0)).toHaveAttribute("aria-pressed", "true");
  await expect(hearts(tab).nth(1)).toHaveAttribute("aria-pressed", "false");
  await page.reload();
  await expect(tiles(page)).toHaveCount(1);

  // A failed change is undone, with a message.
  allowFailures([/PUT (?:503|net::ERR_FAILED) \/api\/favourites/, /console: .*(?:503|ERR_FAILED)/]);
  await tab.route("**/api/favourites/*", (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await hearts(tab).nth(2).click();
  await expectToast(tab, "Couldn't save the car");
  await expect(hearts(tab).nth(2)).toHaveAttribute("aria-pressed", "false");

  await Promise.all([
    page.waitForResponse((response) => response.request().method() === "DELETE"),
    hearts(page).nth(0).click(),
  ]);
  await page.reload();
  await expect(page.getByRole("heading", { name: "No favourites yet" })).toBeVisible();
  await examineAtBothSizes(page);
  await page.getByRole("main").getByRole("link", { name: "Browse Cars" }).click();
  await hydrated(page);
  await expect(hearts(page).first()).toHaveAttribute("aria-pressed", "false");
});
