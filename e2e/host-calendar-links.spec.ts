// A car's links to other calendars: another site's calendar that takes days, fails and conflicts,
// and the car's own link.
import { makeCalendar } from "../test/feeds.ts";
import { startSite } from "../test/sites.ts";
import { expect, test } from "./fixtures.ts";
import { carNamed, day, expectTaken, MONTH, on, HOST_PASSWORD, signInAsHost } from "./host-days.ts";
import { callAs, expectToast, signInOnPage } from "./people.ts";

test("another site's calendar takes days, fails and conflicts; the car's own link is renewed", async ({
  page,
  newPerson,
  allowFailures,
}) => {
  allowFailures([/POST 422 \/api\/host\/cars\//, /GET 404 \/calendar\//]);
  const site = await startSite();
  const event = (first: number, end: number): string =>
    `${on(first)}/${on(end)}`.replaceAll("-", "");
  const path = `/${crypto.randomUUID()}.ics`;
  site.text(path, makeCalendar([event(10, 13), event(18, 20)]));
  try {
    const car = carNamed(await signInAsHost(page), "Sienna");
    const { blocks } = await callAs<{ blocks: { id: string }[] }>(
      page,
      "POST",
      "/api/host/calendar/blocks",
      {
        car_ids: [car.id],
        start_date: on(18),
        end_date: on(19),
      },
    );
    await page.goto(`/host/calendar/${car.id}?month=${MONTH}`);
    await page.getByRole("button", { name: "Add a calendar" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a calendar" });
    const connect = dialog.getByRole("button", { name: "Connect" });
    await connect.click();
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await dialog.getByLabel("Name").fill("Airbnb");
    for (const [address, sentence] of [
      [`http://127.0.0.1:${site.port}${path}`, /isn't on the public internet/],
      [site.url("/nothing"), /no calendar at this address any more/],
    ] as const) {
      await dialog.getByLabel("Link").fill(address);
      await connect.click();
      await expect(dialog.getByLabel("Link")).toHaveAccessibleDescription(sentence);
      await expect(dialog.getByLabel("Link")).toHaveValue(address);
    }
    await dialog.getByLabel("Link").fill(site.url(path));
    await connect.click();
    await expectToast(page, "Calendar connected");
    await expect(dialog).toBeHidden();
    await expect(day(page, on(12))).toHaveAccessibleName(/Taken on Airbnb/);
    const feed = page.getByRole("article", { name: "Airbnb" });
    await expect(feed).toContainText("Up to date");
    await expect(feed).toContainText("Blocks 5 upcoming days");
    await expect(feed).toContainText("(1 day): blocked here");
    await expect(page.getByText("Also taken on Airbnb")).toBeVisible();

    const renter = await (await newPerson()).newPage();
    await signInOnPage(renter, "renter@caydrive.test", HOST_PASSWORD);
    await expectTaken(renter, car, on(9), on(11), true);

    site.serve(path, (_request, response) => response.writeHead(404).end());
    await feed.getByRole("button", { name: "Sync now, Airbnb" }).click();
    await expect(feed).toContainText("Out of date");
    await expect(feed).toContainText(
      /Not syncing since .*There's no calendar at this address any more/,
    );
    await page.getByRole("link", { name: "All cars" }).click();
    await expect(
      page.getByRole("link", { name: car.title }).filter({ hasText: "Not syncing" }),
    ).toBeVisible();
    await expect(page.getByText(/^1 conflict, /)).toBeVisible();
    await page.goBack();

    await feed.getByRole("button", { name: "Disconnect, Airbnb" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
    await expect(feed).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Linked calendars" })).toBeFocused();
    await expect(day(page, on(12))).toHaveAccessibleName(/, free$/);
    await expectTaken(renter, car, on(9), on(11), false);
    await callAs(page, "DELETE", `/api/host/calendar/blocks/${blocks[0]?.id ?? ""}`);

    await page.getByRole("button", { name: "Create link" }).click();
    const address = page.getByLabel("Secret link");
    await expect(address).toHaveValue(/\/calendar\/[\w-]+\.ics$/);
    const old = await address.inputValue();
    const status = async (url: string): Promise<number> => (await page.request.get(url)).status();
    expect(await status(old)).toBe(200);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy" }).press("Enter"); // a toast may cover it
    await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(old);
    await page.getByRole("button", { name: "Replace link" }).click();
    const question = page.getByRole("dialog", { name: "Replace link" });
    await expect(question).toContainText("The old link stops working");
    await question.getByRole("button", { name: "Replace link" }).click();
    await expectToast(page, "Link replaced");
    await expect(address).not.toHaveValue(old);
    expect([await status(old), await status(await address.inputValue())]).toEqual([404, 200]);
  } finally {
    site.close();
  }
});
