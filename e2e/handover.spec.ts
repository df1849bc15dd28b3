// Two phones record the pickup and the return of a car, and agree with a code.
import type { Page } from "@playwright/test";
import { examineAtBothSizes } from "./examine.ts";
import { expect, test, viewports } from "./fixtures.ts";
import { photo } from "./host-cars.ts";
import { nextTimeInNassau } from "../src/domain/calendar/time-of-day.ts";
import { OUTSIDE_SLOTS } from "../src/domain/trip/lockbox.ts";
import { PHOTO_NAMES } from "../src/web/parts/trip/trip-text.ts";
import { addMark, bookTrip, saveReading, section, sharpPhoto, showCode } from "./trip-phones.ts";

test.use({ viewport: viewports.phone });

const agreement = (page: Page) =>
  page.getByRole("region", { name: "Rental agreement", exact: true });

/** Draws one stroke across the pad. */
async function drawSignature(page: Page): Promise<void> {
  const pad = agreement(page).getByTestId("signature-pad");
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error("the signature pad is not visible");
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.7);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.3);
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height * 0.6);
  await page.mouse.up();
  await expect(agreement(page).getByRole("button", { name: "Clear the signature" })).toBeVisible();
}

test("renter and host record a pickup and a return, live on both phones, and agree on each", async ({
  page: renter,
  newPerson,
  allowFailures,
}) => {
  // A wrong code, an odometer that runs backwards, and a photo that is lost on the way.
  allowFailures([/POST 422 \/api\/bookings\/[^/]+\/trip\//, /console: .*422/]);
  allowFailures([/PUT net::ERR_FAILED \/api\/bookings\//, /console: .*ERR_FAILED/]);
  const { id, host } = await bookTrip(renter, newPerson, "Handover Fit");

  await renter.goto(`/bookings?booking=${id}`);
  await renter.getByRole("link", { name: "Pickup and return" }).click();
  await renter.waitForURL(`**/bookings/${id}/trip`);
  await expect(renter.getByRole("heading", { name: "Check-in is open" })).toBeVisible();
  await host.goto(`/host/bookings?booking=${id}`);
  await host.getByRole("link", { name: "Pickup and return" }).click();
  await host.waitForURL(`**/host/bookings/${id}/trip`);

  // A delayed flight, and the agreement: signed with a pen, and by keyboard alone.
  await renter.getByRole("button", { name: "My flight is delayed" }).click();
  await renter.getByLabel("New pickup time").selectOption({ index: 2 });
  await renter.getByLabel("Flight").fill("AA 1234");
  await renter.getByRole("button", { name: "Tell Keisha" }).click();
  await expect(host.getByText(/Naomi reported a delayed flight \(AA 1234\)/)).toBeVisible();
  await agreement(renter).getByRole("button", { name: "Read and sign" }).click();
  await expect(agreement(renter).getByText("Renter: Naomi Rolle")).toBeVisible();
  await agreement(renter).getByLabel("Your full name").fill("Naomi Rolle");
  await drawSignature(renter);
  await examineAtBothSizes(renter);
  await renter.setViewportSize(viewports.phone);
  await agreement(renter).getByRole("button", { name: "Sign the agreement" }).click();
  await expect(agreement(host).getByText(/^Naomi signed on .* as Naomi Rolle/)).toBeVisible();
  await agreement(host).getByRole("button", { name: "Read and sign" }).press("Enter");
  await agreement(host).getByLabel("Your full name").fill("Keisha Rolle");
  await agreement(host).getByLabel("Your full name").press("Enter");
  await expect(agreement(renter).getByText(/^Keisha signed on/)).toBeVisible();

  // What one phone records appears on the other.
  await saveReading(host, "Pickup", "41,286");
  await expect(section(renter, "Pickup").getByText("41,286 miles")).toBeVisible();
  await expect(host.getByText(/Naomi Rolle.s driving licence/)).toBeVisible();
  await host.getByRole("button", { name: "I’ve checked the licence" }).click();
  await expect(renter.getByText(/Keisha checked your licence/)).toBeVisible();
  // A photo in one colour counts as blurred; after a second try it may be kept.
  const slot = renter.getByLabel("Left side, take a photo");
  await slot.setInputFiles(await photo("left.jpg"));
  await expect(renter.getByText(/^Blurred/)).toBeVisible();
  await expect(renter.getByRole("button", { name: "Keep it" })).toBeHidden();
  await slot.setInputFiles(await photo("left.jpg"));
  await expect(renter.getByRole("button", { name: "Keep it" })).toBeVisible();
  // A photo that is lost on the way is sent again, not taken again.
  await renter.route("**/trip/photos/*", (route) => route.abort(), { times: 1 });
  await slot.setInputFiles(await sharpPhoto());
  await expect(renter.getByText("Sending 1 photo.")).toBeVisible();
  await renter.getByRole("button", { name: "Try now" }).click();
  await expect(renter.getByText("All sent.")).toBeVisible();
  await expect(renter.getByLabel("Left side, taken. Take another")).toBeAttached();
  await expect(host.getByText("All photos (1)")).toBeVisible();
  await host.getByText("All photos (1)").click();
  await expect(host.getByRole("img", { name: "Left side" })).toBeVisible();
  await renter.getByRole("button", { name: "Add a mark" }).click();
  await renter.locator('[data-part="left_rear_door"]').click();
  await expect(renter.getByLabel("Part")).toHaveValue("left_rear_door");
  await renter.getByLabel("What is it?").selectOption("scratch");
  await renter.getByLabel("In your own words").fill("Below the handle");
  await examineAtBothSizes(renter);
  await renter.setViewportSize(viewports.phone);
  await renter.getByRole("button", { name: "Save the mark" }).click();
  await expect(host.getByText("Scratch, left rear door")).toBeVisible();

  const code = await showCode(host, "Pickup");
  await examineAtBothSizes(host);
  await host.setViewportSize(viewports.phone);
  const six = section(renter, "Pickup").getByLabel("Six digits");
  await six.fill(code === "000000" ? "000001" : "000000");
  await renter.getByRole("button", { name: "Start the trip" }).click();
  await expect(renter.getByText("You have 4 tries left.").first()).toBeVisible();
  await six.fill(code);
  await renter.getByRole("button", { name: "Start the trip" }).click();
  for (const phone of [renter, host]) {
    await expect(section(phone, "Pickup").getByText(/^You both agreed on/)).toBeVisible();
    await expect(phone.getByRole("heading", { level: 1, name: /^Return by/ })).toBeVisible();
  }

  // The odometer can't run backwards; what was typed stays.
  await saveReading(renter, "Return", "41,200");
  await expect(renter.getByText(/At the pickup the car had 41,286 miles/).first()).toBeVisible();
  await saveReading(renter, "Return", "41,414", "4/8");
  await expect(section(host, "Return").getByText("128 miles")).toBeVisible();
  const back = await showCode(host, "Return");
  await section(renter, "Return").getByLabel("Six digits").fill(back);
  await renter.getByRole("button", { name: "End the trip" }).click();
  for (const phone of [renter, host]) {
    await expect(phone.getByRole("heading", { level: 1, name: /^Returned on/ })).toBeVisible();
    await examineAtBothSizes(phone);
  }
  await expect(section(host, "Return").getByRole("button", { name: "Add a mark" })).toBeVisible();
  await expect(section(renter, "Return").getByRole("button", { name: "Add a mark" })).toBeHidden();

  // Half a tank is missing: both see the arithmetic, and the renter pays with a tap.
  const arithmetic = "4/8 of 10 gal × $6.20, plus $10.00";
  for (const phone of [renter, host]) await expect(phone.getByText(arithmetic)).toBeVisible();
  await expect(host.getByRole("button", { name: "Waive $41.00" })).toBeVisible();
  await renter.getByRole("button", { name: "Pay $41.00" }).click();
  for (const phone of [renter, host])
    await expect(phone.getByText("Paid", { exact: true })).toBeVisible();
  await expect(host.getByRole("button", { name: "Waive $41.00" })).toBeHidden();
  await renter.goto(`/bookings/${id}/receipt`);
  await expect(renter.getByRole("heading", { name: "Charged after the trip" })).toBeVisible();
  await expect(renter.getByText("$41.00")).toBeVisible();
  await examineAtBothSizes(renter);
});

test("a renter picks up and returns a car with its lockbox, and the host answers", async ({
  page: renter,
  newPerson,
  app,
  allowFailures,
}) => {
  // The page asks for the charges of the return, which it shows without a network.
  allowFailures([/ERR_INTERNET_DISCONNECTED/]);
  const { id, host, carId } = await bookTrip(renter, newPerson, "Lockbox Fit");
  await host.goto(`/host/listings/${carId}/edit`);
  const box = host.getByRole("region", { name: "Lockbox" });
  await box.getByLabel("Code").fill("7039");
  await box.getByLabel("Where it is and how it opens").fill("Left rear wheel.");
  await box.getByRole("button", { name: "Save the lockbox" }).click();
  await expect(box.getByRole("button", { name: "Remove the lockbox" })).toBeVisible();

  await renter.goto(`/bookings/${id}/trip`);
  const lockbox = (name: "Pickup" | "Return") =>
    renter.getByRole("region", { name: `${name}: lockbox` });
  await expect(lockbox("Pickup").getByText(/^You can see the code from/)).toBeVisible();
  await expect(lockbox("Pickup").getByText(/^Please photograph the outside/)).toBeVisible();
  await host.goto(`/host/bookings/${id}/trip`);
  for (const slot of OUTSIDE_SLOTS)
    await host.getByLabel(`${PHOTO_NAMES[slot]}, take a photo`).setInputFiles(await sharpPhoto());
  await expect(lockbox("Pickup").getByText("The photos of the outside are in.")).toBeVisible();
  // Moves the pickup into the past, because the server's clock can't be moved from here.
  const { date, time } = nextTimeInNassau(new Date(Date.now() - 45 * 60_000));
  await app.sql(
    `update bookings set start_date = '${date}', pickup_time = '${time}' where id = '${id}'`,
  );
  await renter.reload();
  await examineAtBothSizes(renter);
  await renter.setViewportSize(viewports.phone);
  await lockbox("Pickup").getByRole("button", { name: "Show the lockbox code" }).click();
  await expect(renter.getByTestId("lockbox-code")).toHaveText("7039");
  await saveReading(renter, "Pickup", "41,286");
  await lockbox("Pickup")
    .getByRole("button", { name: /^I have the key/ })
    .click();
  await expect(section(renter, "Pickup").getByText(/^You confirmed alone/)).toBeVisible();
  await host
    .getByRole("region", { name: "Pickup: answer" })
    .getByRole("button", { name: "Accept" })
    .click();
  await expect(section(renter, "Pickup").getByText(/accepted these readings/)).toBeVisible();

  // A mark with its own photo, and the return without a network.
  await addMark(renter, "Return", "Roof");
  await section(renter, "Return")
    .getByLabel("Photo of the mark, take a photo")
    .setInputFiles(await sharpPhoto());
  await section(host, "Return").getByText("Dent, roof").scrollIntoViewIfNeeded();
  const shown = section(host, "Return").getByRole("img", { name: /^Photo of a mark/ });
  await expect(shown.first()).toBeVisible();
  await renter.context().setOffline(true);
  await expect(renter.getByTestId("lockbox-code")).toHaveText("7039");
  await saveReading(renter, "Return", "41,300");
  await lockbox("Return")
    .getByRole("button", { name: /^The key is in the box/ })
    .click();
  await expect(section(renter, "Return").getByText(/^You confirmed alone/)).toBeVisible();
  await renter.context().setOffline(false);
  const answer = host.getByRole("region", { name: "Return: answer" });
  await answer.getByRole("button", { name: "Contest" }).click();
  await answer.getByLabel("What doesn't match?").fill("The tank is empty.");
  await examineAtBothSizes(host);
  await host.setViewportSize(viewports.phone);
  await answer.getByRole("button", { name: "Contest" }).click();
  await expect(section(renter, "Return").getByText("The tank is empty.")).toBeVisible();
});
