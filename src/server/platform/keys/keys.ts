// The instance's secrets: the ES256 keys that sign access tokens, the keys that seal what is private, and the secret of the payment webhooks.
// Settings hold them on a live instance; otherwise they are generated into DATA_DIR/keys (product.md, Stand-ins).
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey } from "jose";
import { z } from "zod";
import type { Config } from "../../config.ts";
import type { SealingKeys } from "./sealing.ts";
import { StartError } from "../start-error.ts";

const jwk = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
  /** The private half; a key without it only verifies. */
  d: z.string().optional(),
  kid: z.string().min(1).optional(),
  /** When rotation took the private half away. */
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
  /** What /.well-known/jwks.json answers. */
  published: PublicJwk[];
}

export interface Keys {
  /** The keys that count at an instant; a rotation by command is noticed without a restart. */
  current(now: Date): Promise<KeySet>;
  webhookSecret: string;
  /** As they were at the start. */
  sealing: SealingKeys;
}

/** Verification with a retired key ends a day after its retirement; an access token lives an hour. */
const RETIRED_KEY_MS = 24 * 3_600_000;

const sealingFile = (dataDir: string): string => join(dataDir, "keys", "encryption");
const signingFile = (dataDir: string): string => join(dataDir, "keys", "signing.json");

/**
 * Opens the secrets, generating what neither a setting nor DATA_DIR holds.
 * @throws StartError when SIGNING_KEYS, ENCRYPTION_KEYS or a file of keys can't be read.
 */
