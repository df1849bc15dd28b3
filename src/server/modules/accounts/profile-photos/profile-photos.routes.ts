// Profile photos over HTTP. An upload's body is the file itself; its declared type is ignored.
import type { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { deletePortrait, getPortrait, putPortrait } from "../../../../contract/people/accounts.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { MAX_PHOTO_BYTES, MAX_PHOTO_MEGABYTES } from "../../../../domain/listing/photo.ts";
import type { Ctx } from "../../../platform/context.ts";
import { openRouter, type Router } from "../../../platform/http/http.ts";
import { openIncoming, received, type Expected } from "../../../platform/http/receive-file.ts";
import {
  admitProfilePhoto,
  readProfilePhoto,
  removeProfilePhoto,
  storeProfilePhoto,
} from "./profile-photos.service.ts";
import { authenticate } from "../sessions/authentication.service.ts";

const PORTRAIT: Expected = {
  maxBytes: MAX_PHOTO_BYTES,
  tooLarge: () => new DomainError("photo_too_large", { limit_megabytes: MAX_PHOTO_MEGABYTES }),
  broken: () => new DomainError("photo_broken"),
  body: (request) => request.body as Readable | undefined,
};

export function profilePhotoRoutes(router: Router, app: FastifyInstance, ctx: Ctx): void {
  router.on(getPortrait, async ({ params, reply }) => {
    const body = await readProfilePhoto(ctx, params);
    // A new photo has a new address. Caches drop a removed one within a day.
    reply.type("image/webp").header("cache-control", "public, max-age=86400");
    return body;
  });
  router.on(deletePortrait, ({ user }) => removeProfilePhoto(ctx, user));
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, body, done) => done(null, body));
    const folder = await openIncoming(ctx.config.dataDir, "incoming-portraits");
    openRouter(scope, ctx, (bearer) => authenticate(ctx, bearer)).on(
      putPortrait,
      async ({ user, request }) => {
        await admitProfilePhoto(ctx, user);
        return received(request, user.id, folder, PORTRAIT, (file) =>
          storeProfilePhoto(ctx, user, file),
        );
      },
    );
  });
}
