// Two phones at the handover of a car: the renter's and the host's.
import type { BrowserContext, Page } from "@playwright/test";
import sharp from "sharp";
import { addDays } from "../src/domain/calendar/dates.ts";
import { nextTimeInNassau, type TimeOfDay } from "../src/domain/calendar/time-of-day.ts";
import { expect } from "./fixtures.ts";
import { approveCar, listCar } from "./host-cars.ts";
import { newPersonData, signUpOnPage, stateDateOfBirth, type NewPerson } from "./people.ts";
import { bookAs, type Dates } from "./requests.ts";

/** Three days from the next half hour on. */
function nextDates(): Dates & Record<"pickup_time" | "return_time", TimeOfDay> {
  const { date, time } = nextTimeInNassau(new Date(Date.now() + 15 * 60_000));
  return {
    start_date: date,
    end_date: addDays(date, 3),
    pickup_time: time,
    return_time: time,
  };
}

/** A sharp photo as an upload file. */
export const sharpPhoto = async () => ({
  name: "car.jpg",
  mimeType: "image/jpeg",
  buffer: await sharp({
    create: {
      width: 600,
      height: 400,
      channels: 3,
      background: "teal",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer(),
});

/** An approved booking, with its host's and its renter's phone. */
interface Phones {
  id: string;
  carId: string;
  host: Page;
  renter: Page;
  /** The renter's account. */
  naomi: NewPerson;
}

/** @param deposit its amount, and the number of the renter's card */
export async function bookTrip(
  renter: Page,
  newPerson: () => Promise<BrowserContext>,
  title: string,
  deposit: { cents: number; card?: string } = { cents: 0 },
): Promise<Phones> {
  const host = await (await newPerson()).newPage();
  await signUpOnPage(host, newPersonData("Keisha"), "host");
  const car = await listCar(host, title, "instant", {
    pickup_from: "00:00",
    pickup_until: "24:00",
    tank_gallons: 10,
    deposit_cents: deposit.cents,
  });
  await approveCar(await (await newPerson()).newPage(), car);
  const naomi = newPersonData("Naomi");
  await signUpOnPage(renter, naomi);
  await stateDateOfBirth(renter);
  const id = await bookAs(renter, car, nextDates(), deposit.card);
  return { id, carId: car.id, host, renter, naomi };
}

/** Waits until the browser can open the page without a network. */
export const untilStored = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const names = (await caches.keys()).filter((name) => name.startsWith("caydrive-trip-"));
        for (const name of names)
          if (await (await caches.open(name)).match(location.pathname)) return true;
        return false;
      }),
    )
    .toBe(true);

/** Waits until the host's phone can show both codes without a network. */
export const untilSecretsStored = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const opened = indexedDB.open("caydrive-trips");
        await new Promise((resolve) => opened.addEventListener("success", resolve));
        const found = opened.result.transaction("trips").objectStore("trips").getAll();
        await new Promise((resolve) => found.addEventListener("success", resolve));
        opened.result.close();
        const [trip] = found.result as { secrets?: object; agreement?: object }[];
        return trip?.agreement ? Object.keys(trip.secrets ?? {}) : [];
      }),
    )
    .toEqual(["pickup", "return"]);

/** Opens the page again, as in a browser that was closed. */
export async function reopen(page: Page): Promise<void> {
  await page.goto("about:blank").catch(() => undefined);
  await page.goBack();
  await expect(page.locator("#trip-now")).toBeVisible();
}

/** Lets the access token expire, as after an hour without a network. */
export const expireToken = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem("caydrive.session") ?? "{}") as object;
    localStorage.setItem("caydrive.session", JSON.stringify({ ...session, expires_at: 1 }));
  });

export async function addMark(page: Page, name: "Pickup" | "Return", part: string): Promise<void> {
  const form = section(page, name);
  await form.getByRole("button", { name: "Add a mark" }).click();
  await form.getByLabel("Part").selectOption({ label: part });
  await form.getByLabel("What is it?").selectOption("dent");
  await form.getByRole("button", { name: "Save the mark" }).click();
  await expect(form.getByText(`Dent, ${part.toLowerCase()}`)).toBeVisible();
}

export const section = (page: Page, name: "Pickup" | "Return") =>
  page.getByRole("region", { name, exact: true });

export async function saveReading(
  page: Page,
  name: "Pickup" | "Return",
  miles: string,
  level = "Full",
): Promise<void> {
  const form = section(page, name);
  await form.getByLabel("Odometer, in miles").fill(miles);
  await form.getByRole("radio", { name: level }).check();
  await form.getByRole("button", { name: "Save the readings" }).click();
}

/** The host records the car and shows the code, which the renter enters. */
export async function handOver(
  { host, renter }: Pick<Phones, "host" | "renter">,
  name: "Pickup" | "Return",
  miles: string,
): Promise<void> {
  await section(host, name)
    .getByLabel("Roof and windscreen, take a photo")
    .setInputFiles(await sharpPhoto());
  await saveReading(host, name, miles);
  await expect(section(host, name).getByRole("region", { name: `${name}: code` })).toBeVisible();
  await section(renter, name)
    .getByLabel("Six digits")
    .fill(await showCode(host, name));
  const button = name === "Pickup" ? "Start the trip" : "End the trip";
  await renter.getByRole("button", { name: button }).click();
  await expect(section(host, name).getByText(/^You both agreed on/)).toBeVisible();
}

/** The code on the host's phone. */
export async function showCode(host: Page, name: "Pickup" | "Return"): Promise<string> {
  const show = section(host, name).getByRole("button", { name: "Show the code" });
  const code = section(host, name).getByTestId("handover-code");
  await expect(show.or(code)).toBeVisible();
  if (await show.isVisible()) await show.click();
  await expect(code).toHaveText(/^\d{6}$/);
  return code.innerText();
}
