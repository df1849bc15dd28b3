// A host's calendar, its blocks and links to other calendars, over HTTP; and the job that reads those.
import * as contract from "../../../contract/calendar.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Router } from "../../platform/http.ts";
import type { JobHandler } from "../../platform/jobs.ts";
import { countAttempt } from "../../platform/rate-limit.ts";
import { blockDays, readHostCalendar, unblockDays } from "./blocks.service.ts";
import { exportCalendar, readLink, renewLink } from "./export.service.ts";
import { addFeed, fetchDueFeeds, listFeeds, refreshFeed, removeFeed } from "./feeds.service.ts";

/** Each makes this server ask another one. */
const FETCHES = { attempts: 30, seconds: 600 };

export function calendarRoutes(router: Router, ctx: Ctx): void {
  router.on(contract.getHostCalendar, ({ user, query }) => readHostCalendar(ctx, user, query));
  router.on(contract.createBlock, ({ user, body }) => blockDays(ctx, user, body));
  router.on(contract.deleteBlock, ({ user, params, query }) => unblockDays(ctx, user, params.id, query));
  router.on(contract.getCalendarLink, ({ user, params }) => readLink(ctx, user, params.id));
  router.on(contract.renewCalendarLink, ({ user, params }) => renewLink(ctx, user, params.id));
  router.on(contract.exportCalendar, ({ params }) => exportCalendar(ctx, params.token));
  router.on(contract.listFeeds, ({ user, params }) => listFeeds(ctx, user, params.id));
  router.on(contract.addFeed, async ({ user, params, body }) => {
    await countAttempt(ctx, `feeds:${user.id}`, FETCHES);
    return addFeed(ctx, user, params.id, body);
  });
  router.on(contract.deleteFeed, ({ user, params }) => removeFeed(ctx, user, params.id, params.feed_id));
  router.on(contract.refreshFeed, async ({ user, params }) => {
    await countAttempt(ctx, `feeds:${user.id}`, FETCHES);
    return refreshFeed(ctx, user, params.id, params.feed_id);
  });
}

export const calendarJobs = (ctx: Ctx): JobHandler[] => [
  { name: "fetch-calendar-feeds", cron: "* * * * *", run: () => fetchDueFeeds(ctx) },
];
