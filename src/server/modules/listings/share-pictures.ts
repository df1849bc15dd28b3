// The social image of a car's page: its photo, title and price. It is rendered on the first
// request, and again after one of these changes, because its name is a hash of them.
import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { DomainError } from "../../../domain/errors.ts";
import { maskListing } from "../../../domain/listing/listing-masking.ts";
import { formatUsdShort } from "../../../domain/text/format.ts";
import { PHOTO_PATH, type PhotoSize, type SocialImage } from "../../../domain/listing/photo.ts";
import type { Ctx } from "../../platform/context.ts";
import { isUuid } from "../../platform/database/cursor.ts";
import type { JobHandler } from "../../platform/jobs/jobs.ts";
import { isUnchanged } from "../../platform/http/negotiation.ts";
import type { FoundPhoto, PhotoSource } from "../../platform/storage/photo-store.ts";
import { addressKey, countAttempt } from "../../platform/http/rate-limit.ts";
import { readBuffer } from "../../platform/storage/object-store.ts";
import { findPhoto } from "../media/media.service.ts";
import { findPublicListing, type DetailRow } from "./listings.repository.ts";

/** Increment it when the design changes. */
const DESIGN = 1;
const PHOTO: PhotoSize = { width: 1600, format: "webp" };
/** Renderings per minute and address; stored images do not count. */
const DRAWINGS = { attempts: 30, seconds: 60 };
const RETENTION_DAYS = 30;
const DAY_MS = 86_400_000;

/** @param source photos that nobody uploaded */
export function socialImageRoutes(app: FastifyInstance, ctx: Ctx, source?: PhotoSource): void {
  app.get<{ Params: { file: string } }>("/og/car/:file", async (request, reply) => {
    const id = /^(.+)\.jpg$/.exec(request.params.file)?.[1]?.toLowerCase() ?? "";
    const car = isUuid(id) ? await findPublicListing(ctx.db, id) : undefined;
    if (!car) throw new DomainError("car_not_available");
    const photo = await readPhoto(ctx, car, source);
    const text = toImageText(car);
    const hash = createHash("sha256")
      .update(JSON.stringify([DESIGN, photo?.name, text]))
      .digest("hex");
    const etag = `"${hash.slice(0, 32)}"`;
    // Revalidated after an hour, since it changes with the car; the answer is usually 304.
    reply.header("etag", etag).header("cache-control", "public, max-age=3600");
    if (isUnchanged(request.headers["if-none-match"], etag)) return reply.code(304).send();
    const name = `${id}/${hash}.jpg`;
    const cached = await ctx.socialImages.find(name);
    reply.type("image/jpeg");
    if (cached) return reply.header("content-length", cached.bytes).send(cached.body);
    const who = addressKey(request.ip);
    await countAttempt(ctx, `share-picture:${who}`, DRAWINGS);
    const image = await ctx.socialImages.draw(name, who, async () => {
      const stored = await photo?.read();
      return { ...text, photo: stored && (await readBuffer(stored)) };
    });
    return reply.send(image);
  });
}

export const socialImageJobs = (ctx: Ctx): JobHandler[] => [
  {
    name: "share-pictures",
    cron: "23 4 * * *",
    run: () =>
      ctx.socialImages.clear(new Date(ctx.clock.now().getTime() - RETENTION_DAYS * DAY_MS)),
  },
];

/** The cover photo, if it is stored here. */
async function readPhoto(
  ctx: Pick<Ctx, "db" | "objects">,
  car: DetailRow,
  source?: PhotoSource,
): Promise<FoundPhoto | undefined> {
  const [cover = ""] = car.images;
  if (!cover.startsWith(PHOTO_PATH)) return undefined;
  const key = cover.slice(PHOTO_PATH.length);
  return (await findPhoto(ctx, key, PHOTO)) ?? (await source?.find(key, PHOTO));
}

function toImageText(row: DetailRow): Omit<SocialImage, "photo"> {
  const car = maskListing(row);
  return {
    title: car.title,
    about: `${car.year} ${car.make} ${car.model} · ${car.location}`,
    price: `${formatUsdShort(car.price_per_day_cents)} / day`,
  };
}
