// A host's calendar, blocks and links to other calendars over HTTP, and the job that fetches those.
import * as contract from "../../../contract/host/calendar.ts";
import { DomainError } from "../../../domain/errors.ts";
import { limitPerUser } from "../../platform/http/user-concurrency.ts";
import { busy } from "../../platform/http/admission-control.ts";
import type { Ctx, User } from "../../platform/context.ts";
import type { Router } from "../../platform/http/http.ts";
import type { JobHandler } from "../../platform/jobs/jobs.ts";
import { FETCH_SECONDS } from "../../platform/http/public-fetch.ts";
import { blockDays, readHostCalendar, unblockDays } from "./blocks.service.ts";
import { putBackInService, takeOutOfService } from "./outages/outages.service.ts";
import { exportCalendar, readLink, renewLink } from "./export.service.ts";
import { addFeed, fetchDueFeeds, listFeeds, refreshFeed, removeFeed } from "./feeds.service.ts";

/** Concurrent fetches in this process, per person and in total. */
const ofOne = limitPerUser(
  3,
  () => new DomainError("rate_limited", { retry_after_seconds: FETCH_SECONDS }),
);
const ofAll = limitPerUser(50, busy);

export function calendarRoutes(router: Router, ctx: Ctx): void {
  router.on(contract.getHostCalendar, ({ user, query }) => readHostCalendar(ctx, user, query));
  router.on(contract.createBlock, ({ user, body }) => blockDays(ctx, user, body));
  router.on(contract.deleteBlock, ({ user, params, query }) =>
    unblockDays(ctx, user, params.id, query),
  );
  router.on(contract.createOutage, ({ user, body }) => takeOutOfService(ctx, user, body));
  router.on(contract.endOutage, ({ user, params, query }) =>
    putBackInService(ctx, user, params.id, query.from),
  );
  router.on(contract.getCalendarLink, ({ user, params }) => readLink(ctx, user, params.id));
  router.on(contract.renewCalendarLink, ({ user, params }) => renewLink(ctx, user, params.id));
  router.on(contract.exportCalendar, ({ params }) => exportCalendar(ctx, params.token));
  router.on(contract.listFeeds, ({ user, params }) => listFeeds(ctx, user, params.id));
  const fetching = <T>(user: User, work: () => Promise<T>): Promise<T> =>
    ofOne(user.id, () => ofAll("all", work));
  router.on(contract.addFeed, ({ user, params, body }) =>
    fetching(user, () => addFeed(ctx, user, params.id, body)),
  );
  router.on(contract.deleteFeed, ({ user, params }) =>
    removeFeed(ctx, user, params.id, params.feed_id),
  );
  router.on(contract.refreshFeed, ({ user, params }) =>
    fetching(user, () => refreshFeed(ctx, user, params.id, params.feed_id)),
  );
}

export const calendarJobs = (ctx: Ctx): JobHandler[] => [
  { name: "fetch-calendar-feeds", cron: "* * * * *", run: () => fetchDueFeeds(ctx) },
];
