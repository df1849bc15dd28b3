// The chain of a trip's entries: each stores a keyed hash over itself and the hash before it, so
// that an entry that is changed, removed or inserted afterwards is found (docs/decisions/0042).
import { createHmac } from "node:crypto";
import { canonicalText } from "../../../domain/trip/entry.ts";
import type { SealingKeys } from "../../platform/keys/sealing.ts";
import type { RecordedHash, TripEntryRow } from "./trips.repository.ts";

/** The prefix of what is hashed, so that other uses of the key give other hashes. */
const VERSION = "trip-entry-v1";

/**
 * The HMAC-SHA-256 of an entry with the key that it names.
 * @throws Error if that key is not there
 */
export function hashEntry({ all }: SealingKeys, entry: Omit<TripEntryRow, "hash">): Buffer {
  const found = all.get(entry.key_id);
  if (!found) throw new Error(`the encryption key ${entry.key_id} of a trip's entry is not there`);
  const text = canonicalText([
    VERSION,
    entry.booking_id,
    entry.position,
    entry.id,
    entry.handover,
    entry.kind,
    entry.side,
    entry.author_id,
    entry.content,
    entry.made_at,
    entry.received_at,
    entry.key_id,
    entry.previous_hash?.toString("hex") ?? null,
  ]);
  return createHmac("sha256", found.key).update(text).digest();
}

/**
 * The first position at which a chain is broken; undefined for an intact one. Entries that were
 * removed from its end are noticed up to the last confirmation or signature in the audit log.
 * @param rows all entries of one booking, by position
 */
export function findBreak(
  keys: SealingKeys,
  rows: readonly TripEntryRow[],
  recorded: readonly RecordedHash[],
): number | undefined {
  let previous: Buffer | null = null;
  for (const [index, { hash, ...entry }] of rows.entries()) {
    const follows =
      entry.position === index + 1 &&
      (previous === null ? entry.previous_hash === null : entry.previous_hash?.equals(previous)) &&
      hashEntry(keys, entry).equals(hash);
    if (!follows) return index + 1;
    previous = hash;
  }
  const differs = recorded.find(
    ({ position, hash }) => rows[position - 1]?.hash.toString("hex") !== hash,
  );
  return differs && Math.min(differs.position, rows.length + 1);
}
