// /dev/mailbox.json: the emails that would have been sent, if SMTP_URL is not set and local
// substitutes are allowed.
import { listDevMails } from "../../contract/system.ts";
import { DomainError } from "../../domain/errors.ts";
import type { Ctx } from "../platform/context.ts";
import type { Router } from "../platform/http/http.ts";
import { isForeign } from "../platform/http/origin.ts";

export function mailboxRoutes(router: Router, ctx: Ctx): void {
  router.on(listDevMails, async ({ query, request }) => {
    if (isForeign(ctx, request)) throw new DomainError("route_not_found");
    const newest = ctx.db
      .selectFrom("dev_mails")
      .selectAll()
      .orderBy("created_at", "desc")
      .orderBy("id")
      .limit(100);
    return {
      mails: await (
        query.to ? newest.where("recipient", "=", query.to.toLowerCase()) : newest
      ).execute(),
    };
  });
}
