// Saved cars. A saved car that goes off the site stays in the list, marked as unavailable.
import { FAVOURITES_PER_PAGE, type Favourite } from "../../../../contract/listings/favourites.ts";
import type { ListingTile } from "../../../../contract/listings/listings.ts";
import {
  toPricedDays,
  toRentalPeriod,
  toWirePeriod,
  type RentalPeriod,
} from "../../../../domain/booking/rental-period.ts";
import { todayInNassau, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { MAX_FAVOURITES } from "../../../../domain/listing/favourite.ts";
import type { CustomPrices } from "../../../../domain/listing/prices.ts";
import { personalTopic } from "../../../../domain/live.ts";
import { withFees } from "../../../../domain/money/charge.ts";
import { centsToDollars } from "../../../../domain/money/money.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type TransactionCtx,
  type User,
} from "../../../platform/context.ts";
import { toPage, readTimeCursor } from "../../../platform/database/cursor.ts";
import { publishLive } from "../../../platform/realtime/publish-live.ts";
import { lockOwnAccount } from "../../accounts/accounts.service.ts";
import {
  deleteFavouriteRow,
  findBookable,
  findChosen,
  findFavouriteIds,
  findFavourites,
  insertFavourites,
  type FavouriteRow,
} from "./favourites.repository.ts";
import { presentQuote, presentTile } from "../listings.presenter.ts";
import { isPublic } from "../listings.repository.ts";
import { readPeriod, type SearchedDates } from "../listings.service.ts";
import { findDateSettings } from "../prices/date-settings.repository.ts";

/** @throws DomainError invalid_request for a cursor of another list */
export async function listFavourites(ctx: DataCtx, user: User, cursor: string | undefined) {
  const after = readTimeCursor(cursor);
  const rows = await findFavourites(ctx.db, user.id, { after, limit: FAVOURITES_PER_PAGE + 1 });
  const { shown, next_cursor } = toPage(rows, FAVOURITES_PER_PAGE);
  const now = ctx.clock.now();
  const today = todayInNassau(now);
  const dated = shown.flatMap((row) => {
    const period = readSavedPeriod(row, today);
    return period ? [{ id: row.id, period }] : [];
  });
  const [customPrices, bookable] = await Promise.all([
    findCustomPrices(ctx, dated),
    findBookable(ctx.db, dated, now),
  ]);
  const favourites = shown.map((row) => ({
    ...presentTile(row),
    is_available: row.is_public,
    saved_price: centsToDollars(row.saved_price_cents),
    saved_at: row.saved_at,
    saved_dates: presentDates(row, readSavedPeriod(row, today), {
      customPrices: customPrices(row.id),
      isBookable: bookable.has(row.id),
    }),
  }));
  return { favourites, next_cursor };
}

/** The dates of a saved car; null without any, and once they have begun. */
function readSavedPeriod(row: FavouriteRow, today: CalendarDate): RentalPeriod | null {
  const { start_date, end_date, pickup_time, return_time } = row;
  if (start_date === null || end_date === null || start_date < today) return null;
  return toRentalPeriod({ start_date, end_date, pickup_time, return_time });
}

/** The custom prices of each car, from the first to the last day that any of them is saved with. */
async function findCustomPrices(
  ctx: DbCtx,
  dated: readonly { id: string; period: RentalPeriod }[],
): Promise<(carId: string) => CustomPrices> {
  const days = dated.map(({ period }) => toPricedDays(period));
  const start = days.map((each) => each.start).toSorted()[0];
  const end = days
    .map((each) => each.end)
    .toSorted()
    .at(-1);
  if (!start || !end) return () => ({});
  const ids = dated.map(({ id }) => id);
  const settings = await findDateSettings(ctx.db, ids, { start, end });
  return (carId) => settings(carId).customPrices;
}

function presentDates(
  row: FavouriteRow,
  period: RentalPeriod | null,
  { customPrices, isBookable }: { customPrices: CustomPrices; isBookable: boolean },
): Favourite["saved_dates"] {
  const quote = period && presentQuote(row, toPricedDays(period), customPrices);
  if (!quote || row.saved_total_cents === null) return null;
  return {
    ...toWirePeriod(period),
    is_bookable: isBookable,
    amount_due: quote.amount_due,
    saved_amount_due: centsToDollars(withFees(row.saved_total_cents)),
  };
}

export const readFavouriteIds = (ctx: DbCtx, user: User): Promise<string[]> =>
  findFavouriteIds(ctx.db, user.id);

/**
 * The dates to save. A search can be older than today, so dates that have begun are not saved.
 * @throws the date errors of searchListings except dates_past
 */
function readDatesToSave(ctx: TransactionCtx, dates: SearchedDates): RentalPeriod | undefined {
  try {
    return readPeriod(ctx, dates);
  } catch (error) {
    if (error instanceof DomainError && error.code === "dates_past") return undefined;
    throw error;
  }
}

/**
 * Saves a car with the dates that the person has chosen, if any. A car that is already saved keeps
 * its place and its dates.
 * @throws DomainError car_not_available, too_many_favourites, and the errors of readDatesToSave
 */
export function saveFavourite(
  ctx: TransactionCtx,
  user: User,
  carId: string,
  dates: SearchedDates,
): Promise<{ saved: true }> {
  const period = readDatesToSave(ctx, dates);
  return inTransaction(ctx, async (tx) => {
    await lockOwnAccount(tx.db, user.id); // serialises simultaneous saves, so that the limit holds
    const saved = await findFavouriteIds(tx.db, user.id);
    if (saved.includes(carId)) return { saved: true };
    if (!(await isPublic(tx.db, carId))) throw new DomainError("car_not_available");
    if (saved.length >= MAX_FAVOURITES)
      throw new DomainError("too_many_favourites", { limit: MAX_FAVOURITES });
    await insertFavourites(tx.db, user.id, [carId], { room: 1, now: tx.clock.now(), period });
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
    const added = await insertFavourites(tx.db, user.id, carIds, {
      room: Math.max(0, MAX_FAVOURITES - saved.length),
      now: tx.clock.now(),
    });
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
