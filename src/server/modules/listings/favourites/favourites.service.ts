// Saved cars. A saved car that goes off the site stays in the list, marked as unavailable.
import { FAVOURITES_PER_PAGE, type Favourite } from "../../../../contract/listings/favourites.ts";
import type { ListingTile } from "../../../../contract/listings/listings.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { MAX_FAVOURITES } from "../../../../domain/listing/favourite.ts";
import { personalTopic } from "../../../../domain/live.ts";
import { centsToDollars } from "../../../../domain/money/money.ts";
import {
  inTransaction,
  type Ctx,
  type DbCtx,
  type TransactionCtx,
  type User,
} from "../../../platform/context.ts";
import { toPage, readTimeCursor } from "../../../platform/database/cursor.ts";
import { publishLive } from "../../../platform/realtime/publish-live.ts";
import { lockOwnAccount } from "../../accounts/accounts.service.ts";
import {
  deleteFavouriteRow,
  findChosen,
  findFavouriteIds,
  findFavourites,
  insertFavourites,
  type FavouriteRow,
} from "./favourites.repository.ts";
import { presentTile } from "../listings.presenter.ts";
import { isPublic } from "../listings.repository.ts";

/** @throws DomainError invalid_request for a cursor of another list */
export async function listFavourites(ctx: DbCtx, user: User, cursor: string | undefined) {
  const after = readTimeCursor(cursor);
  const rows = await findFavourites(ctx.db, user.id, { after, limit: FAVOURITES_PER_PAGE + 1 });
  const { shown, next_cursor } = toPage(rows, FAVOURITES_PER_PAGE);
  return { favourites: shown.map(present), next_cursor };
}

const present = (row: FavouriteRow): Favourite => ({
  ...presentTile(row),
  is_available: row.is_public,
  saved_price: centsToDollars(row.saved_price_cents),
  saved_at: row.saved_at,
});

export const readFavouriteIds = (ctx: DbCtx, user: User): Promise<string[]> =>
  findFavouriteIds(ctx.db, user.id);

/**
 * Saves a car; a car that is already saved keeps its place. @throws DomainError car_not_available,
 * too_many_favourites
 */
export function saveFavourite(
  ctx: TransactionCtx,
  user: User,
  carId: string,
): Promise<{ saved: true }> {
  return inTransaction(ctx, async (tx) => {
    await lockOwnAccount(tx.db, user.id); // serialises simultaneous saves, so that the limit holds
    const saved = await findFavouriteIds(tx.db, user.id);
    if (saved.includes(carId)) return { saved: true };
    if (!(await isPublic(tx.db, carId))) throw new DomainError("car_not_available");
    if (saved.length >= MAX_FAVOURITES)
      throw new DomainError("too_many_favourites", { limit: MAX_FAVOURITES });
    await insertFavourites(tx.db, user.id, [carId], 1, tx.clock.now());
    await publishLive(tx, personalTopic(user.id), "favourites");
    return { saved: true };
  });
}

/**
 * Saves the cars stored in a browser as far as possible; the first id counts as the last saved.
 * @returns all saved ids
 */
export function mergeFavourites(
  ctx: TransactionCtx,
  user: User,
  carIds: readonly string[],
): Promise<string[]> {
  return inTransaction(ctx, async (tx) => {
    await lockOwnAccount(tx.db, user.id);
    const saved = await findFavouriteIds(tx.db, user.id);
    const added = await insertFavourites(
      tx.db,
      user.id,
      carIds,
      Math.max(0, MAX_FAVOURITES - saved.length),
      tx.clock.now(),
    );
    if (added.length === 0) return saved;
    await publishLive(tx, personalTopic(user.id), "favourites");
    return findFavouriteIds(tx.db, user.id);
  });
}

export function removeFavourite(
  ctx: Pick<Ctx, "db" | "log">,
  user: User,
  carId: string,
): Promise<{ saved: false }> {
  return inTransaction(ctx, async (tx) => {
    if (await deleteFavouriteRow(tx.db, user.id, carId))
      await publishLive(tx, personalTopic(user.id), "favourites");
    return { saved: false };
  });
}

export const readChosen = async (ctx: DbCtx, ids: readonly string[]): Promise<ListingTile[]> =>
  (await findChosen(ctx.db, ids)).map(presentTile);
