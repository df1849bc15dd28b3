// Encrypts ("seals") private data for the database and the object store: AES-256-GCM
// (docs/decisions/0010). Sealed data names its key, so that keys can be rotated, and is bound to
// the record it belongs to, so that it opens nowhere else.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

export interface SealingKey {
  /** 16 hexadecimal digits. */
  id: string;
  key: Buffer;
}

export interface SealingKeys {
  /** Seals new data. */
  current: SealingKey;
  /** All keys that can open data, by id. */
  all: ReadonlyMap<string, SealingKey>;
}

const ALGORITHM = "aes-256-gcm";
/** The only layout so far: this byte, the key's id, the nonce, the tag, the ciphertext. */
const VERSION = 1;
const ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + ID_BYTES + NONCE_BYTES + TAG_BYTES;

/**
 * @param boundTo what the data belongs to, such as "payout:<id of the host>". It is needed to open
 * the data, and not stored in it.
 */
export function seal({ current }: SealingKeys, plain: Buffer, boundTo: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, current.key, nonce).setAAD(Buffer.from(boundTo));
  const body = [cipher.update(plain), cipher.final()];
  return Buffer.concat([
    Buffer.from([VERSION]),
    Buffer.from(current.id, "hex"),
    nonce,
    cipher.getAuthTag(),
    ...body,
  ]);
}

/**
 * @throws Error when the key is missing, the data is bound to something else, or a bit has changed
 */
export function unseal({ all }: SealingKeys, sealed: Buffer, boundTo: string): Buffer {
  const id = sealed.toString("hex", 1, 1 + ID_BYTES);
  if (sealed[0] !== VERSION || sealed.length < HEAD_BYTES)
    throw new Error(`${boundTo} is not sealed`);
  const found = all.get(id);
  if (!found)
    throw new Error(`${boundTo} was sealed with the encryption key ${id}, which is not there`);
  const [nonceAt, tagAt] = [1 + ID_BYTES, 1 + ID_BYTES + NONCE_BYTES];
  const decipher = createDecipheriv(ALGORITHM, found.key, sealed.subarray(nonceAt, tagAt))
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(sealed.subarray(tagAt, HEAD_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]);
}
