// HTML, scripts, endless words and contact details in people's texts, as a browser shows them. A
// script refused by the page's policy is a console error, which also fails a test
// (e2e/fixtures.ts).
import type { Page } from "@playwright/test";
import { toListingForm } from "../test/listing-form.ts";
import { hydrated, expect, test } from "./fixtures.ts";
import { listCar } from "./host-cars.ts";
import {
  callAs,
  farDates,
  newPersonData,
  signInOnPage,
  signUpOnPage,
  stateDateOfBirth,
} from "./people.ts";
import { ADMIN, SEEDED_PASSWORD } from "./requests.ts";

const IMAGE = `<img src=x onerror="window.attacked=1">`;
const SCRIPT = `</script><script>window.attacked=1</script>`;
const TITLE = `Fit ${IMAGE}${SCRIPT}`;
const NAME = `Ann${IMAGE}`;

/** Asserts that none of the text became an element, before or after hydration. */
async function expectText(page: Page): Promise<void> {
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  expect(await page.evaluate(() => "attacked" in window)).toBe(false);
}

test("HTML in names, titles and messages stays text", async ({ page, newPerson }) => {
  const host = { ...newPersonData(), firstName: NAME };
  await signUpOnPage(page, host, "host");
  const { id, updated_at } = await listCar(page, TITLE);
  const { user_id } = await callAs<{ user_id: string }>(page, "GET", "/api/profile");
  const admin = await (await newPerson()).newPage();
  await signInOnPage(admin, ADMIN, SEEDED_PASSWORD);
  await callAs(admin, "POST", `/api/admin/listings/${id}/approve`, { updated_at });

  const visitor = await (await newPerson()).newPage();
  await visitor.goto(`/book/${id}`);
  await expect(visitor.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
  const [data] = await visitor.locator('script[type="application/ld+json"]').allTextContents();
  expect(JSON.parse(data ?? "")).toMatchObject({ name: TITLE });
  await expectText(visitor);
  await hydrated(visitor);
  await expectText(visitor);
  await visitor.goto(`/hosts/${user_id}`);
  await expect(visitor.getByRole("heading", { level: 1 })).toContainText(NAME);
  await hydrated(visitor);
  await expectText(visitor);

  const renter = await (await newPerson()).newPage();
  await signUpOnPage(renter, newPersonData("Naomi"));
  const talk = await callAs<{ id: string }>(renter, "POST", "/api/conversations", {
    listing_id: id,
  });
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
    const place = thread
      ? reader.getByRole("list", { name: "Messages", exact: true })
      : reader.locator("#main");
    await expect(place.getByText(shown).first()).toBeVisible();
    await expectText(reader);
  }
});

const PHONE = { width: 390, height: 844 };
const word = (length: number, letter = "W"): string => letter.repeat(length);
/** Letters under forty marks each. */
const ZALGO = `Z${"\u0336\u0337\u0315\u0322".repeat(10)}`.repeat(2);
const LAST_NAME = `Q${word(70, "q")}`;
const NUMBER = "242 555 7394";

/** Asserts that nothing makes the page wider than the phone. */
async function expectFits(page: Page, path: string, shown: string): Promise<void> {
  await page.goto(path);
  await expect(
    page.locator("#main").getByText(shown).filter({ visible: true }).first(),
    path,
  ).toBeVisible();
  await page.waitForLoadState("networkidle");
  const widest = await page.evaluate(() => {
    const over = [...document.querySelectorAll("#main *")].filter(
      (each) => each.getBoundingClientRect().right > innerWidth + 1,
    );
    return {
      width: document.documentElement.scrollWidth,
      over: over.slice(0, 3).map((each) => each.outerHTML.slice(0, 200)),
    };
  });
  expect(widest.width, `${path}: ${widest.over.join(" | ")}`).toBeLessThanOrEqual(PHONE.width);
}

