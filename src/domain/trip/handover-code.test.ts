import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import {
  agreedAt,
  codeDigits,
  codeMessage,
  codeStep,
  possibleCodeSteps,
  stepStart,
} from "./handover-code.ts";

const at = (time: string): number => Date.parse(`2026-12-05T${time}Z`);
const STEP = codeStep(at("15:00:00"));

test("the digits are those of RFC 6238 (appendix B, SHA-256, the last six)", () => {
  const secret = "12345678901234567890123456789012";
  const digits = (counter: number): string => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt(counter));
    return codeDigits(createHmac("sha256", secret).update(bytes).digest());
  };
  expect([1, 37_037_036, 37_037_037, 41_152_263, 66_666_666, 666_666_666].map(digits)).toEqual([
    "119246",
    "084774",
    "062674",
    "819424",
    "698825",
    "737706",
  ]);
});

test("a step lasts ten minutes, and its code is accepted five minutes before and after", () => {
  expect(stepStart(STEP)).toBe(at("15:00:00"));
  expect(codeStep(at("15:09:59.999"))).toBe(STEP);
  expect(codeStep(at("15:10:00"))).toBe(STEP + 1);
  expect(possibleCodeSteps(at("14:54:59.999"))).toEqual([STEP - 2, STEP - 1]);
  expect(possibleCodeSteps(at("14:55:00"))).toEqual([STEP - 1, STEP]);
  expect(possibleCodeSteps(at("15:05:00"))).toEqual([STEP, STEP + 1]);
  expect(possibleCodeSteps(at("15:14:59.999"))).toEqual([STEP, STEP + 1]);
  expect(possibleCodeSteps(at("15:15:00"))).toEqual([STEP + 1, STEP + 2]);
});

test("a code depends on the handover, the figures and the step", () => {
  const level = { unit: "eighths", value: 8 } as const;
  const texts = [
    codeMessage("pickup", { miles: 100, level }, STEP),
    codeMessage("return", { miles: 100, level }, STEP),
    codeMessage("pickup", { miles: 101, level }, STEP),
    codeMessage("pickup", { miles: 100, level: { unit: "percent", value: 8 } }, STEP),
    codeMessage("pickup", { miles: 100, level: { unit: "eighths", value: 7 } }, STEP),
    codeMessage("pickup", { miles: 100, level }, STEP + 1),
  ];
  expect(new Set(texts).size).toBe(6);
  expect(texts[0]).toBe(`handover-code-v1:pickup:100:eighths:8:${STEP}`);
});

test("both sides agree at the minute of the entry, but not before the code was shown", () => {
  expect(agreedAt(at("15:12:40"), STEP)).toBe(at("15:12:00"));
  expect(agreedAt(at("14:57:30"), STEP)).toBe(at("15:00:00"));
});
