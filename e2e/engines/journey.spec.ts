// The renter's journey in other engines: from the list of cars to a confirmed booking.
import type { Car } from "../people.ts";
import { RENTER, SEEDED_PASSWORD } from "../requests.ts";
import { ENGINES } from "./engines.ts";
import { test } from "./fixtures.ts";

/** Each engine books another car. */
async function instantCar(url: string, index: number): Promise<Car> {
  const response = await fetch(`${url}/api/listings?sort=price`);
  const { listings } = (await response.json()) as { listings: (Car & { booking_mode: string })[] };
  return listings.filter(({ booking_mode }) => booking_mode === "instant")[index]!;
}

for (const [index, engine] of ENGINES.entries())
  test.describe(engine.name, () => {
    test.skip(!engine.isInstalled(), "not installed");
    test.use({ engine });

    test("browses, chooses dates, signs in, books and pays", async ({ site, visitor }) => {
      const car = await instantCar(site.url, index);
      await visitor.open(`${site.url}/browse?sort=price`);
      await visitor.press(`#car-${car.id}`);
      await visitor.arrives(new RegExp(`/book/${car.id}`));
      await visitor.untilHydrated();
      await visitor.press("button", /^Start date/);
      // In half a year nothing is booked yet.
      for (let month = 0; month < 6; month++) await visitor.press("button", /^Next month$/);
      await visitor.press("[role=grid] button", /\b10\b/);
      await visitor.press("[role=grid] button", /\b13\b/);
      await visitor.arrives(/end_date=/);
      await visitor.press("button", /^Book Now ·/);
      await visitor.arrives(/\/auth\?/);
      await visitor.fill(/^Email/, RENTER);
      await visitor.fill(/^Password/, SEEDED_PASSWORD);
      await visitor.press("form button[type=submit]", /^Sign In$/);
      await visitor.arrives(/\/book\/.*start_date=/);
      await visitor.pressToNewWindow("button", /^Book Now ·/);
      await visitor.fill(/^Card number/, "4242424242424242");
      await visitor.fill(/^Expiry date/, "1234");
      await visitor.fill(/^CVC/, "123");
      await visitor.fill(/^Name on card/, "Tamika Rolle");
      await visitor.press("button", /^Pay/);
      await visitor.sees("h1", /^Booking Confirmed!$/);
    });
  });
