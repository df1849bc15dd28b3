// The public site as a visitor uses it: home page search, questions, calculator, a message to
// support, the theme, and no JavaScript.
import { addDays, todayInNassau } from "../src/domain/calendar/dates.ts";
import { examine } from "./examine.ts";
import { hydrated, expect, test, viewports } from "./fixtures.ts";
import { demoCar, expectStatus, expectToast, farDates, signInOnPage } from "./people.ts";

test("the home page searches by place and dates", async ({ page }) => {
  await page.goto("/");
  const form = page.getByRole("form", { name: "Find a car" });
  const where = form.getByRole("combobox", { name: "Where" });
  await where.fill("exuma int");
  await expect(form.getByRole("option").first()).toContainText("Exuma International Airport");
  await expect(form.getByText("OpenStreetMap contributors")).toBeVisible();
  await where.press("ArrowDown");
  await where.press("Enter");
  await expect(where).toHaveValue("Exuma International Airport");

  const start = addDays(todayInNassau(new Date()), 40);
  const day = (offset: number) =>
    form.locator(`[data-day="${addDays(start, offset)}"]:not([data-outside]) button`);
  await form.getByRole("button", { name: /^Start date/ }).click();
  await form.getByRole("button", { name: "Next month" }).click();
  if (!(await day(0).isVisible())) await form.getByRole("button", { name: "Next month" }).click();
  await examine(page);
  await day(0).click();
  // Half a range asks for the other half.
  await page.keyboard.press("Escape");
  await form.getByRole("button", { name: "Find Your Car" }).click();
  await expect(form.getByRole("group", { name: "End date", exact: true })).toBeVisible();
  if (!(await day(3).isVisible())) await form.getByRole("button", { name: "Next month" }).click();
  await day(3).click();
  await form.getByRole("button", { name: "Find Your Car" }).click();
  await page.waitForURL(
    `**/browse?place=Exuma+International+Airport&at=23.563%2C-75.878&start_date=${start}&end_date=${addDays(start, 3)}`,
  );
  await expect(
    page.getByRole("heading", { level: 1, name: "Browse Available Cars" }),
  ).toBeVisible();
  await page.goBack();

  await expect(page.getByRole("link", { name: "Become a Host" }).first()).toHaveAttribute(
    "href",
    "/auth?mode=signup&type=host",
  );
  await expect(page.getByRole("link", { name: "Explore Cars" })).toHaveAttribute("href", "/browse");
  await expect(page.getByRole("link", { name: "Get Started" })).toHaveAttribute(
    "href",
    "/auth?mode=signup",
  );
  const main = page.getByRole("banner").getByRole("navigation", { name: "Main" });
  await expect(main.getByRole("link")).toHaveText([
    "Home",
    "Browse",
    "About",
    "Pricing",
    "Support",
  ]);
  await page.setViewportSize(viewports.phone);
  await expect(main).toBeHidden();
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Pricing" }).click();
  await expect(page).toHaveTitle("Pricing | Caydrive");
});

test("a tap presses its target even though the calendar above closes", async ({ newPerson }) => {
  const page = await (await newPerson({ hasTouch: true, viewport: viewports.phone })).newPage();
  await page.goto("/");
  await hydrated(page);
  const form = page.getByRole("form", { name: "Find a car" });
  await form.getByRole("button", { name: /^Start date/ }).tap();
  await expect(form.locator("[data-day]").first()).toBeVisible();
  await form.getByRole("button", { name: "Find Your Car" }).tap({ position: { x: 30, y: 20 } });
  await expect(page).toHaveURL(/\/browse$/);
});