test("endless words fit a phone, and pages contain no contact details or hidden last names", async ({
  page,
  newPerson,
}) => {
  test.slow();
  const visit = async (): Promise<Page> => {
    const tab = await (await newPerson()).newPage();
    await tab.setViewportSize(PHONE);
    return tab;
  };
  await page.setViewportSize(PHONE);
  const host = newPersonData(word(50, "a"));
  await signUpOnPage(page, { ...host, email: newPersonData().email }, "host");
  await callAs(page, "PATCH", "/api/profile", {
    last_name: LAST_NAME,
    about: `${word(200)} ${NUMBER}`,
  });
  const { user_id } = await callAs<{ user_id: string }>(page, "GET", "/api/profile");
  const listed = await listCar(page, word(118, "t"));
  const input = toListingForm(listed);
  const place = word(150, "p");
  const typed = {
    make: word(50),
    model: word(50),
    color: word(40),
    location: `${place} ${NUMBER}`,
  };
  const description = `${word(300, "d")} ${ZALGO} Call ${NUMBER}`;
  const listing = await callAs<{ id: string; updated_at: string }>(
    page,
    "PUT",
    `/api/host/listings/${listed.id}`,
    {
      ...input,
      ...typed,
      description,
      booking_mode: "approval",
    },
  );
  const title = word(118, "t");
  const admin = await visit();
  await signInOnPage(admin, ADMIN, SEEDED_PASSWORD);
  await callAs(admin, "POST", `/api/admin/listings/${listing.id}/approve`, {
    updated_at: listing.updated_at,
  });

  const renter = await visit();
  await signUpOnPage(renter, newPersonData(word(50, "r")));
  await stateDateOfBirth(renter);
  await callAs(renter, "PUT", `/api/favourites/${listing.id}`);
  const dates = farDates(200);
  const booking = {
    car_id: listing.id,
    ...dates,
    total_amount: 145.5,
    special_requests: word(500, "s"),
  };
  const opened = await callAs<{ booking_id: string; session_id: string }>(
    renter,
    "POST",
    "/functions/v1/create-booking-checkout",
    booking,
  );
  const card = {
    number: "4242 4242 4242 4242",
    expiry: "12 / 34",
    cvc: "123",
    name: "Marcus Bethel",
  };
  await callAs(renter, "POST", `/api/sandbox/checkout/${opened.session_id}/pay`, card);
  await callAs(renter, "POST", "/functions/v1/verify-booking-payment", {
    session_id: opened.session_id,
  });
  const talk = await callAs<{ id: string }>(renter, "POST", "/api/conversations", {
    booking_id: opened.booking_id,
  });
  const message = { id: crypto.randomUUID(), body: `${word(300, "m")} ${ZALGO}` };
  await callAs(renter, "POST", `/api/conversations/${talk.id}/messages`, message);

  const visitor = await visit();
  const cars = `/browse?location=${place.slice(0, 60)}`;
  for (const [path, shown] of [
    [`/book/${listing.id}`, title],
    [`/hosts/${user_id}`, title],
    [cars, title],
    [`${cars}&view=map`, title],
    [`/browse?location=${word(60, "x")}`, "No cars found"],
  ] as const) {
    await expectFits(visitor, path, shown);
    const html = await (await visitor.request.get(path)).text();
    expect(html, path).not.toContain(NUMBER);
  }
  for (const [reader, path, shown] of [
    [renter, "/bookings", title],
    [renter, `/bookings?booking=${opened.booking_id}`, title],
    [renter, "/favorites", title],
    [renter, "/dashboard", title],
    [renter, `/messages?c=${talk.id}`, message.body.slice(0, 300)],
    [page, "/host/listings", title],
    [page, `/host/listings/${listing.id}/edit`, "Contact details stay hidden."],
    [page, "/host/bookings", title],
    [page, "/host/dashboard", title],
    [page, `/host/messages?c=${talk.id}`, message.body.slice(0, 300)],
    [admin, `/admin/listings?search=${listing.id}`, "Contact details in description, location"],
    [admin, `/admin/bookings?search=${opened.booking_id}`, title],
    [admin, `/admin/users?search=${user_id}`, LAST_NAME],
    [admin, `/admin/audit?about=${listing.id}`, title],
  ] as const)
    await expectFits(reader, path, shown);
});
