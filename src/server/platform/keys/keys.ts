// The instance's secrets: ES256 keys that sign access tokens, encryption keys for private data, and
// the secret of the payment webhooks. They come from settings on a live instance; otherwise they
// are generated into DATA_DIR/keys (product.md, Stand-ins).
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
} from "jose";
import { z } from "zod";
import type { Config } from "../../config.ts";
import type { SealingKeys } from "./sealing.ts";
import { StartError } from "../start-error.ts";

const jwk = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
  /** The private half. A key without it only verifies. */
  d: z.string().optional(),
  kid: z.string().min(1).optional(),
  /** When rotation removed the private half. */
  retired_at: z.iso.datetime().optional(),
});
const keyFile = z.object({
  keys: z
    .array(jwk)
    .min(1)
    .refine((keys) => keys[0]?.d !== undefined),
});
type Jwk = z.infer<typeof jwk>;

export interface PublicJwk {
  kty: "EC";
  crv: "P-256";
  x: string;
  y: string;
  kid: string;
  alg: "ES256";
  use: "sig";
}

export interface KeySet {
  signing: { kid: string; key: CryptoKey };
  /** Every key that verifies, by its kid. */
  verifying: ReadonlyMap<string, CryptoKey>;
  /** The keys of /.well-known/jwks.json. */
  published: PublicJwk[];
}

export interface Keys {
  /** The keys valid at an instant. A rotation by command takes effect without a restart. */
  current(now: Date): Promise<KeySet>;
  webhookSecret: string;
  /** As they were at startup. */
  sealing: SealingKeys;
}

/** A retired key verifies for one more day; access tokens live for an hour. */
const RETIRED_KEY_MS = 24 * 3_600_000;

const sealingFile = (dataDir: string): string => join(dataDir, "keys", "encryption");
const signingFile = (dataDir: string): string => join(dataDir, "keys", "signing.json");

/**
 * Opens the secrets, and generates those that neither a setting nor DATA_DIR holds.
 * @throws StartError when SIGNING_KEYS, ENCRYPTION_KEYS or a key file cannot be read.
 */
export async function openKeys(
  config: Pick<Config, "dataDir" | "signingKeys" | "encryptionKeys" | "paymentWebhookSecret">,
): Promise<Keys> {
  const sealing = config.encryptionKeys
    ? readSealingKeys(config.encryptionKeys, "ENCRYPTION_KEYS")
    : readSealingKeys(readOrCreateSecret(sealingFile(config.dataDir)), sealingFile(config.dataDir));
  const webhookSecret =
    config.paymentWebhookSecret ??
    readOrCreateSecret(join(config.dataDir, "keys", "webhook-secret"));
  if (config.signingKeys !== undefined) {
    const keys = await importKeys(readKeys(config.signingKeys, "SIGNING_KEYS"));
    return { webhookSecret, sealing, current: async (now) => keySetAt(keys, now) };
  }
  const file = signingFile(config.dataDir);
  if (!existsSync(file)) writeSecret(file, JSON.stringify({ keys: [await generateKey()] }));
  const load = () => ({
    at: statSync(file).mtimeMs,
    keys: importKeys(readKeys(readFileSync(file, "utf8"), file)),
  });
  let loaded = load();
  await loaded.keys;
  return {
    webhookSecret,
    sealing,
    async current(now) {
      if (statSync(file).mtimeMs !== loaded.at) loaded = load();
      return keySetAt(await loaded.keys, now);
    },
  };
}

/**
 * Puts a new key first in DATA_DIR's key file. Only the public halves of older keys stay, for a
 * day, so that existing tokens keep working.
 * @param now when the older keys retire
 * @returns the kid of the new key.
 * @throws StartError when there are no keys yet
 */
export async function rotateSigningKeys(dataDir: string, now: Date): Promise<string> {
  const file = present(signingFile(dataDir));
  const keys = await withNewKey(readKeys(readFileSync(file, "utf8"), file), now);
  writeSecret(file, JSON.stringify({ keys }));
  return keys[0]?.kid ?? "";
}

/**
 * A new value for SIGNING_KEYS: a new key, or the one waiting in `setting`, comes first, followed
 * by the public halves of the others.
 */
export async function newSigningKeysSetting(
  setting: string | undefined,
  now: Date,
): Promise<string> {
  return JSON.stringify({
    keys: await withNewKey(setting ? readKeys(setting, "SIGNING_KEYS") : [], now),
  });
}

/**
 * A value for SIGNING_KEYS with a waiting key, which verifies but does not sign yet. Once every
 * process has it, all of them accept the tokens of the first one that signs with it.
 */
export async function waitingSigningKeysSetting(setting: string): Promise<string> {
  const known = readKeys(setting, "SIGNING_KEYS");
  return JSON.stringify({ keys: waitingIn(known) ? known : [...known, await generateKey()] });
}

/** The key that does not sign yet. */
const waitingIn = ([, ...others]: Jwk[]): Jwk | undefined =>
  others.find((key) => key.d !== undefined);

/**
 * A new value for ENCRYPTION_KEYS: a new key, followed by those of `setting`, which still open what
 * they sealed.
 * @param setting undefined when there is none yet
 */
export function newEncryptionKeysSetting(setting: string | undefined): string {
  if (setting !== undefined) readSealingKeys(setting, "ENCRYPTION_KEYS");
  return [newSecret(), ...(setting === undefined ? [] : [setting])].join(",");
}

