// Background jobs of accounts: the links that were asked for, and the daily removal of what can't be used any more.
import type { Ctx } from "../../platform/context.ts";
import type { JobHandler } from "../../platform/jobs.ts";
import { mailAskedLink, type AskedLink } from "./mailed-links.service.ts";
import { portraitFiles, REMOVE_PORTRAIT } from "./portraits.service.ts";
import { deleteStale } from "./sessions.repository.ts";

const DAY_MS = 86_400_000;
/** A used refresh token is remembered for so long, to notice that it comes back. */
const USED_TOKEN_DAYS = 30;
/** A session that nobody has refreshed for so long is over. */
const IDLE_SESSION_DAYS = 90;
/** After so long a session is over, however often it was refreshed. */
const MOST_SESSION_DAYS = 365;

export function accountsJobs(ctx: Ctx): JobHandler[] {
  return [
    { name: "mail-link", run: (asked: AskedLink) => mailAskedLink(ctx, asked) },
    { name: REMOVE_PORTRAIT, run: ({ id }: { id: string }) => ctx.objects.remove(portraitFiles(id)) },
    {
      name: "accounts-cleanup",
      cron: "17 4 * * *",
      run: async () => {
        const now = ctx.clock.now().getTime();
        const daysAgo = (days: number): string => new Date(now - days * DAY_MS).toISOString();
        const limits = {
          now: daysAgo(0),
          usedBefore: daysAgo(USED_TOKEN_DAYS),
          idleBefore: daysAgo(IDLE_SESSION_DAYS),
          begunBefore: daysAgo(MOST_SESSION_DAYS),
        };
        await deleteStale(ctx.db, limits);
      },
    },
  ];
}
