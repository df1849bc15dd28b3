// Tests that notifications are published after the commit, never after a rollback, and that
// transactions do not wait for each other's.
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { publish, publishAfterCommit } from "./publish.ts";
import { openDb, openPool, type Db } from "../database/database.ts";
import { listenTo } from "./listen.ts";

const CHANNEL = "announced_here";
const messages: (string | undefined)[] = [];
const pool = openPool(inject("databaseServer"), () => {});
const db = openDb(pool);
const log = pino({ level: "silent" });
let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await listenTo(pool, CHANNEL, (payload) => messages.push(payload), log);
});
beforeEach(() => void messages.splice(0));
afterAll(async () => {
  await stop();
  await db.destroy();
});

const say = (tx: Db, ...payloads: string[]): Promise<void> => publish(tx, CHANNEL, payloads);

test("publishes when the transaction has committed, and not before", async () => {
  await publishAfterCommit(db, log, async (tx) => {
    await say(tx, "a", "b");
    await say(db, "while it runs");
    await expect.poll(() => messages).toEqual(["while it runs"]);
  });
  await expect.poll(() => messages).toEqual(["while it runs", "a", "b"]);
});

test("never publishes after a rollback", async () => {
  const fails = publishAfterCommit(db, log, async (tx) => {
    await say(tx, "undone");
    throw new Error("no");
  });
  await expect(fails).rejects.toThrow("no");
  await say(db, "later");
  await expect.poll(() => messages).toEqual(["later"]);
});

test("publishes each of many notifications once", async () => {
  const names = Array.from({ length: 200 }, (_, n) => String(n));
  await Promise.all(names.map((name) => publishAfterCommit(db, log, (tx) => say(tx, name))));
  await expect.poll(() => messages.length).toBe(names.length);
  expect(new Set(messages)).toEqual(new Set(names));
});

test("keeps the change when publishing fails, and publishes later ones", async () => {
  const received: unknown[] = [];
  const listening = pino({ level: "warn" }, { write: (line) => void received.push(line) });
  // Longer than a notification may be.
  const done = publishAfterCommit(db, listening, (tx) =>
    say(tx, "x".repeat(9000)).then(() => "done"),
  );
  expect(await done).toBe("done");
  expect(received).toHaveLength(1);
  await publishAfterCommit(db, log, (tx) => say(tx, "next"));
  await expect.poll(() => messages).toEqual(["next"]);
});
