// HTTP routes for business documents. The body of an upload is the file itself.
import type { FastifyInstance } from "fastify";
import * as contract from "../../../../contract/host/business-documents.ts";
import type { Ctx } from "../../../platform/context.ts";
import { openRouter, type Router } from "../../../platform/http/http.ts";
import { openIncoming, received } from "../../../platform/http/receive-file.ts";
import { DOCUMENT_UPLOAD, replyWithDocument } from "../../../platform/storage/document-store.ts";
import { authenticate } from "../../accounts/accounts.service.ts";
import * as documents from "./business-documents.service.ts";

export function businessDocumentsRoutes(router: Router, app: FastifyInstance, ctx: Ctx): void {
  router.on(contract.listBusinessDocuments, async ({ user }) => ({
    documents: await documents.readBusinessDocuments(ctx, user.id),
  }));
  router.on(contract.getBusinessDocument, async ({ user, params, reply }) =>
    replyWithDocument(reply, await documents.openBusinessDocument(ctx, user, user.id, params.kind)),
  );
  router.on(contract.getHostBusinessDocument, async ({ user, params, reply }) =>
    replyWithDocument(
      reply,
      await documents.openBusinessDocument(ctx, user, params.id, params.kind, { asAdmin: true }),
    ),
  );
  router.on(contract.deleteBusinessDocument, ({ user, params }) =>
    documents.removeBusinessDocument(ctx, user, params.kind),
  );
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, body, done) => done(null, body));
    const folder = await openIncoming(ctx.config.dataDir, "incoming-business-documents");
    openRouter(scope, ctx, (bearer) => authenticate(ctx, bearer)).on(
      contract.putBusinessDocument,
      async ({ user, params, query, request }) => {
        const upload = {
          kind: params.kind,
          number: query.number ?? null,
          expiresOn: query.expires_on ?? null,
        };
        documents.admitBusinessDocument(ctx, user, upload);
        return received(request, user.id, folder, DOCUMENT_UPLOAD, (file) =>
          documents.storeBusinessDocument(ctx, user, upload, file),
        );
      },
    );
  });
}
