// Draws the pictures that other sites show of a shared page, and keeps them. The drawing is done by a process of its own (process.ts).
import { join } from "node:path";
import type { Logger } from "pino";
import { DomainError } from "../../../domain/errors.ts";
import type { SharePicture } from "../../../domain/listing/photo.ts";
import type { ObjectStore, StoredObject } from "../storage/object-store.ts";
import { openWorkshop } from "./worker.ts";

export interface Easel {
  /** A picture that was drawn before. */
  find(name: string): Promise<StoredObject | undefined>;
  /**
   * Draws what `prepare` brings and keeps it under `name`; those who ask for the same wait for the same.
   * @param who asks: people take turns
   * @throws DomainError busy when too many wait already.
   */
  draw(name: string, who: string, prepare: () => Promise<SharePicture>): Promise<Buffer>;
  /** Removes what was drawn before this time. What is still asked for is drawn again. */
  clear(before: Date): Promise<void>;
  stop(): void;
}

const LIMIT_MS = 20_000;
/** One is drawn at a time, in about 300 ms of what others leave of a core. */
const MAX_WAITING = 8;
const RETRY_SECONDS = 10;

export function openEasel(store: ObjectStore, log: Logger): Easel {
  const workshop = openWorkshop<SharePicture, Buffer>(
    join(import.meta.dirname, "social-image-process.ts"),
    log,
    LIMIT_MS,
  );
  const waiting = new Map<string, Promise<Buffer>>();

  async function paint(name: string, who: string, prepare: () => Promise<SharePicture>): Promise<Buffer> {
    const image = Buffer.from(await workshop.do(await prepare(), who));
    await store.put(name, image, "image/jpeg");
    return image;
  }

  return {
    find: (name) => store.read(name),
    draw(name, who, prepare) {
      const begun = waiting.get(name);
      if (begun) return begun;
      if (waiting.size >= MAX_WAITING) throw new DomainError("busy", { retry_after_seconds: RETRY_SECONDS });
      const drawn = paint(name, who, prepare).finally(() => waiting.delete(name));
      waiting.set(name, drawn);
      return drawn;
    },
    async clear(before) {
      const old: string[] = [];
      for await (const { name, modifiedAt } of store.list()) if (modifiedAt < before) old.push(name);
      await store.remove(old);
    },
    stop: () => workshop.stop(),
  };
}
