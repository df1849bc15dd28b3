// HTML and scripts in what people write, as a browser reads the pages: text in every place. A script that is refused by the page's policy
// is an error of the console, which fails a test as well (e2e/fixtures.ts).
import type { Page } from "@playwright/test";
import { awaken, expect, test } from "./fixtures.ts";
import { listCar } from "./host-cars.ts";
import { callAs, newPersonData, signIn, signUp } from "./people.ts";
import { ADMIN, PASSWORD } from "./requests.ts";

const IMAGE = `<img src=x onerror="window.attacked=1">`;
const SCRIPT = `</script><script>window.attacked=1</script>`;
const TITLE = `Fit ${IMAGE}${SCRIPT}`;
const NAME = `Ann${IMAGE}`;

/** Nothing of it became an element, neither in the page as it came nor in the one that React has taken over. */
async function expectText(page: Page): Promise<void> {
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  expect(await page.evaluate(() => "attacked" in window)).toBe(false);
}

test("what looks like HTML in names, titles and messages is text in pages", async ({ page, newPerson }) => {
  const host = { ...newPersonData(), firstName: NAME };
  await signUp(page, host, "host");
  const { id, updated_at } = await listCar(page, TITLE);
  const { user_id } = await callAs<{ user_id: string }>(page, "GET", "/api/profile");
  const admin = await (await newPerson()).newPage();
  await signIn(admin, ADMIN, PASSWORD);
  await callAs(admin, "POST", `/api/admin/listings/${id}/approve`, { updated_at });

  const visitor = await (await newPerson()).newPage();
  await visitor.goto(`/book/${id}`);
  await expect(visitor.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
  const [data] = await visitor.locator('script[type="application/ld+json"]').allTextContents();
  expect(JSON.parse(data ?? "")).toMatchObject({ name: TITLE });
  await expectText(visitor);
  await awaken(visitor);
  await expectText(visitor);
  await visitor.goto(`/hosts/${user_id}`);
  await expect(visitor.getByRole("heading", { level: 1 })).toContainText(NAME);
  await awaken(visitor);
  await expectText(visitor);

  const renter = await (await newPerson()).newPage();
  await signUp(renter, newPersonData("Naomi"));
  const talk = await callAs<{ id: string }>(renter, "POST", "/api/conversations", { listing_id: id });
  const message = { id: crypto.randomUUID(), body: TITLE };
  await callAs(renter, "POST", `/api/conversations/${talk.id}/messages`, message);
  for (const [reader, path, shown, thread] of [
    [page, `/host/messages?c=${talk.id}`, TITLE, true],
    [page, "/host/listings", TITLE, false],
    [admin, "/admin/listings", TITLE, false],
    [admin, `/admin/audit?about=${id}`, TITLE, false],
    [admin, `/admin/users?search=${encodeURIComponent(host.email)}`, NAME, false],
  ] as const) {
    await reader.goto(path);
    const place = thread ? reader.getByRole("list", { name: "Messages", exact: true }) : reader.locator("#main");
    await expect(place.getByText(shown).first()).toBeVisible();
    await expectText(reader);
  }
});
