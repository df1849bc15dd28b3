// The islands of listings that were written before islands were: decided once, at the start.
import type { Ctx } from "../../platform/context.ts";
import { islandOf } from "../places/places.service.ts";
import { findUnplaced, setIslands } from "./listings.repository.ts";

/** Rows that are looked at together. */
const BATCH = 1000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Gives each listing without an island the one that its point or its location says. Does no harm on several nodes at once. */
export async function placeListings(ctx: Ctx): Promise<void> {
  let after = FIRST_ID;
  for (;;) {
    const rows = await findUnplaced(ctx, after, BATCH);
    await setIslands(
      ctx,
      rows.flatMap((row) => {
        const island = islandOf(ctx, row);
        return island ? [{ id: row.id, island }] : [];
      }),
    );
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}
