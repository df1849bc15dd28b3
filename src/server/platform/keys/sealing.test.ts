// Tests that sealed data opens only with its own key and for its own record.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { seal, unseal, type SealingKeys } from "./sealing.ts";

const key = () => ({ id: randomBytes(8).toString("hex"), key: randomBytes(32) });
const ring = (...all: ReturnType<typeof key>[]): SealingKeys => ({
  current: all[0]!,
  all: new Map(all.map((each) => [each.id, each])),
});
const [old, young] = [key(), key()];
const REFUSED = /authenticate|is not sealed|which is not there/;
const secret = Buffer.from("account 100023456789");

test.each([Buffer.alloc(0), secret, randomBytes(1_000_000)])("opens what was sealed", (plain) => {
  const sealed = seal(ring(old), plain, "payout:1");
  expect(unseal(ring(old), sealed, "payout:1").equals(plain)).toBe(true);
  expect(sealed.length).toBe(plain.length + 37);
});

test("seals the same data differently each time and hides it", () => {
  const [one, two] = [seal(ring(old), secret, "a"), seal(ring(old), secret, "a")];
  expect(one.equals(two)).toBe(false);
  expect(one.includes("100023456789")).toBe(false);
});

test("seals with the new key after a rotation and still opens with the old one", () => {
  const before = seal(ring(old), secret, "a");
  const keys = ring(young, old);
  expect(unseal(keys, before, "a").equals(secret)).toBe(true);
  const after = seal(keys, secret, "a");
  expect(unseal(ring(young), after, "a").equals(secret)).toBe(true);
  expect(() => unseal(ring(young), before, "a")).toThrow(
    `sealed with the encryption key ${old.id}`,
  );
});

test("refuses another record, another key with the same id, and any changed bit", () => {
  const sealed = seal(ring(old), secret, "payout:1");
  expect(() => unseal(ring(old), sealed, "payout:2")).toThrow(REFUSED);
  expect(() => unseal(ring({ ...young, id: old.id }), sealed, "payout:1")).toThrow(REFUSED);
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    expect(() => unseal(ring(old), changed, "payout:1"), `byte ${at}`).toThrow(REFUSED);
  }
  for (const part of [0, 1, 20, 36])
    expect(() => unseal(ring(old), sealed.subarray(0, part), "payout:1")).toThrow(REFUSED);
});
