// The names of places that searches look through, masked once and removed with their last car.
import type { Ctx } from "../../platform/context.ts";
import type { JobHandler } from "../../platform/jobs/jobs.ts";
import { findUnmaskedLocations, forgetLocations, showLocations } from "./listing-words.repository.ts";

/** Names that are masked together. */
const BATCH = 1000;

export const locationsJobs = (ctx: Ctx): JobHandler[] => [
  {
    name: "locations-daily",
    cron: "20 8 * * *",
    run: async () => {
      await forgetLocations(ctx);
      await maskLocations(ctx);
    },
  },
];

/** Masks what an older release or a migration left unmasked. Does no harm on several nodes at once. */
export async function maskLocations(ctx: Pick<Ctx, "db">): Promise<void> {
  for (;;) {
    const rows = await findUnmaskedLocations(ctx, BATCH);
    await showLocations(
      ctx,
      rows.map(({ location }) => location),
    );
    if (rows.length < BATCH) return;
  }
}
