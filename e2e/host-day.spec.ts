// A host's day: the day sheet on the screen and on paper, and the list of bookings as rows.
import type { HostListing } from "../src/contract/host/host-listings.ts";
import { addDays, todayInNassau } from "../src/domain/calendar/dates.ts";
import { formatFullDay } from "../src/domain/text/format.ts";
import { examine, examineAtBothSizes } from "./examine.ts";
import { expect, test, viewports } from "./fixtures.ts";
import {
  callAs,
  expectToast,
  farDates,
  newPersonData,
  readMails,
  signInOnPage,
  signUpOnPage,
  stateDateOfBirth,
} from "./people.ts";
import { addMark, bookTrip, saveReading, section, sharpPhoto, showCode } from "./trip-phones.ts";
import { bookAs, createRequest, HOST, SEEDED_PASSWORD } from "./requests.ts";

test("a host finds tomorrow's pickups, plates and phones at a glance and prints them", async ({
  page,
  newPerson,
}) => {
  const tomorrow = addDays(todayInNassau(new Date()), 1);
  const dates = { start_date: tomorrow, end_date: addDays(tomorrow, 3) };
  await signUpOnPage(page, newPersonData("Latoya"));
  await stateDateOfBirth(page);
  await callAs(page, "PATCH", "/api/profile", { phone: "+12425550177" });
  const host = await (await newPerson()).newPage();
  await signInOnPage(host, HOST, SEEDED_PASSWORD);
  const { listings } = await callAs<{ listings: HostListing[] }>(host, "GET", "/api/host/listings");
  const found = await page.request.get(`/api/listings?${new URLSearchParams(dates)}`);
  const free = ((await found.json()) as { listings: { id: string }[] }).listings;
  const car = listings.find(
    ({ id, booking_mode }) => booking_mode === "instant" && free.some((each) => each.id === id),
  );
  if (!car?.license_plate) throw new Error("the demo's host has no free car for tomorrow");
  await bookAs(page, car, dates);

  await host.goto("/host/dashboard");
  await host
    .getByRole("region", { name: "Next pickups" })
    .getByRole("link", { name: "Day sheet" })
    .click();
  await host.getByRole("link", { name: "Tomorrow", exact: true }).click();
  await host.waitForURL("**/host/day?show=tomorrow");
  await expect(host.getByRole("heading", { level: 1 })).toHaveText(formatFullDay(tomorrow));
  const line = host.getByRole("listitem").filter({ hasText: car.license_plate }).first();
  for (const text of ["Goes out", "Latoya Rolle", "+1 242 555 0177", car.location])
    await expect(line).toContainText(text);
  await examineAtBothSizes(host);
  await host.getByRole("link", { name: "Next 7 days" }).click();
  await expect(host.getByRole("heading", { level: 2, name: /^Tomorrow, / })).toBeVisible();
  await examine(host);

  await host.goBack();
  await host.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await host.getByRole("button", { name: "Print" }).click();
  await expect(host.locator("body[data-printed]")).toBeAttached();
  await host.emulateMedia({ media: "print" });
  await expect(line).toContainText("+1 242 555 0177");
  await expect(line).toBeVisible();
  await expect(host.getByRole("navigation")).toHaveCount(0);
  await expect(host.getByRole("button", { name: "Print" })).toBeHidden();
  expect((await host.pdf({ format: "A4" })).subarray(0, 5).toString()).toBe("%PDF-");
});

