// Serves the photos of cars from DATA_DIR/photos. A photo is a folder named by its key, with one file for each width in it.
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { DomainError } from "../../domain/errors.ts";
import type { Ctx } from "./context.ts";

/** Where the public reads photos; what stands in car_listings.images begins with it. */
export const PHOTO_PATH = "/storage/v1/object/public/car-images/";
/** Widths in pixels that `?width=` may ask for. */
export const PHOTO_WIDTHS = [480, 960, 1536] as const;
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number];
const DEFAULT_WIDTH: PhotoWidth = 960;

/** Makes photos that are not on disk. */
export interface PhotoSource {
  /** Writes a photo to `file`, whole or not at all. @returns false when there is no such photo. */
  make(key: string, width: PhotoWidth, file: string): Promise<boolean>;
  /** Called once the server answers; makes the rest before it is asked for, without being in anybody's way. */
  start(fileOf: (key: string, width: PhotoWidth) => string): void;
  stop(): void;
}

/** Names with slashes between them; none begins with a dot, so no key leads out of the folder. */
const KEY = /^\w[\w.-]{0,99}(\/\w[\w.-]{0,99}){0,4}$/;

/**
 * Mounts GET PHOTO_PATH<key>?width=. The bytes of a key never change, so browsers and proxies keep them for good.
 * @param source makes what is missing; without one a missing photo is 404.
 */
export function photosRoutes(app: FastifyInstance, ctx: Ctx, source?: PhotoSource): void {
  const folder = join(ctx.config.dataDir, "photos");
  const fileOf = (key: string, width: PhotoWidth): string => join(folder, key, `${width}.webp`);

  app.get<{ Params: { "*": string }; Querystring: { width?: unknown } }>(`${PHOTO_PATH}*`, async (request, reply) => {
    const key = request.params["*"];
    const width = readWidth(request.query.width);
    if (!KEY.test(key)) throw new DomainError("PGRST116", { what: "photo" });
    const file = fileOf(key, width);
    const found = (await isFile(file)) || (await source?.make(key, width, file));
    if (!found) throw new DomainError("PGRST116", { what: "photo" });
    const { size, mtimeMs } = await stat(file);
    const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`;
    reply.header("cache-control", "public, max-age=31536000, immutable").header("etag", etag);
    if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
    return reply.type("image/webp").send(await readFile(file));
  });

  if (!source) return;
  app.addHook("onListen", async () => source.start(fileOf));
  app.addHook("onClose", async () => source.stop());
}

function readWidth(asked: unknown): PhotoWidth {
  const width = asked === undefined ? DEFAULT_WIDTH : PHOTO_WIDTHS.find((each) => String(each) === asked);
  if (width) return width;
  throw new DomainError("invalid_request", {
    errors: [{ field: "query.width", message: `must be one of ${PHOTO_WIDTHS.join(", ")}` }],
  });
}

const isFile = (file: string): Promise<boolean> =>
  stat(file).then(
    (entry) => entry.isFile(),
    () => false,
  );
