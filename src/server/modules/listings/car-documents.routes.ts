// The papers of cars over HTTP. An upload's body is the file itself, whatever it says that it is.
import type { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import * as contract from "../../../contract/car-documents.ts";
import { MAX_DOCUMENT_BYTES, MAX_DOCUMENT_MEGABYTES } from "../../../domain/car-documents.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { Ctx } from "../../platform/context.ts";
import { openRouter, type Router } from "../../platform/http.ts";
import { openIncoming, received, type Expected } from "../../platform/received.ts";
import { authenticate } from "../accounts/accounts.service.ts";
import * as documents from "./car-documents.service.ts";

const DOCUMENT: Expected = {
  maxBytes: MAX_DOCUMENT_BYTES,
  tooLarge: () => new DomainError("document_too_large", { limit_megabytes: MAX_DOCUMENT_MEGABYTES }),
  broken: () => new DomainError("document_broken"),
  body: (request) => request.body as Readable | undefined,
};

export function carDocumentsRoutes(router: Router, app: FastifyInstance, ctx: Ctx): void {
  router.on(contract.getCarDocument, async ({ user, params, reply }) => {
    const { type, body, id } = await documents.readDocumentFile(ctx, user, params.id, params.kind);
    const [place, extension] = type === "application/pdf" ? ["attachment", "pdf"] : ["inline", "jpg"];
    reply
      .type(type)
      .header("content-disposition", `${place}; filename="${params.kind}-${id.slice(0, 8)}.${extension}"`)
      .header("content-security-policy", "sandbox; default-src 'none'");
    return body;
  });
  router.on(contract.deleteCarDocument, ({ user, params }) =>
    documents.removeDocument(ctx, user, params.id, params.kind),
  );
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, body, done) => done(null, body));
    const folder = await openIncoming(ctx.config.dataDir, "incoming-documents");
    openRouter(scope, (bearer) => authenticate(ctx, bearer)).on(
      contract.putCarDocument,
      async ({ user, params, query, request }) => {
        const upload = { carId: params.id, kind: params.kind, expiresOn: query.expires_on ?? null };
        await documents.admitDocument(ctx, user, upload);
        return received(request, user.id, folder, DOCUMENT, (file) => documents.storeDocument(ctx, user, upload, file));
      },
    );
  });
}
