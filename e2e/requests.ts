// Bookings created through the API: pending requests for the demo host's car, for tests about the
// decision, and bookings by the person signed in on a page.
import type { APIRequestContext, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { callAs, type Car, type farDates } from "./people.ts";

export const SEEDED_PASSWORD = "caydrive-demo";
export const RENTER = "renter@caydrive.test";
export const ADMIN = "admin@caydrive.test";
export const HOST = "host@caydrive.test";

export type Dates = ReturnType<typeof farDates>;

/** The demo host's car on Paradise Island, which takes requests. */
export async function hostsCar(request: APIRequestContext): Promise<Car> {
  const response = await request.get("/api/listings?location=Paradise");
  const { listings } = (await response.json()) as {
    listings: (Car & { booking_mode: string; host: { first_name: string } | null })[];
  };
  const car = listings.find(
    ({ booking_mode, host }) => booking_mode === "approval" && host?.first_name === "Keisha",
  );
  if (!car) throw new Error("the demo's host has no car that takes requests");
  return car;
}

/**
 * Creates a request by the demo's renter for these dates through the API. The card is authorised.
 * @returns the booking's id
 */
export async function createRequest(
  request: APIRequestContext,
  dates: Dates,
  number = "4242 4242 4242 4242",
): Promise<string> {
  const car = await hostsCar(request);
  const post = async (path: string, data: object, token?: string) => {
    const response = await request.post(path, {
      data,
      ...(token && { headers: { authorization: `Bearer ${token}` } }),
    });
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
    return response.json();
  };
  const { access_token } = await post("/auth/v1/token?grant_type=password", {
    email: RENTER,
    password: SEEDED_PASSWORD,
  });
  const { booking_id, session_id } = await post(
    "/functions/v1/create-booking-checkout",
    {
      car_id: car.id,
      ...dates,
      total_amount: Math.round(car.price_per_day * 300) / 100,
      special_requests: null,
    },
    access_token,
  );
  const card = { number, expiry: "12 / 34", cvc: "123", name: "Marcus Bethel" };
  await post(`/api/sandbox/checkout/${session_id}/pay`, card);
  await post("/functions/v1/verify-booking-payment", { session_id }, access_token);
  return booking_id;
}

/**
 * Books a car for three days as the person signed in on the page, through the API. The card is
 * charged, or authorised if the host has to approve.
 * @returns the booking's id
 */
export async function bookAs(
  page: Page,
  car: Car,
  dates: Dates,
  number = "4242 4242 4242 4242",
): Promise<string> {
  const { booking_id, session_id } = await callAs<{ booking_id: string; session_id: string }>(
    page,
    "POST",
    "/functions/v1/create-booking-checkout",
    { car_id: car.id, ...dates, total_amount: Math.round(car.price_per_day * 300) / 100 },
  );
  const card = { number, expiry: "12 / 34", cvc: "123", name: "Oria Rolle" };
  await callAs(page, "POST", `/api/sandbox/checkout/${session_id}/pay`, card);
  const verified = await callAs(page, "POST", "/functions/v1/verify-booking-payment", {
    session_id,
  });
  expect(verified, `"${car.title}" is booked`).toMatchObject({
    booking_id: expect.any(String),
  });
  return booking_id;
}
