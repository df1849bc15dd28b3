// Cases over HTTP, and their jobs. The body of an upload is the file itself.
import type { FastifyInstance } from "fastify";
import * as adminContract from "../../../contract/admin/admin-cases.ts";
import * as contract from "../../../contract/bookings/trip-cases.ts";
import type { Ctx } from "../../platform/context.ts";
import { openRouter, type Router } from "../../platform/http/http.ts";
import { openIncoming, received } from "../../platform/http/receive-file.ts";
import type { JobHandler } from "../../platform/jobs/jobs.ts";
import { DOCUMENT_UPLOAD, replyWithDocument } from "../../platform/storage/document-store.ts";
import { authenticate } from "../accounts/accounts.service.ts";
import { readAdminCases } from "./admin-cases.service.ts";
import { sweepCases } from "./case-deadlines.service.ts";
import { readCaseFilePdf } from "./case-file.service.ts";
import * as files from "./case-files.service.ts";
import * as cases from "./cases.service.ts";
import { readCases } from "./read-cases.service.ts";

export function casesRoutes(router: Router, app: FastifyInstance, ctx: Ctx): void {
  router.on(contract.getCases, ({ user, params }) => readCases(ctx, user, params.id));
  router.on(contract.openCase, ({ user, params, body }) =>
    cases.openCase(ctx, user, params.id, body),
  );
  router.on(contract.answerCase, ({ user, params, body }) =>
    cases.answerCase(ctx, user, params, body),
  );
  router.on(contract.acceptCase, ({ user, params }) => cases.acceptCase(ctx, user, params));
  router.on(contract.withdrawCase, ({ user, params }) => cases.withdrawCase(ctx, user, params));
  router.on(contract.appealCase, ({ user, params, body }) =>
    cases.appealCase(ctx, user, params, body),
  );
  router.on(contract.getCaseFile, async ({ user, params, reply }) =>
    replyWithDocument(reply, {
      ...(await files.openCaseFile(ctx, user, { bookingId: params.id, id: params.file_id })),
      id: params.file_id,
      kind: "case",
    }),
  );
  router.on(contract.getCaseFilePdf, async ({ user, params, reply }) => {
    const { body, number } = await readCaseFilePdf(ctx, user, params);
    return replyWithDocument(reply, {
      type: "application/pdf",
      body,
      id: params.case_id,
      kind: number,
    });
  });
  router.on(adminContract.decideCase, ({ user, params, body }) =>
    cases.decideCase(ctx, user, params, body),
  );
  router.on(adminContract.getAdminCases, ({ query }) => readAdminCases(ctx, query.list));

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, body, done) => done(null, body));
    const folder = await openIncoming(ctx.config.dataDir, "incoming-case-files");
    openRouter(scope, ctx, (bearer) => authenticate(ctx, bearer)).on(
      contract.putCaseFile,
      async ({ user, params, request }) => {
        const upload = { bookingId: params.id, id: params.file_id };
        await files.admitCaseFile(ctx, user, upload);
        return received(request, user.id, folder, DOCUMENT_UPLOAD, (file) =>
          files.storeCaseFile(ctx, user, upload, file),
        );
      },
    );
  });
}

export const casesJobs = (ctx: Ctx): JobHandler[] => [
  { name: "cases", cron: "* * * * *", run: () => sweepCases(ctx) },
  { name: "case-files-daily", cron: "55 4 * * *", run: () => files.maintainCaseFiles(ctx) },
];
