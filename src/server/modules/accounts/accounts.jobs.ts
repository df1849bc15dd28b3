// Background jobs of accounts: the links that were asked for, and the daily removal of what can't be used any more.
import { daysBefore } from "../../../domain/dates.ts";
import type { Ctx } from "../../platform/context.ts";
import type { JobHandler } from "../../platform/jobs.ts";
import { mailAskedLink, type AskedLink } from "./mailed-links.service.ts";
import { portraitFiles, REMOVE_PORTRAIT } from "./portraits.service.ts";
import { deleteStale } from "./sessions.repository.ts";
import { sessionLimits } from "./sessions.service.ts";

/** A used refresh token is remembered for so long, to notice that it comes back. */
const USED_TOKEN_DAYS = 30;

export function accountsJobs(ctx: Ctx): JobHandler[] {
  return [
    { name: "mail-link", run: (asked: AskedLink) => mailAskedLink(ctx, asked) },
    { name: REMOVE_PORTRAIT, run: ({ id }: { id: string }) => ctx.objects.remove(portraitFiles(id)) },
    {
      name: "accounts-cleanup",
      cron: "17 4 * * *",
      run: async () => {
        const now = ctx.clock.now();
        const usedBefore = daysBefore(now, USED_TOKEN_DAYS);
        await deleteStale(ctx.db, { now: now.toISOString(), usedBefore, ...sessionLimits(now) });
      },
    },
  ];
}
