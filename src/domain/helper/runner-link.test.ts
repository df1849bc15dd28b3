import { expect, test } from "vitest";
import {
  checkRunnerLink,
  runnerLinkExpiresAt,
  runnerLinkState,
  type RunnerLinkFacts,
} from "./runner-link.ts";

const NOW = new Date("2026-12-07T15:00:00Z");
const OPEN: RunnerLinkFacts = {
  isRevoked: false,
  confirmedAt: null,
  isTripOver: false,
  expiresAt: new Date("2026-12-07T21:00:00Z"),
};

test("expires six hours after the handover, or after now if the handover is late", () => {
  const before = new Date("2026-12-01T00:00:00Z");
  expect(runnerLinkExpiresAt(NOW, before)).toEqual(OPEN.expiresAt);
  expect(runnerLinkExpiresAt(before, NOW)).toEqual(OPEN.expiresAt);
});

const refusal = (facts: RunnerLinkFacts, now = NOW) => {
  try {
    return checkRunnerLink(facts, now);
  } catch (error) {
    return { ...(error as object) };
  }
};

test("each reason to refuse a link has its own code, and revocation comes first", () => {
  expect(refusal(OPEN)).toBeUndefined();
  expect(runnerLinkState(OPEN, NOW)).toBe("open");
  expect(refusal({ ...OPEN, isRevoked: true, isTripOver: true })).toMatchObject({
    code: "runner_link_revoked",
  });
  expect(refusal({ ...OPEN, confirmedAt: NOW, isTripOver: true })).toMatchObject({
    code: "runner_link_used",
    details: { confirmed_at: NOW.toISOString() },
  });
  expect(refusal({ ...OPEN, isTripOver: true })).toMatchObject({ code: "runner_trip_over" });
  expect(refusal(OPEN, OPEN.expiresAt)).toMatchObject({
    code: "runner_link_expired",
    details: { expired_at: OPEN.expiresAt.toISOString() },
  });
  expect(refusal(OPEN, new Date(OPEN.expiresAt.getTime() - 1))).toBeUndefined();
});
