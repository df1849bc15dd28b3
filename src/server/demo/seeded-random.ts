// Deterministic randomness: ids and choices are hashes of words.
import { createHash } from "node:crypto";

const digest = (words: readonly (string | number)[]): Buffer =>
  createHash("sha256")
    .update(["caydrive demo", ...words].join("|"))
    .digest();

/** The UUID of a demo object (version 8: derived from a hash). */
export function demoId(...words: (string | number)[]): string {
  const bytes = digest(words);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join("-");
}

/** A whole number from `low` to `high`, both included. */
export const demoNumber = (low: number, high: number, ...words: (string | number)[]): number =>
  low + (digest(words).readUInt32BE() % (high - low + 1));
