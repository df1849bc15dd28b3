// A host's list of bookings as rows, with its filters.
import { examineAtBothSizes } from "./examine.ts";
import { expect, test } from "./fixtures.ts";
import { farDates, signInOnPage } from "./people.ts";
import { createRequest, HOST, SEEDED_PASSWORD } from "./requests.ts";

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
  await expect(page.getByRole("dialog", { name: "Reject Booking" })).toBeVisible();
  await examineAtBothSizes(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();
  await examineAtBothSizes(page);
});
