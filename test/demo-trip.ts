// A trip of the demo's data that can be recorded now, booked through the API of a running program.
import { addDays, type CalendarDate } from "../src/domain/calendar/dates.ts";
import { nextTimeInNassau, type TimeOfDay } from "../src/domain/calendar/time-of-day.ts";

const SOON_MS = 15 * 60_000;
const [OPENS, CLOSES] = ["08:00", "20:00"] as const;
const MORNING = "10:00" as TimeOfDay;

/** A pickup whose check-in is open, within every car's hours. */
function nextPickup(now: Date): { date: CalendarDate; time: TimeOfDay } {
  const { date, time } = nextTimeInNassau(new Date(now.getTime() + SOON_MS));
  if (time > CLOSES) return { date: addDays(date, 1), time: MORNING };
  return { date, time: time < OPENS ? MORNING : time };
}

/** A call of the API. @throws Error with the answer unless it succeeds */
type Call = <T>(method: string, path: string, body?: object) => Promise<T>;

/** @returns the session as the browser stores it, and calls as this person */
export async function signIn(
  origin: string,
  credentials: { email: string; password: string },
): Promise<{ session: object; call: Call }> {
  const request = async <T>(method: string, path: string, body?: object, token?: string) => {
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...(body && { "content-type": "application/json" }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const path = "/auth/v1/token?grant_type=password";
  const session = await request<{ access_token: string }>("POST", path, credentials);
  return {
    session,
    call: <T>(method: string, to: string, body?: object) =>
      request<T>(method, to, body, session.access_token),
  };
}

/**
 * Books the first instant car that is free.
 * @param skip how many cars are left to others
 * @returns the booking's id
 */
export async function bookTrip(call: Call, skip = 0): Promise<string> {
  const { listings } = await call<{
    listings: { id: string; price_per_day: number; booking_mode: string }[];
  }>("GET", "/api/listings?sort=price");
  const { date, time } = nextPickup(new Date());
  const cars = listings.filter(({ booking_mode }) => booking_mode === "instant");
  for (const car of cars.slice(skip)) {
    const booked = await call<{ booking_id: string; session_id: string }>(
      "POST",
      "/functions/v1/create-booking-checkout",
      {
        car_id: car.id,
        start_date: date,
        end_date: addDays(date, 2),
        pickup_time: time,
        return_time: time,
        total_amount: Math.round(car.price_per_day * 200) / 100,
      },
    ).catch(() => undefined); // It is taken on these days.
    if (!booked) continue;
    const { booking_id, session_id } = booked;
    const card = { number: "4242 4242 4242 4242", expiry: "12 / 34", cvc: "123", name: "A Rolle" };
    await call("POST", `/api/sandbox/checkout/${session_id}/pay`, card);
    await call("POST", "/functions/v1/verify-booking-payment", { session_id });
    return booking_id;
  }
  throw new Error("no instant car is free");
}
