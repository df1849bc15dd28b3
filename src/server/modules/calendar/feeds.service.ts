// Calendars of other sites imported into a car's calendar: added, listed, removed, and refreshed by
// a job.
import type { Feed } from "../../../contract/host/calendar.ts";
import {
  FEED_ERROR_CODES,
  FEED_MINUTES,
  FEEDS_PER_MINUTE,
  MAX_FEEDS,
  nextFetchAt,
  type FeedFailure,
} from "../../../domain/calendar/calendar-feed.ts";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { DomainError, isDomainError } from "../../../domain/errors.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type TransactionCtx,
  type User,
} from "../../platform/context.ts";
import { checkUrl } from "../../platform/http/public-fetch.ts";
import { auditLink, lockOwnCar, ownerFor } from "./blocks.service.ts";
import { presentFeed } from "./calendar.presenter.ts";
import { lockCar, placeImports } from "./calendar.repository.ts";
import { readFeed } from "./feed-reading.ts";
import {
  claimDue,
  countFeeds,
  deleteFeedRow,
  findConflicts,
  findFeeds,
  getFeed,
  hasCar,
  insertFeed,
  saveFetchResult,
  saveFailure,
  type FeedRow,
} from "./feeds.repository.ts";

/** Feeds per sweep, and hosts whose feeds are fetched concurrently. */
const SWEEP = 200;
const AT_ONCE = 4;

type FeedCtx = TransactionCtx & Pick<Ctx, "fetchPublic">;

/** @throws DomainError not_found */
async function checkCar(ctx: DbCtx, user: User, carId: string): Promise<void> {
  if (!(await hasCar(ctx.db, carId, ownerFor(user))))
    throw new DomainError("not_found", { what: "car" });
}

/** @throws DomainError not_found */
export async function listFeeds(
  ctx: DataCtx,
  user: User,
  carId: string,
): Promise<{ feeds: Feed[] }> {
  await checkCar(ctx, user, carId);
  const now = ctx.clock.now();
  const today = todayInNassau(now);
  const [rows, conflicts] = [
    await findFeeds(ctx.db, carId, today),
    await findConflicts(ctx.db, carId, today),
  ];
  return { feeds: rows.map((row) => presentFeed(row, conflicts, now)) };
}

/** @throws DomainError not_found */
async function readOne(ctx: DataCtx, user: User, carId: string, feedId: string): Promise<Feed> {
  const feed = (await listFeeds(ctx, user, carId)).feeds.find((each) => each.id === feedId);
  if (!feed) throw new DomainError("not_found", { what: "calendar" });
  return feed;
}

/**
 * Reads a calendar and connects it to a car. A calendar that can't be read now is refused and
 * nothing is stored.
 * @throws DomainError not_found, too_many_feeds, feed_known, and FEED_ERROR_CODES
 */
export async function addFeed(
  ctx: FeedCtx,
  user: User,
  carId: string,
  input: { name: string; url: string },
): Promise<Feed> {
  await checkCar(ctx, user, carId);
  // Sites write webcal: instead of https: in the address of a calendar.
  const url = checkUrl(input.url.replace(/^webcals?:/i, "https:")).href;
  const news = await readFeed(ctx, url);
  const feedId = await inTransaction(ctx, async (tx) => {
    await lockOwnCar(tx, user, carId);
    if ((await countFeeds(tx.db, carId)) >= MAX_FEEDS)
      throw new DomainError("too_many_feeds", { limit: MAX_FEEDS });
    const result = { ...news, next: nextFetchAt(tx.clock.now(), 0) };
    const { id } = await insertFeed(
      tx.db,
      { carId, name: input.name, url },
      result,
      tx.clock.now(),
    );
    await placeImports(tx.db, carId, tx.clock.now());
    await auditLink(tx, user, "feed_add", carId, id);
    return id;
  });
  return readOne(ctx, user, carId, feedId);
}

/**
 * Disconnects a calendar and frees its days.
 * @throws DomainError not_found
 */
export async function removeFeed(
  ctx: TransactionCtx,
  user: User,
  carId: string,
  feedId: string,
): Promise<{ id: string }> {
  await inTransaction(ctx, async (tx) => {
    await lockOwnCar(tx, user, carId);
    await getFeed(tx.db, carId, feedId);
    await deleteFeedRow(tx.db, feedId);
    await placeImports(tx.db, carId, tx.clock.now());
    await auditLink(tx, user, "feed_remove", carId, feedId);
  });
  return { id: feedId };
}

/**
 * Fetches a calendar now. The response includes its error, if any.
 * @throws DomainError not_found
 */
export async function refreshFeed(
  ctx: FeedCtx,
  user: User,
  carId: string,
  feedId: string,
): Promise<Feed> {
  await checkCar(ctx, user, carId);
  await fetchFeed(ctx, await getFeed(ctx.db, carId, feedId));
  return readOne(ctx, user, carId, feedId);
}

const isFeedError = (error: unknown): error is DomainError<FeedFailure> =>
  isDomainError(error) && (FEED_ERROR_CODES as readonly string[]).includes(error.code);

/**
 * Reads a calendar again and imports its days. When that fails, the last days stay and the reason
 * is stored.
 */
async function fetchFeed(ctx: FeedCtx, feed: FeedRow): Promise<void> {
  const known = {
    etag: feed.etag,
    lastModified: feed.last_modified,
    readAt: new Date(feed.read_at),
  };
  try {
    const news = await readFeed(ctx, feed.url, known);
    await inTransaction(ctx, async (tx) => {
      if (!(await lockCar(tx.db, feed.car_id))) return;
      const now = tx.clock.now();
      await saveFetchResult(tx.db, feed.id, { ...news, next: nextFetchAt(now, 0) }, now);
      if (news.days) await placeImports(tx.db, feed.car_id, tx.clock.now());
    });
  } catch (error) {
    const next = nextFetchAt(ctx.clock.now(), feed.failures + 1);
    const { code, details } = isFeedError(error)
      ? error
      : { code: "internal" as const, details: {} };
    if (code === "internal")
      ctx.log.error({ err: error, feed: feed.id }, "a calendar could not be taken over");
    await saveFailure(ctx.db, feed.id, { code, details, next }, ctx.clock.now());
  }
}

/** Fetches the calendars that are due. */
export async function fetchDueFeeds(ctx: FeedCtx): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() + FEED_MINUTES * 60_000);
  const due = await claimDue(
    ctx.db,
    { until, perHost: FEEDS_PER_MINUTE, limit: SWEEP },
    ctx.clock.now(),
  );
  const hosts = [...Map.groupBy(due, (feed) => feed.host_id).values()];
  const work = async (): Promise<void> => {
    for (let feeds = hosts.shift(); feeds; feeds = hosts.shift())
      for (const feed of feeds)
        await fetchFeed(ctx, feed).catch((error: unknown) =>
          ctx.log.error(
            { err: error, feed: feed.id },
            "what became of a calendar could not be kept",
          ),
        );
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
