// A person's data as a whole (copy and deletion) over HTTP, and the jobs behind it.
import * as contract from "../../../contract/people/personal-data.ts";
import type { Ctx } from "../../platform/context.ts";
import type { Router } from "../../platform/http/http.ts";
import type { JobHandler } from "../../platform/jobs/jobs.ts";
import * as copies from "./data-copy.service.ts";
import { deleteAccount, readDeparture } from "./departure.service.ts";

export function personalDataRoutes(router: Router, ctx: Ctx): void {
  router.on(contract.getDataCopy, ({ user }) => copies.readCopy(ctx, user));
  router.on(contract.askDataCopy, ({ user }) => copies.requestCopy(ctx, user));
  router.on(contract.getDataCopyFile, async ({ user, reply }) => {
    const body = await copies.readCopyFile(ctx, user);
    reply
      .type("application/zip")
      .header("content-disposition", 'attachment; filename="my-data.zip"');
    return body;
  });
  router.on(contract.getDeparture, ({ user }) => readDeparture(ctx, user));
  router.on(contract.deleteAccount, ({ user, body }) => deleteAccount(ctx, user, body.password));
}

interface OneCopy {
  id: string;
}

export const personalDataJobs = (ctx: Ctx): JobHandler[] => [
  {
    name: copies.MAKE_COPY,
    run: ({ id }: OneCopy) => copies.makeCopy(ctx, id),
    gaveUp: ({ id }: OneCopy) => copies.abandonCopy(ctx, id),
  },
  {
    name: copies.REMOVE_COPY,
    run: ({ id }: OneCopy) => ctx.copies.remove([copies.dataCopyFile(id)]),
  },
  { name: "data-copies-cleanup", cron: "53 4 * * *", run: () => copies.removeOldCopies(ctx) },
];