/**
 * Puts a new key first in DATA_DIR's file of encryption keys. It is used from the next start on.
 * @returns its id
 * @throws StartError when there are no keys yet
 */
export function rotateEncryptionKeys(dataDir: string): string {
  const file = present(sealingFile(dataDir));
  const keys = newEncryptionKeysSetting(readFileSync(file, "utf8").trim());
  writeSecret(file, keys);
  return readSealingKeys(keys, file).current.id;
}

/**
 * @throws StartError when the key file does not exist: creating keys that no server uses would look
 * like a rotation
 */
function present(file: string): string {
  if (!existsSync(file))
    throw new StartError(`There are no keys in ${file} yet. Is DATA_DIR the server's?`);
  return file;
}

/**
 * The ids of the existing encryption keys. Generates none.
 * @throws StartError when they cannot be read
 */
export function encryptionKeyIds({
  dataDir,
  encryptionKeys,
}: Pick<Config, "dataDir" | "encryptionKeys">): string[] {
  const file = sealingFile(dataDir);
  if (encryptionKeys) return [...readSealingKeys(encryptionKeys, "ENCRYPTION_KEYS").all.keys()];
  return existsSync(file) ? [...readSealingKeys(readFileSync(file, "utf8"), file).all.keys()] : [];
}

/** Keys of 32 bytes in base64url, separated by commas. The first one seals. */
function readSealingKeys(text: string, where: string): SealingKeys {
  const keys = text.split(",").map((each) => Buffer.from(each.trim(), "base64url"));
  const [first] = keys.map(named);
  if (!first || keys.some((key) => key.length !== 32))
    throw new StartError(
      `${where} must be keys of 32 bytes in base64url, separated by commas. "npm run keys -- new-encryption" prints such a value.`,
    );
  return { current: first, all: new Map(keys.map(named).map((each) => [each.id, each])) };
}

/** The id of a key is derived from its bytes, so that nobody has to choose one. */
const named = (key: Buffer) => ({
  id: createHash("sha256").update(key).digest("hex").slice(0, 16),
  key,
});

async function withNewKey(known: Jwk[], now: Date): Promise<Jwk[]> {
  const waiting = waitingIn(known);
  const retired = known
    .filter((key) => key !== waiting)
    .map(({ d: _private, ...key }) => ({ ...key, retired_at: key.retired_at ?? now.toISOString() }))
    .filter((key) => !isOver(key.retired_at, now));
  return [waiting ?? (await generateKey()), ...retired];
}

async function generateKey(): Promise<Jwk> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const key = jwk.parse(await exportJWK(privateKey));
  return { ...key, kid: await thumbprint(key) };
}

/** RFC 7638: a key has the same thumbprint everywhere. */
const thumbprint = ({ kty, crv, x, y }: Jwk): Promise<string> =>
  calculateJwkThumbprint({ kty, crv, x, y });

function readKeys(json: string, where: string): Jwk[] {
  try {
    return keyFile.parse(JSON.parse(json)).keys;
  } catch {
    throw new StartError(
      `${where} must be JSON like {"keys":[...]} with ES256 (P-256) keys as JWKs, the first one private. "npm run keys -- new" prints such a value.`,
    );
  }
}

const isOver = (retiredAt: string | undefined, now: Date): boolean =>
  retiredAt !== undefined && now.getTime() - Date.parse(retiredAt) >= RETIRED_KEY_MS;

interface ImportedKeys {
  signing: KeySet["signing"];
  all: { published: PublicJwk; key: CryptoKey; retiredAt: string | undefined }[];
}

async function importKeys(keys: Jwk[]): Promise<ImportedKeys> {
  const all: ImportedKeys["all"] = [];
  let signing: KeySet["signing"] | undefined;
  for (const { kty, crv, x, y, d, kid: given, retired_at: retiredAt } of keys) {
    const kid = given ?? (await thumbprint({ kty, crv, x, y }));
    try {
      const key = (await importJWK({ kty, crv, x, y }, "ES256")) as CryptoKey;
      if (d && !signing)
        signing = { kid, key: (await importJWK({ kty, crv, x, y, d }, "ES256")) as CryptoKey };
      all.push({ published: { kty, crv, x, y, kid, alg: "ES256", use: "sig" }, key, retiredAt });
    } catch {
      throw new StartError(`The signing key ${kid} is not a valid P-256 key.`);
    }
  }
  if (!signing) throw new StartError("There is no private signing key.");
  return { signing, all };
}

/** Leaves out keys that retired more than a day ago. */
function keySetAt({ signing, all }: ImportedKeys, now: Date): KeySet {
  const valid = all.filter((each) => !isOver(each.retiredAt, now));
  return {
    signing,
    verifying: new Map(valid.map(({ published, key }) => [published.kid, key])),
    published: valid.map((each) => each.published),
  };
}

const newSecret = (): string => randomBytes(32).toString("base64url");

function readOrCreateSecret(file: string): string {
  if (!existsSync(file)) writeSecret(file, newSecret());
  return readFileSync(file, "utf8").trim();
}

/** Only the owner can read the file, and a reader never sees half of it. */
function writeSecret(file: string, content: string): void {
  mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
  const half = `${file}.${randomBytes(4).toString("hex")}`;
  writeFileSync(half, content, { mode: 0o600 });
  renameSync(half, file);
}
