// The admins' search over everything: by the number that a renter reads on the receipt, by keyboard
// and on a phone.
import { axeInBothThemes, expect, expectAfterRetries, test, viewports } from "./fixtures.ts";
import { callAs, farDates, signInOnPage } from "./people.ts";
import { ADMIN, HOST, RENTER, SEEDED_PASSWORD, createRequest } from "./requests.ts";

test("an admin finds a booking by the numbers on its receipt", async ({
  page,
  newPerson,
  allowFailures,
}) => {
  const id = await createRequest(page.request, farDates(323));
  const [renter, host] = [await (await newPerson()).newPage(), await (await newPerson()).newPage()];
  await signInOnPage(host, HOST, SEEDED_PASSWORD);
  await callAs(host, "POST", `/api/bookings/${id}/approve`);
  await signInOnPage(renter, RENTER, SEEDED_PASSWORD);
  await renter.goto(`/bookings/${id}/receipt`);
  const receipt = renter.getByRole("article", { name: "Receipt" });
  const number = /BK-\d{4}-\d{4}/.exec(await receipt.innerText())?.[0] ?? "";
  const receiptNumber = /[\dA-F]{6}-[\dA-F]{6}/.exec(await receipt.innerText())?.[0] ?? "";
  await renter.goto(`/bookings?booking=${id}`);
  await expect(renter.getByRole("dialog")).toContainText(number);

  await signInOnPage(page, ADMIN, SEEDED_PASSWORD);
  await page.setViewportSize(viewports.desktop);
  await page.goto("/admin/audit");
  await expect(page.getByRole("table", { name: "Audit log" })).toBeVisible();
  await page.keyboard.press("/");
  const search = page.getByRole("dialog", { name: "Search everything" });
  const box = search.getByRole("combobox");
  await expect(box).toBeFocused();
  await page.keyboard.type("keisha");
  const results = search.getByRole("listbox", { name: "Results" });
  await expect(results.getByRole("group", { name: "People" })).toContainText("Keisha Rolle");
  await axeInBothThemes(page);
  await box.fill(number);
  await page.keyboard.press("Enter"); // before the result has arrived
  await page.waitForURL(`**/admin/bookings/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(number);
  await page.keyboard.press("/");
  await search.getByLabel("Open with the / key").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await expect(search).toBeHidden();

  await page.setViewportSize(viewports.phone);
  await page.getByRole("button", { name: "Search everything" }).click();
  await box.fill(receiptNumber);
  await expect(results.getByRole("option", { name: number })).toBeVisible();
  await box.fill("marcus bethel");
  await expect(results.getByRole("group", { name: "People" })).toContainText("Marcus Bethel");
  await page.keyboard.press("ArrowUp"); // from the first result to the last
  const options = results.getByRole("option");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");
  await axeInBothThemes(page);
  await box.fill("nothing like this");
  await expect(search.getByRole("heading", { name: "Nothing found" })).toBeVisible();

  allowFailures([/503 \/api\//]);
  await page.clock.install();
  await page.route("**/api/admin/search*", (route) => route.fulfill({ status: 503, body: "" }));
  await box.fill("keisha rolle");
  await expectAfterRetries(page, search.getByRole("heading", { name: "The search didn't work." }));
  await page.unroute("**/api/admin/search*");
  await search.getByRole("button", { name: "Try again" }).click();
  await expect(results.getByRole("group", { name: "People" })).toContainText("Keisha Rolle");
  await results
    .getByRole("option", { name: /^Keisha Rolle/ })
    .first()
    .click();
  await page.waitForURL("**/admin/users/*");
  await expect(search).toBeHidden();
});
