// Shared by the tests of a host's cars: a photo, a filled-in form, a listed car.
import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import type { HostListing } from "../src/contract/host/host-listings.ts";
import type { WireRules } from "../src/domain/booking/booking-rules.ts";
import { todayInNassau } from "../src/domain/calendar/dates.ts";
import { newListingDefaults } from "../src/domain/listing/listing.ts";
import { PHOTO_PATH } from "../src/domain/listing/photo.ts";
import { expect } from "./fixtures.ts";
import { callAs, signInOnPage } from "./people.ts";
import { ADMIN, SEEDED_PASSWORD } from "./requests.ts";

/** A small photo as an upload file. */
export const photo = async (name: string, background = "teal") => ({
  name,
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

/** Fills in the required fields, with the location as free text. */
export async function fillListing(page: Page, title: string): Promise<void> {
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Make").fill("Honda");
  await page.getByLabel("Model").fill("Fit");
  await page.getByRole("combobox", { name: "Location" }).fill("George Town, Exuma");
  await page.getByLabel("Price per day").fill("48.50");
}

/**
 * Lists a car of the signed-in host with one photo, through the API. It is booked instantly and
 * handed over at any time, unless the mode or the rules say otherwise.
 * @returns the API's listing
 */
export async function listCar(
  page: Page,
  title: string,
  booking_mode: HostListing["booking_mode"] = "instant",
  rules: Partial<WireRules & Pick<HostListing, "tank_gallons" | "deposit_cents" | "location">> = {
    pickup_from: "00:00",
    pickup_until: "24:00",
  },
): Promise<HostListing> {
  const { user_id } = await callAs<{ user_id: string }>(page, "GET", "/api/profile");
  const key = `${user_id}/${randomUUID()}.jpg`;
  const { buffer } = await photo("front.jpg");
  await callAs(page, "POST", `/storage/v1/object/car-images/${key}`, buffer, "image/jpeg");
  const listing = await callAs<HostListing>(page, "POST", "/api/host/listings", {
    ...newListingDefaults(todayInNassau(new Date())),
    title,
    make: "Honda",
    model: "Fit",
    location: "George Town, Exuma",
    price_per_day: 48.5,
    booking_mode,
    ...rules,
    features: [],
    images: [PHOTO_PATH + key],
  });
  expect(listing, `"${title}" is listed`).toMatchObject({ title });
  return listing;
}

/** The card of a car in its host's list. */
export const card = (page: Page, title: string): Locator =>
  page.getByRole("article", { name: title });

/** The suggestions under the location field. */
export const suggestions = (page: Page): Locator =>
  page.getByRole("listbox", { name: "Places" }).getByRole("option");

/** The dialog shown when leaving a form with unsaved changes. */
export const leaving = (page: Page): Locator =>
  page.getByRole("dialog", { name: /^Leave (without saving|this draft)\?$/ });

/** Puts a car on the site, as an admin who signs in on the page. */
export async function approveCar(admin: Page, { id }: Pick<HostListing, "id">): Promise<void> {
  await signInOnPage(admin, ADMIN, SEEDED_PASSWORD);
  const { updated_at } = await callAs<HostListing>(admin, "GET", `/api/host/listings/${id}`);
  await callAs(admin, "POST", `/api/admin/listings/${id}/approve`, { updated_at });
}
