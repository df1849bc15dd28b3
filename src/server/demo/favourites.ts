// The cars that the demo's main renter has saved; the first one has become cheaper since.
import type { DataCtx } from "../platform/context.ts";
import { DEMO_CARS } from "./fleet/fleet.ts";
import { MAIN_RENTER } from "./people.ts";
import { demoId } from "./seeded-random.ts";

const SAVED = ["mustang-paradise-island", "wrangler-arawak-cay", "leaf-cable-beach"];
/** How much more the first one cost per day. */
const CHEAPER_BY_CENTS = 1000;
const DAY_MS = 86_400_000;

export async function writeFavourites(ctx: DataCtx): Promise<void> {
  const rows = SAVED.map((slug, index) => {
    const car = DEMO_CARS.find((one) => one.slug === slug);
    if (!car) throw new Error(`the demo has no car ${slug}`);
    return {
      user_id: demoId("person", MAIN_RENTER),
      car_id: demoId("car", slug),
      saved_price_cents: car.pricePerDayCents + (index === 0 ? CHEAPER_BY_CENTS : 0),
      told_price_cents: car.pricePerDayCents,
      told_week_cents: 7 * car.pricePerDayCents,
      created_at: new Date(ctx.clock.now().getTime() - (index + 2) * 3 * DAY_MS).toISOString(),
    };
  });
  await ctx.db.insertInto("favourites").values(rows).execute();
}