test("the calculator shows the checkout's amount to the cent", async ({ page }) => {
  const car = await demoCar(page, "instant", 1);
  const { start_date, end_date } = farDates(120, 7);
  await page.goto(`/book/${car.id}?start_date=${start_date}&end_date=${end_date}`);
  const due = page
    .getByRole("complementary", { name: "Booking" })
    .getByText("Total", { exact: true })
    .locator("..");
  await expect(due).toContainText("$");
  const total = /\$[\d,.]+/.exec((await due.textContent()) ?? "")?.[0] ?? "";

  await page.goto("/pricing");
  await page.getByLabel("Price per day").fill(String(car.price_per_day));
  await page.getByLabel("Days", { exact: true }).fill("7");
  const renter = page.getByRole("region", { name: "The renter pays" });
  await expect(renter).toContainText(`Total${total}`);
  await expect(page.getByRole("region", { name: "The host receives" })).toContainText(
    "Yours to keep (85%)$",
  );
  await page.getByLabel("Days", { exact: true }).fill("91");
  await expect(page.getByText("Enter a number of days from 1 to 90.")).toBeVisible();
  await expect(renter).toContainText("Enter a price");
  await examine(page);
});

test("questions can be searched, open one at a time, and have URLs", async ({ page }) => {
  await page.goto("/faq#payouts");
  const open = page.locator("details[open]");
  await expect(open).toHaveCount(1);
  await expect(open).toContainText("every Monday");
  await expect(open.locator("summary")).toBeInViewport();

  // Before hydration an answer opens, but the address stays.
  await hydrated(page);
  const cancel = page.getByText("Can I cancel?", { exact: true });
  await cancel.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/faq#cancel");
  await expect(open).toHaveCount(1);
  await expect(open).toContainText("fees included");
  await page.reload();
  await expect(open).toContainText("fees included");

  const search = page.getByRole("searchbox", { name: "Search questions and answers" });
  await search.fill("MONDAY paid");
  await page.waitForURL("**/faq?search=MONDAY+paid");
  await expect(page.locator("summary")).toHaveText(["When do I get paid?"]);
  await expect(page.getByRole("status").filter({ hasText: "1 result for" })).toBeVisible();
  await search.fill("helicopter");
  await expect(page.getByRole("heading", { name: "No answer found" })).toBeVisible();
  await page.getByRole("link", { name: "Contact Support" }).click();
  await expect(page).toHaveTitle("Support | Caydrive");

  // From another of our pages, without a new document.
  await page.getByRole("contentinfo").getByRole("link", { name: "Vehicle standards" }).click();
  await expect(open).toContainText("15 years old or newer");

  const known = await page.request.get("/faq");
  const jsonLd =
    /<script type="application\/ld\+json">(.+?)<\/script>/.exec(await known.text())?.[1] ?? "";
  expect(JSON.parse(jsonLd)).toMatchObject({ "@type": "FAQPage" });
});

