// HTTP routes for car documents. The body of an upload is the file itself; its declared type is
// ignored.
import type { FastifyInstance } from "fastify";
import * as contract from "../../../../contract/host/car-documents.ts";
import type { Ctx } from "../../../platform/context.ts";
import { DOCUMENT_UPLOAD, replyWithDocument } from "../../../platform/storage/document-store.ts";
import { openRouter, type Router } from "../../../platform/http/http.ts";
import { openIncoming, received } from "../../../platform/http/receive-file.ts";
import { authenticate } from "../../accounts/accounts.service.ts";
import * as documents from "./car-documents.service.ts";

export function carDocumentsRoutes(router: Router, app: FastifyInstance, ctx: Ctx): void {
  router.on(contract.getCarDocument, async ({ user, params, reply }) =>
    replyWithDocument(reply, await documents.readDocumentFile(ctx, user, params.id, params.kind)),
  );
  router.on(contract.deleteCarDocument, ({ user, params }) =>
    documents.removeDocument(ctx, user, params.id, params.kind),
  );
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, body, done) => done(null, body));
    const folder = await openIncoming(ctx.config.dataDir, "incoming-documents");
    openRouter(scope, ctx, (bearer) => authenticate(ctx, bearer)).on(
      contract.putCarDocument,
      async ({ user, params, query, request }) => {
        const upload = {
          carId: params.id,
          kind: params.kind,
          expiresOn: query.expires_on ?? null,
          inspectedOn: query.inspected_on ?? null,
        };
        await documents.admitCarDocument(ctx, user, upload);
        return received(request, user.id, folder, DOCUMENT_UPLOAD, (file) =>
          documents.storeCarDocument(ctx, user, upload, file),
        );
      },
    );
  });
}
