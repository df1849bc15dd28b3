// Maintains the location names that searches use: masks each name once and removes it with its last
// car.
import { inTransaction, type Ctx, type DbCtx } from "../../platform/context.ts";
import type { JobHandler } from "../../platform/jobs/jobs.ts";
import {
  findUnmaskedLocations,
  forgetLocations,
  showLocations,
} from "./listing-text.repository.ts";

/** The number of names masked in one batch. */
const BATCH = 1000;

export const locationsJobs = (ctx: Ctx): JobHandler[] => [
  {
    name: "locations-daily",
    cron: "20 8 * * *",
    run: async () => {
      await inTransaction(ctx, ({ db }) => forgetLocations(db));
      await maskLocations(ctx);
    },
  },
];

/**
 * Masks the names that an older release or a migration left unmasked. Several nodes may run it
 * simultaneously.
 */
export async function maskLocations(ctx: DbCtx): Promise<void> {
  for (;;) {
    const rows = await findUnmaskedLocations(ctx.db, BATCH);
    await showLocations(
      ctx.db,
      rows.map(({ location }) => location),
    );
    if (rows.length < BATCH) return;
  }
}