test("a host invites a helper, who creates a handover link for somebody without an account", async ({
  page: renter,
  newPerson,
  allowFailures,
}) => {
  // The runner's link, once it is used up.
  allowFailures([/(GET|POST) 410 \/api\/runner\//, /console: .*410/]);
  const { id, host } = await bookTrip(renter, newPerson, "Helped Fit");
  const dwight = newPersonData("Dwight");
  const helper = await (await newPerson()).newPage();
  await signUpOnPage(helper, dwight);

  await host.goto("/host/helpers");
  await expect(host.getByRole("heading", { name: "No helpers yet" })).toBeVisible();
  await examineAtBothSizes(host);
  await host.getByRole("button", { name: "Invite a helper" }).click();
  const dialog = host.getByRole("dialog", { name: "Invite a helper" });
  await dialog.getByLabel("Email").fill(dwight.email);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog.getByText("Choose what they can help with").first()).toBeVisible();
  for (const right of ["Calendar", "Messages", "Handovers"])
    await dialog.getByRole("checkbox", { name: right }).check();
  await examineAtBothSizes(host);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expectToast(host, `Invitation sent to ${dwight.email}`);

  await expect.poll(() => readMails(host, dwight.email)).toContain("/helping/");
  await helper.goto(/\S+\/helping\/\S+/.exec(await readMails(host, dwight.email))?.[0] ?? "");
  await expect(helper.getByRole("heading", { name: "Keisha would like your help" })).toBeVisible();
  await examineAtBothSizes(helper);
  await helper.getByRole("button", { name: "Accept" }).click();
  await helper.waitForURL("**/helping");
  await expect(host.getByText("Helps you")).toBeVisible();
  await examineAtBothSizes(host);
  await examineAtBothSizes(helper);
  await helper.getByRole("link", { name: "Calendar" }).click();
  await expect(helper.getByText("Booked")).toBeVisible();
  await examineAtBothSizes(helper);
  await helper.goto("/helping/messages");
  await examineAtBothSizes(helper);
  // The pickup is within the next hour, which may be tomorrow.
  await helper.goto("/helping/day?show=week");
  const give = helper.getByRole("button", { name: "Let someone else do it: Naomi's pickup" });
  await expect(give).toBeVisible();
  await examineAtBothSizes(helper);
  await give.click();
  await helper.getByLabel("Their name").fill("Alma");
  await helper.getByRole("button", { name: "Create link" }).click();
  const url = await helper.getByRole("textbox", { name: "Link" }).inputValue();
  await examineAtBothSizes(helper);
  await helper.getByRole("button", { name: "Done" }).click();
  await expect(helper.getByText("Not opened yet")).toBeVisible();

  // The runner records the pickup, and the renter enters the code that the runner shows.
  const runner = await (await newPerson({ viewport: viewports.phone })).newPage();
  await runner.goto(url);
  await expect(runner.getByRole("heading", { level: 1, name: "the car goes out" })).toBeVisible();
  await expect(runner.getByText("Naomi Rolle")).toHaveCount(0);
  await saveReading(runner, "Pickup", "41286");
  await section(runner, "Pickup")
    .getByLabel("Front, take a photo", { exact: true })
    .setInputFiles(await sharpPhoto());
  await expect(section(runner, "Pickup").getByText("Front: saved")).toBeAttached();
  await addMark(runner, "Pickup", "Roof");
  await runner.getByRole("button", { name: "I’ve checked the licence" }).click();
  const code = await showCode(runner, "Pickup");
  await examineAtBothSizes(runner);
  await renter.goto(`/bookings/${id}/trip`);
  await section(renter, "Pickup").getByLabel("Six digits").fill(code);
  await renter.getByRole("button", { name: "Start the trip" }).click();
  await expect(renter.getByRole("heading", { name: /^Return by/ })).toBeVisible();
  await runner.reload();
  await expect(runner.getByRole("heading", { name: "All done" })).toBeVisible();
  await examineAtBothSizes(runner);
  await helper.goto(`/helping/trips/${id}`);
  await expect(section(helper, "Pickup").getByText("41,286 miles")).toBeVisible();
  await examineAtBothSizes(helper);

  await host.getByRole("button", { name: "Remove", exact: true }).click();
  await host.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expectToast(host, "Dwight Rolle was removed");
  await helper.goto("/helping");
  await expect(
    helper.getByRole("heading", { name: "You're not helping anyone yet" }),
  ).toBeVisible();
});

test("a host writes a template, and sends it filled in from a conversation", async ({
  page: renter,
  newPerson,
  allowFailures,
}) => {
  allowFailures([/POST 422 \/api\/host\/message-templates/, /console: .*422/]);
  const { id, host } = await bookTrip(renter, newPerson, "Worded Fit");
  await host.goto("/host/messages/templates");
  await expect(host.getByRole("heading", { name: "No templates yet" })).toBeVisible();
  await examineAtBothSizes(host);
  await host.getByRole("button", { name: "New template" }).click();
  const dialog = host.getByRole("dialog", { name: "New template" });
  await dialog.getByLabel("Name").fill("Welcome");
  await dialog.getByLabel("Message").fill("Welcome, {surname}.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("We don't know {surname}.").first()).toBeVisible();
  await dialog.getByLabel("Message").fill("Welcome,");
  await dialog.getByRole("button", { name: "Renter's first name" }).click();
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByText("Welcome, Naomi", { exact: true })).toBeVisible();
  await examineAtBothSizes(host);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(host.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await examineAtBothSizes(host);

  await host.goto(`/host/messages?booking=${id}`);
  await host.getByRole("combobox", { name: "Use a template" }).selectOption("Welcome");
  const box = host.getByRole("textbox", { name: /^Message to/ });
  await expect(box).toHaveValue("Welcome, Naomi");
  await examineAtBothSizes(host);
  await box.press("Enter");
  await expect(
    host.getByRole("list", { name: "Messages", exact: true }).getByText("Welcome, Naomi"),
  ).toBeVisible();
});

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
  const dialog = page.getByRole("dialog", { name: "Reject Booking" });
  await dialog.getByRole("checkbox", { name: "Also block these days" }).check();
  await examineAtBothSizes(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();
  await examineAtBothSizes(page);
  // Cars have rows, too.
  await page.goto("/host/listings");
  await page.getByRole("button", { name: "Rows" }).click();
  await expect(rows.first().getByText(/^\$\d+/)).toBeVisible();
  await examineAtBothSizes(page);
});
