// Steps shared by several tests: signing up, confirming from the mailbox, signing in, paying.
import { randomUUID } from "node:crypto";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { DEFAULT_RULES } from "../src/domain/booking/booking-rules.ts";
import { addDays, toCalendarDate, type CalendarDate } from "../src/domain/calendar/dates.ts";
import { nextTimeInNassau } from "../src/domain/calendar/time-of-day.ts";
import { expect } from "./fixtures.ts";

export interface NewPerson {
  email: string;
  password: string;
  firstName: string;
}

export const newPersonData = (firstName = "Tamika"): NewPerson => ({
  email: `${firstName.toLowerCase()}-${randomUUID().slice(0, 8)}@example.test`,
  password: "conch-salad-7",
  firstName,
});

/** Expects a toast with this title; several may be visible. */
export const expectToast = (page: Page, text: string): Promise<void> =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

/** The text under a toast's title. */
export const findStatus = (page: Page, text: string): Locator =>
  page.getByRole("region", { name: "Messages" }).getByText(text).first();

/** Expects the text under a toast's title. */
export const expectStatus = (page: Page, text: string): Promise<void> =>
  expect(findStatus(page, text)).toBeVisible();

/**
 * Signs up and confirms by the emailed link, through the API. Pages opened afterwards are signed
 * in.
 */
export async function signUpOnPage(
  page: Page,
  person: NewPerson,
  type: "renter" | "host" = "renter",
): Promise<void> {
  const { email, password, firstName } = person;
  const data = { first_name: firstName, last_name: "Rolle", user_type: type };
  await post(page, "/auth/v1/signup", { email, password, data });
  const { searchParams } = new URL(await linkFromMailbox(page, email));
  await storeSession(
    page,
    await post(page, "/auth/v1/verify", {
      type: "signup",
      token_hash: searchParams.get("token_hash"),
    }),
  );
}

/** Signs up on the page and confirms through the link in the mailbox, which signs in. */
export async function signUpInForm(
  page: Page,
  person: NewPerson,
  type: "renter" | "host" = "renter",
): Promise<void> {
  await page.goto(`/auth?mode=signup&type=${type}`);
  await signUpHere(page, person);
  await page.goto(await linkFromMailbox(page, person.email));
  await page.waitForURL("**/dashboard");
}

/** Signs up on the open sign-up page, which then asks to confirm by email. */
export async function signUpHere(page: Page, person: NewPerson): Promise<void> {
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill("Rolle");
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expectToast(page, "Check your email");
}

/** The texts of the emails to an address. */
export async function readMails(page: Page, to: string): Promise<string> {
  const response = await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(to)}`);
  const { mails } = (await response.json()) as { mails: { text: string }[] };
  return mails.map(({ text }) => text).join("\n");
}

/** Waits until an address has received this many emails. */
export const expectMails = (page: Page, email: string, count: number): Promise<void> =>
  expect
    .poll(async () => {
      const response = await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
      return ((await response.json()) as { mails: unknown[] }).mails.length;
    })
    .toBe(count);

/**
 * The link in the newest email to an address, once it has the given type. A job sends email, so it
 * may take a moment.
 */
export async function linkFromMailbox(page: Page, email: string, type = "signup"): Promise<string> {
  let link = "";
  await expect
    .poll(async () => {
      const response = await page.request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
      const { mails } = (await response.json()) as { mails: { text: string }[] };
      link = /https?:\/\/\S+/.exec(mails[0]?.text ?? "")?.[0] ?? "";
      return link;
    })
    .toContain(`type=${type}`);
  return link;
}

/** Signs in through the API. Pages opened afterwards are signed in. */
export async function signInOnPage(page: Page, email: string, password: string): Promise<void> {
  await storeSession(
    page,
    await post(page, "/auth/v1/token?grant_type=password", { email, password }),
  );
}

/** Signs in on the open sign-in page, which then redirects. */
export async function signInHere(
  page: Page,
  { email, password }: Pick<NewPerson, "email" | "password">,
): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

async function post(page: Page, path: string, data: object): Promise<unknown> {
  const response = await page.request.post(path, { data });
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
  return response.json();
}

/**
 * Stores the session where auth-js does, as in a new tab. An image is the fastest page of ours to
 * open.
 */
async function storeSession(page: Page, session: unknown): Promise<void> {
  await page.goto("/icon-192.png");
  await page.evaluate((text) => {
    sessionStorage.clear();
    localStorage.setItem("caydrive.session", text);
  }, JSON.stringify(session));
}

/**
 * Calls the API as the person signed in on the page.
 * @param data JSON, or bytes of the type
 */
export async function callAs<T>(
  page: Page,
  method: string,
  path: string,
  data?: object,
  type = "application/json",
): Promise<T> {
  const session = await page.evaluate(() => localStorage.getItem("caydrive.session") ?? "{}");
  const { access_token } = JSON.parse(session) as { access_token: string };
  const headers = {
    authorization: `Bearer ${access_token}`,
    ...(data && { "content-type": type }),
  };
  const response = await page.request.fetch(path, { method, headers, ...(data && { data }) });
  return (await response.json()) as T;
}

/** Gives the signed-in person a date of birth. */
export const stateDateOfBirth = (page: Page, date = "1990-05-17"): Promise<unknown> =>
  callAs(page, "PATCH", "/api/profile", { date_of_birth: date });

export interface Car {
  id: string;
  title: string;
  price_per_day: number;
  latitude: number | null;
}

/** A demo car by its approval mode; `nth` lets parallel tests use different cars. */
export async function demoCar(page: Page, mode: "instant" | "approval", nth: number): Promise<Car> {
  const response = await page.request.get("/api/listings?sort=price");
  const { listings } = (await response.json()) as { listings: (Car & { booking_mode: string })[] };
  const car = listings.filter((each) => each.booking_mode === mode)[nth];
  if (!car) throw new Error(`the demo has no ${mode} car number ${nth}`);
  return car;
}

const iso = (date: Date): string => date.toISOString().slice(0, 10);

/** Dates so far ahead that the demo has no bookings then. */
/** The next date on which a car with the usual handover hours can still be picked up. */
export function nextPickupDate(): CalendarDate {
  const next = nextTimeInNassau(new Date(Date.now() + 15 * 60_000));
  return next.time <= DEFAULT_RULES.pickupUntil ? next.date : addDays(next.date, 1);
}

export function farDates(
  offset: number,
  days = 3,
): { start_date: CalendarDate; end_date: CalendarDate } {
  const day = (n: number): CalendarDate =>
    toCalendarDate(iso(new Date(Date.now() + n * 86_400_000)));
  return { start_date: day(offset), end_date: day(offset + days) };
}

/** Presses Book Now, or Request to book, and returns the checkout, which opens in a new tab. */
export async function bookNow(page: Page, context: BrowserContext): Promise<Page> {
  const opened = context.waitForEvent("page");
  await page
    .getByRole("button", { name: /^(Book Now|Request to book)/ })
    .first()
    .click();
  const checkout = await opened;
  await checkout.waitForURL("**/sandbox/checkout/**");
  return checkout;
}

export async function pay(checkout: Page, number = "4242 4242 4242 4242"): Promise<void> {
  await checkout.getByLabel("Card number").fill(number);
  await checkout.getByLabel("Expiry date").fill("12 / 34");
  await checkout.getByLabel("CVC").fill("123");
  await checkout.getByLabel("Name on card").fill("Tamika Rolle");
  await checkout.getByRole("button", { name: /^(Pay|Hold) / }).click();
}
