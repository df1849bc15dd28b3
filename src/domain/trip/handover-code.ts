// The handover code: six digits on the host's phone, which the renter enters on theirs. Like a
// time-based one-time password (RFC 6238), it is derived from a secret and the time, so neither
// phone needs a network (docs/decisions/0049). It also depends on the reading, so that both phones
// have to show the same figures.
import type { HandoverKind, TankLevel } from "./entry.ts";

export const HANDOVER_CODE_DIGITS = 6;
/** How long the host's phone shows a code. */
export const HANDOVER_CODE_MINUTES = 10;
/** How often a wrong code may be entered before the host has to make another secret. */
export const HANDOVER_CODE_TRIES = 5;
/** How far the two phones' clocks may differ, in minutes. A code is accepted that much longer. */
const HANDOVER_CODE_TOLERANCE_MINUTES = 5;

const MINUTE_MS = 60_000;
const STEP_MS = HANDOVER_CODE_MINUTES * MINUTE_MS;
const TOLERANCE_MS = HANDOVER_CODE_TOLERANCE_MINUTES * MINUTE_MS;

/** The number of an interval of HANDOVER_CODE_MINUTES. @param at milliseconds since the epoch */
export const codeStep = (at: number): number => Math.floor(at / STEP_MS);
/** When a step begins, in milliseconds since the epoch. */
export const stepStart = (step: number): number => step * STEP_MS;

/** The steps whose code the host's phone may have shown at a time on the renter's phone. */
export const possibleCodeSteps = (at: number): number[] =>
  [at - TOLERANCE_MS, at + TOLERANCE_MS].map(codeStep);

/** What both sides agree on. */
export interface CodedReading {
  miles: number;
  level: TankLevel;
}

/** The text of which a code is the HMAC-SHA-256. */
export const codeMessage = (
  handover: HandoverKind,
  { miles, level }: CodedReading,
  step: number,
): string => ["handover-code-v1", handover, miles, level.unit, level.value, step].join(":");

/** The digits of an HMAC, truncated as in RFC 4226, section 5.3. */
export function codeDigits(hmac: Uint8Array): string {
  const offset = (hmac.at(-1) ?? 0) & 0xf;
  const [a = 0, b = 0, c = 0, d = 0] = hmac.subarray(offset, offset + 4);
  const value = (a & 0x7f) * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
  return String(value % 10 ** HANDOVER_CODE_DIGITS).padStart(HANDOVER_CODE_DIGITS, "0");
}

/** @param at milliseconds since the epoch, like the result */
export const startOfMinute = (at: number): number => Math.floor(at / MINUTE_MS) * MINUTE_MS;

/**
 * The minute at which both sides agreed, in milliseconds since the epoch: when the renter entered
 * the code, but no earlier than the host's phone showed it.
 */
export const agreedAt = (enteredAt: number, step: number): number =>
  startOfMinute(Math.max(enteredAt, stepStart(step)));
