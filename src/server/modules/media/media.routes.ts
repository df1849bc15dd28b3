// HTTP routes for photos: public reading, and /storage/v1 for the unmodified storage-js client,
// whose fields, leniency and error format differ from the rest of the API.
import type { Readable } from "node:stream";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import * as contract from "../../../contract/listings/media.ts";
import { DomainError } from "../../../domain/errors.ts";
import { MAX_PHOTO_BYTES, MAX_PHOTO_MEGABYTES, PHOTO_PATH } from "../../../domain/listing/photo.ts";
import type { Ctx, SessionCtx, User } from "../../platform/context.ts";
import { logError, readInput, toProblem, type Router } from "../../platform/http/http.ts";
import { isUnchanged, namesType } from "../../platform/http/negotiation.ts";
import type { PhotoSource } from "../../platform/storage/photo-store.ts";
import { countCall } from "../../platform/http/rate-limit.ts";
import { openIncoming, received, type Expected } from "../../platform/http/receive-file.ts";
import { authenticate } from "../accounts/accounts.service.ts";
import * as media from "./media.service.ts";

const PREFIX = "/storage/v1";
const withinPrefix = (path: string): string => path.slice(PREFIX.length);

/** @param source photos that nobody uploaded, tried for unknown names */
export function mediaRoutes(
  router: Router,
  app: FastifyInstance,
  ctx: Ctx,
  source?: PhotoSource,
): void {
  router.on(contract.getPhotoStates, async ({ user, query }) => ({
    photos: await media.readProgress(ctx, user, query.keys),
  }));
  const mount = async (scope: FastifyInstance): Promise<void> => {
    useStorageProtocol(scope);
    publicPhotos(scope, ctx, source);
    objectLists(scope, ctx);
    await scope.register((inner) => uploads(inner, ctx));
  };
  void app.register(mount, { prefix: PREFIX });
  if (!source) return;
  app.addHook("onListen", async () => source.start());
  app.addHook("onClose", async () => source.stop());
}

/** GET PHOTO_PATH<key>?width=&format=. Photos of `source` are WebP unless a format is given. */
function publicPhotos(
  scope: FastifyInstance,
  ctx: Pick<Ctx, "db" | "objects">,
  source: PhotoSource | undefined,
): void {
  scope.get<{ Params: { "*": string } }>(`${withinPrefix(PHOTO_PATH)}*`, async (request, reply) => {
    const { width, format } = readInput(contract.photoSizeQuery, request.query, "query");
    const key = request.params["*"];
    const best = namesType(request.headers.accept, "image/avif") ? "avif" : "webp";
    const photo =
      (await media.findPhoto(ctx, key, { width, format: format ?? best })) ??
      (await source?.find(key, { width, format: format ?? "webp" }));
    if (!format) reply.header("vary", "accept");
    if (!photo) throw new DomainError("not_found", { what: "photo" });
    const etag = `"${photo.name}"`;
    if (isUnchanged(request.headers["if-none-match"], etag))
      return cached(reply, etag, photo.final).code(304).send();
    const stored = await photo.read();
    if (!stored) throw new DomainError("not_found", { what: "photo" });
    return cached(reply, etag, photo.final)
      .type(photo.type)
      .header("content-length", stored.bytes)
      .send(stored.body);
  });
}

/** Final bytes are cached by browsers and proxies forever; others are revalidated each time. */
const cached = (reply: FastifyReply, etag: string, final: boolean): FastifyReply =>
  reply
    .header("etag", etag)
    .header("cache-control", final ? "public, max-age=31536000, immutable" : "no-cache");

function useStorageProtocol(scope: FastifyInstance): void {
  scope.addHook("onSend", async (_request, reply) => {
    if (reply.getHeader("cache-control") === undefined) reply.header("cache-control", "no-store");
  });
  scope.setErrorHandler((error, request, reply) => {
    const { status, code, detail, details } = toProblem(error, request.id);
    logError(request, status, error);
    const retry = details["retry_after_seconds"];
    if (typeof retry === "number") reply.header("retry-after", String(retry));
    const body: contract.StorageErrorBody = {
      statusCode: String(status),
      error: code,
      code,
      message: detail,
    };
    return reply.code(status).send(body);
  });
}

async function signedIn(ctx: SessionCtx, request: FastifyRequest): Promise<User> {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const user = bearer ? await authenticate(ctx, bearer) : undefined;
  if (!user) throw new DomainError("unauthenticated");
  return user;
}

function objectLists(scope: FastifyInstance, ctx: Ctx): void {
  const on = <B extends z.ZodType, A extends z.ZodType>(
    spec: { method: string; path: string; body: B; output: A },
    handle: (user: User, body: z.output<B>) => Promise<z.output<A>>,
  ): void => {
    scope.route({
      method: spec.method,
      url: withinPrefix(spec.path),
      handler: async (request) => {
        const user = await signedIn(ctx, request);
        return spec.output.parse(
          await handle(user, readInput(spec.body, request.body ?? {}, "body")),
        );
      },
    });
  };
  on(contract.listPhotos, (user, body) => media.listPhotos(ctx, user, body));
  on(contract.deletePhotos, (user, body) => media.deletePhotos(ctx, user, body.prefixes));
}

/** A photo is the body itself, or the file in a form. */
const PHOTO: Expected = {
  maxBytes: MAX_PHOTO_BYTES,
  tooLarge: () => new DomainError("photo_too_large", { limit_megabytes: MAX_PHOTO_MEGABYTES }),
  broken: () => new DomainError("photo_broken"),
  body: async (request) =>
    request.isMultipart() ? (await request.file())?.file : (request.body as Readable | undefined),
};

async function uploads(scope: FastifyInstance, ctx: Ctx): Promise<void> {
  // Another bucket or an unknown path. It is refused here, where a body of any type is accepted.
  scope.setNotFoundHandler(() => {
    throw new DomainError("route_not_found");
  });
  // A body that is not a form is the file itself, whatever its declared type.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, body, done) => done(null, body));
  await scope.register(multipart, {
    // The size is checked while receiving.
    limits: { files: 1, parts: 20, fieldSize: 10_000, fileSize: Infinity },
  });
  const folder = await openIncoming(ctx.config.dataDir, "incoming");
  for (const { method, path, limit } of [contract.uploadPhoto, contract.replacePhoto]) {
    scope.route<{ Params: { "*": string } }>({
      method,
      url: withinPrefix(path).replace("{path}", "*"),
      handler: async (request) => {
        const user = await signedIn(ctx, request);
        await countCall(ctx, limit, user);
        const key = request.params["*"];
        const upload = { key, replace: method === "PUT" || request.headers["x-upsert"] === "true" };
        await media.admitUpload(ctx, user, upload);
        const id = await received(request, user.id, folder, PHOTO, (file) =>
          media.storePhoto(ctx, user, upload, file),
        );
        return { Id: id, Key: `${contract.BUCKET}/${key}` };
      },
    });
  }
}
