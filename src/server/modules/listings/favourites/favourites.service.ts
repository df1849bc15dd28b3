// Cars that people save. One that goes off the site stays among them, and says so.
import { FAVOURITES_PER_PAGE, type Favourite } from "../../../../contract/listings/favourites.ts";
import type { ListingTile } from "../../../../contract/listings/listings.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { MAX_FAVOURITES } from "../../../../domain/listing/favourite.ts";
import { personalTopic } from "../../../../domain/live.ts";
import { centsToDollars } from "../../../../domain/money/money.ts";
import { inTransaction, type Ctx, type User } from "../../../platform/context.ts";
import { pageOf, readTimeCursor } from "../../../platform/database/cursor.ts";
import { tellLive } from "../../../platform/realtime/publish-live.ts";
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
export async function listFavourites(ctx: Ctx, user: User, cursor: string | undefined) {
  const after = readTimeCursor(cursor);
  const rows = await findFavourites(ctx, user.id, { after, limit: FAVOURITES_PER_PAGE + 1 });
  const { shown, next_cursor } = pageOf(rows, FAVOURITES_PER_PAGE);
  return { favourites: shown.map(present), next_cursor };
}

const present = (row: FavouriteRow): Favourite => ({
  ...presentTile(row),
  is_available: row.is_public,
  saved_price: centsToDollars(row.saved_price_cents),
  saved_at: row.saved_at,
});

/** The ids of a person's saved cars, last saved first. */
export const readFavouriteIds = (ctx: Ctx, user: User): Promise<string[]> => findFavouriteIds(ctx, user.id);

/** Saves a car; one that is saved keeps its place. @throws DomainError car_not_available, too_many_favourites */
export function saveFavourite(ctx: Ctx, user: User, carId: string): Promise<{ saved: true }> {
  return inTransaction(ctx, async (tx) => {
    await lockOwnAccount(tx.db, user.id); // two at once count one after the other
    const saved = await findFavouriteIds(tx, user.id);
    if (saved.includes(carId)) return { saved: true };
    if (!(await isPublic(tx, carId))) throw new DomainError("car_not_available");
    if (saved.length >= MAX_FAVOURITES) throw new DomainError("too_many_favourites", { limit: MAX_FAVOURITES });
    await insertFavourites(tx, user.id, [carId], 1);
    await tellLive(tx, personalTopic(user.id), "favourites");
    return { saved: true };
  });
}

/** Saves what a browser has kept, as far as it can be, the first as the last saved. @returns all that is saved now */
export function mergeFavourites(ctx: Ctx, user: User, carIds: readonly string[]): Promise<string[]> {
  return inTransaction(ctx, async (tx) => {
    await lockOwnAccount(tx.db, user.id);
    const saved = await findFavouriteIds(tx, user.id);
    const added = await insertFavourites(tx, user.id, carIds, Math.max(0, MAX_FAVOURITES - saved.length));
    if (added.length === 0) return saved;
    await tellLive(tx, personalTopic(user.id), "favourites");
    return findFavouriteIds(tx, user.id);
  });
}

export function removeFavourite(ctx: Ctx, user: User, carId: string): Promise<{ saved: false }> {
  return inTransaction(ctx, async (tx) => {
    if (await deleteFavouriteRow(tx, user.id, carId)) await tellLive(tx, personalTopic(user.id), "favourites");
    return { saved: false };
  });
}

/** The public cars among these, in their order. */
export const readChosen = async (ctx: Ctx, ids: readonly string[]): Promise<ListingTile[]> =>
  (await findChosen(ctx, ids)).map(presentTile);
