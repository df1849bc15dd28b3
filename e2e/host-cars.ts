// What several tests of a host's cars need: a photo, a call in the name of who is signed in, a car that is listed already.
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import type { HostListing } from "../src/contract/host-listings.ts";
import { expect } from "./fixtures.ts";

/** A small photo as a file that can be chosen. */
export const photo = async (name: string, background = "teal") => ({
  name,
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

/** Calls the API as the person who is signed in in the page. */
export function callAs<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  return page.evaluate(
    async ([verb, url, sent]) => {
      const { access_token } = JSON.parse(localStorage.getItem("caydrive.session") ?? "{}") as { access_token: string };
      const headers = {
        authorization: `Bearer ${access_token}`,
        ...(sent !== undefined && { "content-type": "application/json" }),
      };
      const answer = await fetch(url, { method: verb, headers, ...(sent !== undefined && { body: sent }) });
      return (await answer.json()) as T;
    },
    [method, path, body === undefined ? undefined : JSON.stringify(body)] as const,
  );
}

/** Fills in what the form asks for; the location as free text. */
export async function fillListing(page: Page, title: string): Promise<void> {
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Make").fill("Honda");
  await page.getByLabel("Model").fill("Fit");
  await page.getByRole("combobox", { name: "Location" }).fill("George Town, Exuma");
  await page.getByLabel("Price per day").fill("48.50");
}

/** Lists a car through the form and returns it as the API has it. */
export async function listCar(page: Page, title: string): Promise<HostListing> {
  await page.goto("/host/listings/new");
  await fillListing(page, title);
  await page.locator("input[type=file]").setInputFiles([await photo("front.jpg")]);
  await expect(page.getByText("1 of 1 uploaded")).toBeVisible();
  await page.getByRole("button", { name: "Create Listing" }).click();
  await page.waitForURL("**/host/listings");
  const { listings } = await callAs<{ listings: HostListing[] }>(page, "GET", "/api/host/listings");
  const listing = listings.find((each) => each.title === title);
  if (!listing) throw new Error(`"${title}" was not listed`);
  return listing;
}

/** The card of a car in its host's list. */
export const card = (page: Page, title: string): Locator => page.getByRole("article", { name: title });

/** What is offered under the location. */
export const suggestions = (page: Page): Locator => page.getByRole("listbox", { name: "Places" }).getByRole("option");

/** The question of a form that is left with unsaved work. */
export const leaving = (page: Page): Locator => page.getByRole("dialog", { name: "Leave without saving?" });
