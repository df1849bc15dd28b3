// Verification over HTTP, for the person and for admins, and its daily job. An upload's body is the
// file itself.
import type { FastifyInstance } from "fastify";
import * as admin from "../../../contract/admin/admin-verifications.ts";
import * as contract from "../../../contract/people/identity.ts";
import type { Ctx } from "../../platform/context.ts";
import {
  removeStaleFiles,
  DOCUMENT_UPLOAD,
  replyWithDocument,
} from "../../platform/storage/document-store.ts";
import { openRouter, type Router } from "../../platform/http/http.ts";
import type { JobHandler } from "../../platform/jobs/jobs.ts";
import { openIncoming, received } from "../../platform/http/receive-file.ts";
import { authenticate } from "../accounts/accounts.service.ts";
import * as identity from "./identity.service.ts";
import { deleteOldCodes } from "./phone.repository.ts";
import { sendCode, verifyCode } from "./phone.service.ts";
import * as settings from "./marketplace-settings.service.ts";
import * as verifications from "./verifications.service.ts";

export function identityRoutes(router: Router, app: FastifyInstance, ctx: Ctx): void {
  router.on(contract.getIdentity, ({ user }) => identity.readIdentity(ctx, user));
  router.on(contract.getIdentityDocument, async ({ user, params, reply }) =>
    replyWithDocument(reply, await identity.openDocument(ctx, user, user.id, params.kind)),
  );
  router.on(contract.deleteIdentityDocuments, ({ user }) => identity.withdrawIdentity(ctx, user));
  router.on(contract.submitIdentity, ({ user }) => identity.submit(ctx, user));
  router.on(contract.sendPhoneCode, ({ user, request }) => sendCode(ctx, user, request.ip));
  router.on(contract.verifyPhone, ({ user, body }) => verifyCode(ctx, user, body.code));

  router.on(admin.listVerifications, ({ query }) => verifications.listVerifications(ctx, query));
  router.on(admin.getVerification, ({ params }) => verifications.readVerification(ctx, params.id));
  router.on(admin.getVerificationDocument, async ({ user, params, reply }) =>
    replyWithDocument(reply, await identity.openDocument(ctx, user, params.id, params.kind)),
  );
  router.on(admin.approveVerification, ({ user, params, body }) =>
    verifications.approve(ctx, user, params.id, body.version),
  );
  router.on(admin.rejectVerification, ({ user, params, body }) =>
    verifications.reject(ctx, user, params.id, body),
  );
  router.on(admin.getMarketplaceSettings, () => settings.readMarketplaceSettings(ctx));
  router.on(admin.changeMarketplaceSettings, ({ user, body }) =>
    settings.changeSettings(ctx, user, body),
  );

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, body, done) => done(null, body));
    const folder = await openIncoming(ctx.config.dataDir, "incoming-identity-documents");
    openRouter(scope, ctx, (bearer) => authenticate(ctx, bearer)).on(
      contract.putIdentityDocument,
      async ({ user, params, request }) => {
        await identity.admitIdentityDocument(ctx, user);
        return received(request, user.id, folder, DOCUMENT_UPLOAD, (file) =>
          identity.storeIdentityDocument(ctx, user, params.kind, file),
        );
      },
    );
  });
}

export const identityJobs = (ctx: Ctx): JobHandler[] => [
  { name: "identity-daily", cron: "20 4 * * *", run: () => careForIdentities(ctx) },
];

/** Deletes what is overdue, and maintains the files of the remaining documents. */
export async function careForIdentities(ctx: Ctx): Promise<void> {
  await identity.deleteOverdue(ctx);
  await deleteOldCodes(ctx.db, ctx.clock.now().toISOString());
  await removeStaleFiles(ctx, {
    store: ctx.identityDocuments,
    table: "identity_documents",
    boundTo: identity.identityDocumentContext,
  });
}
