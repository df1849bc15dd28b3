// What several tests of a host's cars need: a photo, the form filled in, a car that is listed already.
import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import type { HostListing } from "../src/contract/host/host-listings.ts";
import { todayInNassau } from "../src/domain/calendar/dates.ts";
import { newListingDefaults } from "../src/domain/listing/listing.ts";
import { PHOTO_PATH } from "../src/domain/listing/photo.ts";
import { expect } from "./fixtures.ts";
import { callAs } from "./people.ts";

/** A small photo as a file that can be chosen. */
export const photo = async (name: string, background = "teal") => ({
  name,
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

/** Fills in what the form asks for; the location as free text. */
export async function fillListing(page: Page, title: string): Promise<void> {
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Make").fill("Honda");
  await page.getByLabel("Model").fill("Fit");
  await page.getByRole("combobox", { name: "Location" }).fill("George Town, Exuma");
  await page.getByLabel("Price per day").fill("48.50");
}

/** A car of the signed-in host with one photo, listed without the form. @returns it as the API has it */
export async function listCar(page: Page, title: string): Promise<HostListing> {
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
    features: [],
    images: [PHOTO_PATH + key],
  });
  expect(listing, `"${title}" is listed`).toMatchObject({ title });
  return listing;
}

/** The card of a car in its host's list. */
export const card = (page: Page, title: string): Locator => page.getByRole("article", { name: title });

/** What is offered under the location. */
export const suggestions = (page: Page): Locator => page.getByRole("listbox", { name: "Places" }).getByRole("option");

/** The question of a form that is left with unsaved work. */
export const leaving = (page: Page): Locator => page.getByRole("dialog", { name: "Leave without saving?" });