test("text pages keep their rendered text, and their links load no document", async ({ page }) => {
  await page.goto("/terms");
  await hydrated(page);
  const main = page.getByRole("main");
  const text = main.getByText("Your card is charged when a booking is approved");
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(text).toBeVisible();
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  await main.getByRole("link", { name: "Privacy Policy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeFocused();
  await page.goBack();
  await expect(text).toBeVisible();
  expect(documents).toEqual([]);
});

test("sends a message to support from the form, without losing typed text", async ({
  page,
  newPerson,
  allowFailures,
}) => {
  allowFailures(["POST 429 /api/support/messages", "POST net::ERR_FAILED /api/support/messages"]);
  await page.setViewportSize(viewports.phone);
  await page.goto("/support");
  await hydrated(page);
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toBeFocused();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Enter your full name");
  await page.getByRole("link", { name: "Write your message" }).click();
  await expect(page.getByRole("textbox", { name: "Message" })).toBeFocused();

  const message = `The key box at Potter's Cay stays shut. (${Date.now()})`;
  await page.getByRole("textbox", { name: "Message" }).fill(message);
  await page.getByLabel("Full name").fill("Naomi Cooper");
  await page.getByLabel("Email").fill("naomi@example.test");
  await page.getByLabel("Category").selectOption({ label: "A vehicle" });
  await page.route("**/api/support/messages", (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name: "Send Message" }).click();
  await expectToast(page, "Error sending message");
  await expectStatus(page, "Please try again later.");
  await expect(
    page.getByRole("main").getByRole("alert").filter({ hasText: "is still here" }),
  ).toContainText("support@caydrive.test");
  await examine(page);
  await expect(page.getByLabel("Full name")).toHaveValue("Naomi Cooper");
  await page.getByRole("button", { name: "Send Message" }).click();
  await expectToast(page, "Message sent successfully");
  await expectStatus(page, "We'll get back to you within 24 hours.");
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("");
  await expect(page.getByLabel("Full name")).toHaveValue("");

  const admin = await (await newPerson({ viewport: viewports.desktop })).newPage();
  await signInOnPage(admin, "admin@caydrive.test", "caydrive-demo");
  // The form is prefilled for a signed-in person.
  await admin.goto("/support?category=host");
  await expect(admin.getByLabel("Full name")).toHaveValue("Andre Sands");
  await expect(admin.getByLabel("Email")).toHaveValue("admin@caydrive.test");
  await expect(admin.getByLabel("Category")).toHaveValue("host");
});

test("remembers a chosen theme and applies it from the first paint", async ({ page }) => {
  await page.goto("/about");
  const root = page.locator("html");
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(root).toHaveAttribute("data-theme", "dark");
  const dark = await background();
  expect(dark).not.toBe(light);
  // Only the inline script of the head runs here.
  await page.route("**/assets/*.js", (route) =>
    route.fulfill({ body: "", contentType: "text/javascript" }),
  );
  await page.goto("/faq");
  expect(await background()).toBe(dark);
  await page.unroute("**/assets/*.js");
  await page.goto("/dashboard");
  await page.waitForURL("**/auth**");
  expect(await background()).toBe(dark);
  await page.goto("/about");
  await hydrated(page);
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await page.getByRole("radio", { name: "System" }).check();
  await expect(root).not.toHaveAttribute("data-theme");
  expect(await background()).toBe(light);
});

test("without JavaScript the public pages show, search and say how to write", async ({
  newPerson,
  allowFailures,
}) => {
  allowFailures([/GET csp \/assets\//]); // the browser's log for scripts it must not run
  const page = await (await newPerson({ javaScriptEnabled: false })).newPage();
  await page.goto("/");
  await page.getByLabel("Where").fill("Exuma");
  await page.getByRole("button", { name: "Find Your Car" }).click();
  await expect(page).toHaveURL(/\/browse\?location=Exuma/);
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await page.goto("/pricing");
  await page.getByLabel("Price per day").fill("48.50");
  await page.getByLabel("Days", { exact: true }).fill("2");
  await page.getByRole("button", { name: "Calculate" }).click();
  await expect(page.getByText("$109.69", { exact: true })).toBeVisible();
  await page.goto("/faq");
  await page.getByRole("searchbox").fill("monday");
  await page.getByRole("searchbox").press("Enter");
  await page.getByText("When do I get paid?", { exact: true }).click();
  await expect(page.getByText("previous week's completed bookings")).toBeVisible();
  await page.goto("/faq#cancel");
  await expect(page.getByText("fees included").first()).toBeVisible();
  await page.goto("/support");
  await expect(
    page.getByRole("region", { name: "Send us a message" }).getByRole("link"),
  ).toHaveText("support@caydrive.test");
  await expect(page.getByLabel("Full name")).toBeHidden();
  for (const path of ["/bookings", "/auth"]) {
    await page.goto(path);
    await expect(page.getByRole("main").locator("p:visible")).toHaveText(
      /^This page needs JavaScript/,
    );
    await expect(page.locator(".skeleton:visible, button:visible")).toHaveCount(0);
  }
  await expect(page.getByLabel("Email", { exact: true })).toBeHidden();
});

test("the manifest has an icon of each purpose in both sizes", async ({ page }) => {
  interface Icon {
    src: string;
    sizes: string;
    type: string;
    purpose?: string;
  }
  const response = await page.request.get("/manifest.webmanifest");
  const { icons } = (await response.json()) as { icons: Icon[] };
  const pictures = icons.filter(({ type }) => type === "image/png");
  expect(pictures.map(({ sizes, purpose }) => `${purpose} ${sizes}`).toSorted()).toEqual([
    "any 192x192",
    "any 512x512",
    "maskable 192x192",
    "maskable 512x512",
  ]);
  for (const { src, sizes } of pictures) {
    const png = await (await page.request.get(src)).body();
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes);
  }
});
