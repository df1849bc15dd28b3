// Tests the keys: generated, read from settings, rotated and malformed.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  newEncryptionKeysSetting,
  newSigningKeysSetting,
  openKeys,
  rotateEncryptionKeys,
  rotateSigningKeys,
  waitingSigningKeysSetting,
} from "./keys.ts";
import { StartError } from "../start-error.ts";

let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), "caydrive-keys-"))));
afterEach(() => rmSync(dataDir, { recursive: true }));

const open = (signingKeys?: string, paymentWebhookSecret?: string, encryptionKeys?: string) =>
  openKeys({ dataDir, signingKeys, paymentWebhookSecret, encryptionKeys });
const now = new Date("2026-11-21T17:00:00Z");
const later = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000);

test("generates secrets once, readable only by their owner", async () => {
  const first = await open();
  const second = await open();
  expect((await second.current(now)).signing.kid).toBe((await first.current(now)).signing.kid);
  expect(second.webhookSecret).toBe(first.webhookSecret);
  expect(first.webhookSecret.length).toBeGreaterThan(40);
  expect(second.sealing).toEqual(first.sealing);
  expect(first.sealing.current.key).toHaveLength(32);
  for (const name of ["signing.json", "webhook-secret", "encryption"])
    expect(statSync(join(dataDir, "keys", name)).mode & 0o777).toBe(0o600);
});

test("notices a rotation while running, and verifies with older keys for a day", async () => {
  const keys = await open();
  const before = (await keys.current(now)).signing.kid;
  const kid = await rotateSigningKeys(dataDir, now);
  const after = await keys.current(now);
  expect(after.signing.kid).toBe(kid);
  expect([...after.verifying.keys()]).toEqual([kid, before]);
  expect(after.published.every((key) => !("d" in key))).toBe(true);
  const next = await rotateSigningKeys(dataDir, later(25));
  expect([...(await keys.current(later(25))).verifying.keys()]).toEqual([next, kid]);
  // Also without a further rotation, and in a setting that was never tidied up.
  expect([...(await keys.current(later(25 + 24))).verifying.keys()]).toEqual([next]);
});

test("signs with the setting's first key and verifies with all", async () => {
  const old = await newSigningKeysSetting(undefined, now);
  const setting = await newSigningKeysSetting(old, now);
  const keys = await open(setting, "a-webhook-secret-of-ours");
  const { signing, verifying } = await keys.current(now);
  expect(verifying.size).toBe(2);
  expect(signing.kid).toBe([...verifying.keys()][0]);
  expect(keys.webhookSecret).toBe("a-webhook-secret-of-ours");
});

test("verifies with a waiting key everywhere before any process signs with it", async () => {
  const settings = [await newSigningKeysSetting(undefined, now)];
  settings.push(await waitingSigningKeysSetting(settings[0] ?? ""));
  settings.push(await newSigningKeysSetting(settings[1], now));
  const [before, waiting, after] = await Promise.all(
    settings.map(async (setting) => (await open(setting)).current(later(1))),
  );
  expect(waiting?.signing.kid).toBe(before?.signing.kid);
  expect(after?.signing.kid).not.toBe(before?.signing.kid);
  // Two processes with neighbouring values verify each other's tokens.
  for (const [one, other] of [
    [before, waiting],
    [waiting, after],
  ]) {
    expect(one?.verifying.has(other?.signing.kid ?? "")).toBe(true);
    expect(other?.verifying.has(one?.signing.kid ?? "")).toBe(true);
  }
  expect(after?.published.map(({ kid }) => kid)).toEqual([after?.signing.kid, before?.signing.kid]);
  expect(settings[2]?.match(/"d":/g)).toHaveLength(1);
  // A second call does not add another waiting key.
  expect(await waitingSigningKeysSetting(settings[1] ?? "")).toBe(settings[1]);
});

test.each([
  "",
  "nonsense",
  "{}",
  '{"keys":[]}',
  '{"keys":[{"kty":"EC","crv":"P-256","x":"a","y":"b"}]}',
  '{"keys":[{"kty":"EC","crv":"P-256","x":"a","y":"b","d":"c"}]}',
])("refuses a malformed setting with a clear message: %s", async (setting) => {
  await expect(open(setting)).rejects.toBeInstanceOf(StartError);
});

test("seals with a new encryption key from the next start on, and still opens with older ones", async () => {
  const before = (await open()).sealing.current.id;
  const id = rotateEncryptionKeys(dataDir);
  const { sealing } = await open();
  expect(sealing.current.id).toBe(id);
  expect([...sealing.all.keys()]).toEqual([id, before]);
  const setting = newEncryptionKeysSetting(newEncryptionKeysSetting(undefined));
  expect((await open(undefined, undefined, setting)).sealing.all.size).toBe(2);
});

test.each(["nonsense", ",", "c2hvcnQ", `${"A".repeat(43)},`])(
  "refuses malformed encryption keys with a clear message: %s",
  async (setting) => {
    await expect(open(undefined, undefined, setting)).rejects.toThrow(
      /^ENCRYPTION_KEYS must be keys of 32 bytes/,
    );
  },
);
