// Sets the islands of listings that are older than the island field, once at startup.
import type { Ctx } from "../../platform/context.ts";
import { findIsland } from "../places/places.service.ts";
import { findUnplaced, setIslands } from "./listings.repository.ts";

/** The number of rows per batch. */
const BATCH = 1000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Sets the island of each listing without one from its point or its location text. Safe to run on
 * several nodes at the same time.
 */
export async function placeListings(ctx: Pick<Ctx, "db" | "places">): Promise<void> {
  let after = FIRST_ID;
  for (;;) {
    const rows = await findUnplaced(ctx.db, after, BATCH);
    await setIslands(
      ctx.db,
      rows.flatMap((row) => {
        const island = findIsland(ctx, row);
        return island ? [{ id: row.id, island }] : [];
      }),
    );
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}
