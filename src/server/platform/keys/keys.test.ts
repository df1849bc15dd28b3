// Signing keys: generated, read from the setting, rotated; and what a wrong setting says.
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

test("generated secrets are the owner's alone and stay the same", async () => {
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

test("a rotation is noticed by who is running; older keys verify for a day", async () => {
  const keys = await open();
  const before = (await keys.current(now)).signing.kid;
  const kid = await rotateSigningKeys(dataDir, now);
  const after = await keys.current(now);
  expect(after.signing.kid).toBe(kid);
  expect([...after.verifying.keys()]).toEqual([kid, before]);
  expect(after.published.every((key) => !("d" in key))).toBe(true);
  const next = await rotateSigningKeys(dataDir, later(25));
  expect([...(await keys.current(later(25))).verifying.keys()]).toEqual([next, kid]);
  // Also where nobody rotates again, and in a setting that was never tidied up.
  expect([...(await keys.current(later(25 + 24))).verifying.keys()]).toEqual([next]);
});

test("the setting's first key signs and all verify", async () => {
  const old = await newSigningKeysSetting(undefined, now);
  const setting = await newSigningKeysSetting(old, now);
  const keys = await open(setting, "a-webhook-secret-of-ours");
  const { signing, verifying } = await keys.current(now);
  expect(verifying.size).toBe(2);
  expect(signing.kid).toBe([...verifying.keys()][0]);
  expect(keys.webhookSecret).toBe("a-webhook-secret-of-ours");
});

test("a key that waits verifies everywhere before it signs anywhere", async () => {
  const settings = [await newSigningKeysSetting(undefined, now)];
  settings.push(await waitingSigningKeysSetting(settings[0] ?? ""));
  settings.push(await newSigningKeysSetting(settings[1], now));
  const [before, waiting, after] = await Promise.all(
    settings.map(async (setting) => (await open(setting)).current(later(1))),
  );
  expect(waiting?.signing.kid).toBe(before?.signing.kid);
  expect(after?.signing.kid).not.toBe(before?.signing.kid);
  // Of two values that processes have at the same time each verifies what the other signs.
  for (const [one, other] of [
    [before, waiting],
    [waiting, after],
  ]) {
    expect(one?.verifying.has(other?.signing.kid ?? "")).toBe(true);
    expect(other?.verifying.has(one?.signing.kid ?? "")).toBe(true);
  }
  expect(after?.published.map(({ kid }) => kid)).toEqual([after?.signing.kid, before?.signing.kid]);
  expect(settings[2]?.match(/"d":/g)).toHaveLength(1);
  // Asked twice, there is one that waits.
  expect(await waitingSigningKeysSetting(settings[1] ?? "")).toBe(settings[1]);
});

test.each([
  "",
  "nonsense",
  "{}",
  '{"keys":[]}',
  '{"keys":[{"kty":"EC","crv":"P-256","x":"a","y":"b"}]}',
  '{"keys":[{"kty":"EC","crv":"P-256","x":"a","y":"b","d":"c"}]}',
])("a wrong setting is refused in a sentence: %s", async (setting) => {
  await expect(open(setting)).rejects.toBeInstanceOf(StartError);
});

test("a new encryption key seals from the next start on, and the older ones go on opening", async () => {
  const before = (await open()).sealing.current.id;
  const id = rotateEncryptionKeys(dataDir);
  const { sealing } = await open();
  expect(sealing.current.id).toBe(id);
  expect([...sealing.all.keys()]).toEqual([id, before]);
  const setting = newEncryptionKeysSetting(newEncryptionKeysSetting(undefined));
  expect((await open(undefined, undefined, setting)).sealing.all.size).toBe(2);
});

test.each(["nonsense", ",", "c2hvcnQ", `${"A".repeat(43)},`])(
  "wrong encryption keys are refused in a sentence: %s",
  async (setting) => {
    await expect(open(undefined, undefined, setting)).rejects.toThrow(/^ENCRYPTION_KEYS must be keys of 32 bytes/);
  },
);
