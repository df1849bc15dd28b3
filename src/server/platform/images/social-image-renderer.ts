// Draws and stores the images that other sites show for a shared page. A separate worker process
// draws them (social-image-process.ts).
import { join } from "node:path";
import type { Logger } from "pino";
import { DomainError } from "../../../domain/errors.ts";
import type { SocialImage } from "../../../domain/listing/photo.ts";
import type { ObjectStore, StoredObject } from "../storage/object-store.ts";
import { openWorkerProcess } from "./worker.ts";

export interface SocialImageRenderer {
  /** Finds an image that was drawn before. */
  find(name: string): Promise<StoredObject | undefined>;
  /**
   * Draws what `prepare` returns and stores it under `name`. Concurrent calls for the same name
   * share one drawing.
   * @param who the caller; callers take turns
   * @throws DomainError busy when too many drawings wait already.
   */
  draw(name: string, who: string, prepare: () => Promise<SocialImage>): Promise<Buffer>;
  /** Removes the images drawn before this time. They are drawn again on demand. */
  clear(before: Date): Promise<void>;
  stop(): void;
}

const LIMIT_MS = 20_000;
/** One image is drawn at a time, in about 300 ms at the lowest priority. */
const MAX_WAITING = 8;
const RETRY_SECONDS = 10;

export function openSocialImageRenderer(store: ObjectStore, log: Logger): SocialImageRenderer {
  const worker = openWorkerProcess<SocialImage, Buffer>(
    join(import.meta.dirname, "social-image-process.ts"),
    log,
    LIMIT_MS,
  );
  const waiting = new Map<string, Promise<Buffer>>();

  async function paint(
    name: string,
    who: string,
    prepare: () => Promise<SocialImage>,
  ): Promise<Buffer> {
    const image = Buffer.from(await worker.do(await prepare(), who));
    await store.put(name, image, "image/jpeg");
    return image;
  }

  return {
    find: (name) => store.read(name),
    draw(name, who, prepare) {
      const begun = waiting.get(name);
      if (begun) return begun;
      if (waiting.size >= MAX_WAITING)
        throw new DomainError("busy", { retry_after_seconds: RETRY_SECONDS });
      const drawn = paint(name, who, prepare).finally(() => waiting.delete(name));
      waiting.set(name, drawn);
      return drawn;
    },
    async clear(before) {
      const old: string[] = [];
      for await (const { name, modifiedAt } of store.list())
        if (modifiedAt < before) old.push(name);
      await store.remove(old);
    },
    stop: () => worker.stop(),
  };
}
