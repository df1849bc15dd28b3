// Runner links (product.md, Runner links): somebody without an account records one handover of one
// trip.
import { DomainError } from "../errors.ts";

/** How long a link works after the handover's time, or after its creation if that is later. */
const RUNNER_LINK_HOURS = 6;
/** How long a token works. The page then exchanges the link for a new one. */
export const RUNNER_TOKEN_MINUTES = 60;
/** The most links of one handover that are open at a time. */
export const MAX_RUNNER_LINKS = 5;
export const MAX_RUNNER_NAME_LENGTH = 40;
/** Links, with the names of runners, are deleted this many days after the trip's agreed end. */
export const RUNNER_LINK_DAYS = 180;
const HOUR_MS = 3_600_000;

/** @param handoverAt when the car is handed over, which a change or a delayed flight moves */
export const runnerLinkExpiresAt = (handoverAt: Date, madeAt: Date): Date =>
  new Date(Math.max(handoverAt.getTime(), madeAt.getTime()) + RUNNER_LINK_HOURS * HOUR_MS);

export const RUNNER_LINK_STATES = ["open", "revoked", "used", "trip_over", "expired"] as const;
export type RunnerLinkState = (typeof RUNNER_LINK_STATES)[number];

export interface RunnerLinkFacts {
  isRevoked: boolean;
  /** When the handover was confirmed, in any way. */
  confirmedAt: Date | null;
  /** Whether the booking was cancelled, or the trip's record is closed. */
  isTripOver: boolean;
  expiresAt: Date;
}

export function runnerLinkState(facts: RunnerLinkFacts, now: Date): RunnerLinkState {
  if (facts.isRevoked) return "revoked";
  if (facts.confirmedAt) return "used";
  if (facts.isTripOver) return "trip_over";
  return facts.expiresAt <= now ? "expired" : "open";
}

/**
 * Refuses a link that can't be used.
 * @throws DomainError runner_link_revoked, runner_link_used, runner_trip_over, runner_link_expired
 */
export function checkRunnerLink(facts: RunnerLinkFacts, now: Date): void {
  switch (runnerLinkState(facts, now)) {
    case "open":
      return;
    case "revoked":
      throw new DomainError("runner_link_revoked");
    case "used":
      throw new DomainError("runner_link_used", {
        confirmed_at: (facts.confirmedAt ?? now).toISOString(),
      });
    case "trip_over":
      throw new DomainError("runner_trip_over");
    case "expired":
      throw new DomainError("runner_link_expired", { expired_at: facts.expiresAt.toISOString() });
  }
}