export async function openKeys(
  config: Pick<Config, "dataDir" | "signingKeys" | "encryptionKeys" | "paymentWebhookSecret">,
): Promise<Keys> {
  const sealing = config.encryptionKeys
    ? readSealingKeys(config.encryptionKeys, "ENCRYPTION_KEYS")
    : readSealingKeys(keptSecret(sealingFile(config.dataDir)), sealingFile(config.dataDir));
  const webhookSecret = config.paymentWebhookSecret ?? keptSecret(join(config.dataDir, "keys", "webhook-secret"));
  if (config.signingKeys !== undefined) {
    const keys = await importKeys(readKeys(config.signingKeys, "SIGNING_KEYS"));
    return { webhookSecret, sealing, current: async (now) => keySetAt(keys, now) };
  }
  const file = signingFile(config.dataDir);
  if (!existsSync(file)) writeSecret(file, JSON.stringify({ keys: [await generateKey()] }));
  const load = () => ({ at: statSync(file).mtimeMs, keys: importKeys(readKeys(readFileSync(file, "utf8"), file)) });
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
 * Puts a new key first in DATA_DIR's key file. Of the older ones only the public halves stay, for a day, so that tokens
 * already given out keep working.
 * @param now when the older keys retire
 * @returns the kid of the new key.
 * @throws StartError when there are none yet
 */
export async function rotateSigningKeys(dataDir: string, now: Date): Promise<string> {
  const file = present(signingFile(dataDir));
  const keys = await withNewKey(readKeys(readFileSync(file, "utf8"), file), now);
  writeSecret(file, JSON.stringify({ keys }));
  return keys[0]?.kid ?? "";
}

/** A new value for SIGNING_KEYS: a new key first, or the one that waits in `setting`; then the public halves of the others. */
export async function newSigningKeysSetting(setting: string | undefined, now: Date): Promise<string> {
  return JSON.stringify({ keys: await withNewKey(setting ? readKeys(setting, "SIGNING_KEYS") : [], now) });
}

/**
 * A value for SIGNING_KEYS with a key that waits: it verifies, and does not sign yet. Once every process has it, whichever signs with it
 * first is understood by the others.
 */
export async function waitingSigningKeysSetting(setting: string): Promise<string> {
  const known = readKeys(setting, "SIGNING_KEYS");
  return JSON.stringify({ keys: waitingIn(known) ? known : [...known, await generateKey()] });
}

/** The key that does not sign yet. */
const waitingIn = ([, ...others]: Jwk[]): Jwk | undefined => others.find((key) => key.d !== undefined);

/**
 * A new value for ENCRYPTION_KEYS: a new key first, then those of `setting`, which go on opening what they sealed.
 * @param setting undefined for none yet
 */
export function newEncryptionKeysSetting(setting: string | undefined): string {
  if (setting !== undefined) readSealingKeys(setting, "ENCRYPTION_KEYS");
  return [newSecret(), ...(setting === undefined ? [] : [setting])].join(",");
}

/** Puts a new key first in DATA_DIR's file of encryption keys; it counts from the next start. @returns its id @throws StartError when there are none yet */
export function rotateEncryptionKeys(dataDir: string): string {
  const file = present(sealingFile(dataDir));
  const keys = newEncryptionKeysSetting(readFileSync(file, "utf8").trim());
  writeSecret(file, keys);
  return readSealingKeys(keys, file).current.id;
}

/** @throws StartError for a file of keys that is not there: keys that nobody uses would look like a rotation */
function present(file: string): string {
  if (!existsSync(file)) throw new StartError(`There are no keys in ${file} yet. Is DATA_DIR the server's?`);
  return file;
}

/** The ids of the encryption keys that are there; none is generated. @throws StartError when they can't be read */
export function encryptionKeyIds({ dataDir, encryptionKeys }: Pick<Config, "dataDir" | "encryptionKeys">): string[] {
  const file = sealingFile(dataDir);
  if (encryptionKeys) return [...readSealingKeys(encryptionKeys, "ENCRYPTION_KEYS").all.keys()];
  return existsSync(file) ? [...readSealingKeys(readFileSync(file, "utf8"), file).all.keys()] : [];
}

/** Keys of 32 bytes in base64url, separated by commas; the first one seals. */
function readSealingKeys(text: string, where: string): SealingKeys {
  const keys = text.split(",").map((each) => Buffer.from(each.trim(), "base64url"));
  const [first] = keys.map(named);
  if (!first || keys.some((key) => key.length !== 32))
    throw new StartError(
      `${where} must be keys of 32 bytes in base64url, separated by commas. "npm run keys -- new-encryption" prints such a value.`,
    );
  return { current: first, all: new Map(keys.map(named).map((each) => [each.id, each])) };
}

/** A key is named by what it is, so that nobody has to name it. */
const named = (key: Buffer) => ({ id: createHash("sha256").update(key).digest("hex").slice(0, 16), key });

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

/** RFC 7638: the same key has the same name everywhere. */
const thumbprint = ({ kty, crv, x, y }: Jwk): Promise<string> => calculateJwkThumbprint({ kty, crv, x, y });

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
      if (d && !signing) signing = { kid, key: (await importJWK({ kty, crv, x, y, d }, "ES256")) as CryptoKey };
      all.push({ published: { kty, crv, x, y, kid, alg: "ES256", use: "sig" }, key, retiredAt });
    } catch {
      throw new StartError(`The signing key ${kid} is not a valid P-256 key.`);
    }
  }
  if (!signing) throw new StartError("There is no private signing key.");
  return { signing, all };
}

/** Without the keys whose day after retirement is over. */
function keySetAt({ signing, all }: ImportedKeys, now: Date): KeySet {
  const valid = all.filter((each) => !isOver(each.retiredAt, now));
  return {
    signing,
    verifying: new Map(valid.map(({ published, key }) => [published.kid, key])),
    published: valid.map((each) => each.published),
  };
}

const newSecret = (): string => randomBytes(32).toString("base64url");

function keptSecret(file: string): string {
  if (!existsSync(file)) writeSecret(file, newSecret());
  return readFileSync(file, "utf8").trim();
}

/** Readable by the owner alone; a reader never sees half a file. */
function writeSecret(file: string, content: string): void {
  mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
  const half = `${file}.${randomBytes(4).toString("hex")}`;
  writeFileSync(half, content, { mode: 0o600 });
  renameSync(half, file);
}
