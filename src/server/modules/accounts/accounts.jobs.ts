// Background jobs of accounts: emailing requested links, and the daily removal of stale rows.
import { daysBefore } from "../../../domain/calendar/dates.ts";
import type { Ctx } from "../../platform/context.ts";
import { forgetEndedLimits } from "../../platform/http/rate-limit.ts";
import type { JobHandler } from "../../platform/jobs/jobs.ts";
import { forgetPreviousContacts } from "./previous-contacts.service.ts";
import { mailRequestedLink, type RequestedLink } from "./mailed-links.service.ts";
import { profilePhotoFiles, REMOVE_PORTRAIT } from "./profile-photos/profile-photos.service.ts";
import { deleteExpiredChallenges } from "./second-factors/second-factors.repository.ts";
import { resealTotpSecrets } from "./second-factors/totp.service.ts";
import { deleteStale } from "./sessions/sessions.repository.ts";
import { sessionLimits } from "./sessions/sessions.service.ts";
import { removeUnconfirmed, UNCONFIRMED_DAYS } from "./sign-up/unconfirmed-accounts.service.ts";

/** How long an ended session is stored. */
const ENDED_SESSION_DAYS = 30;

export function accountsJobs(ctx: Ctx): JobHandler[] {
  return [
    { name: "mail-link", run: (requested: RequestedLink) => mailRequestedLink(ctx, requested) },
    {
      name: REMOVE_PORTRAIT,
      run: ({ id }: { id: string }) => ctx.objects.remove(profilePhotoFiles(id)),
    },
    {
      name: "accounts-cleanup",
      cron: "17 4 * * *",
      run: async () => {
        const now = ctx.clock.now();
        const endedBefore = daysBefore(now, ENDED_SESSION_DAYS);
        await forgetEndedLimits(ctx);
        await deleteStale(ctx.db, { now: now.toISOString(), endedBefore, ...sessionLimits(now) });
        await deleteExpiredChallenges(ctx.db, now.toISOString());
        await resealTotpSecrets(ctx);
        await forgetPreviousContacts(ctx.db, now);
        await removeUnconfirmed(ctx, { createdBefore: daysBefore(now, UNCONFIRMED_DAYS) });
      },
    },
  ];
}
