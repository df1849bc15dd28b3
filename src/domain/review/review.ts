// Reviews between renter and host after a trip: the deadline, how long they stay sealed, and what
// they may contain. A review is plain text; HTML and links in it stay text.
import type { BookingStatus } from "../booking/booking.ts";
import { completesAt } from "../booking/booking-deadlines.ts";
import { maskContacts } from "../text/contact-masking.ts";
import {
  addDays,
  hourInNassau,
  startOfDayInNassau,
  todayInNassau,
  type CalendarDate,
} from "../calendar/dates.ts";
import { DomainError } from "../errors.ts";
import { cleanText } from "../message/message.ts";
import { isVisible } from "../text/text.ts";

/** Days after completion in which both sides may write. */
export const REVIEW_DAYS = 14;
/** A side that has not written is reminded within this many days of the deadline. */
const REMINDED_DAYS = 3;
/** The hour in Nassau from which people are asked for a review. */
export const ASKING_HOUR = 10;
export const MAX_STARS = 5;
export const MAX_REVIEW_LENGTH = 2000;
export const MAX_ANSWER_LENGTH = 1000;

/** Who wrote a review: the renter about the car and its host, or the host about the renter. */
export const REVIEW_SIDES = ["renter", "host"] as const;
export type ReviewSide = (typeof REVIEW_SIDES)[number];

/** What a renter rates besides the overall stars. */
export const SCORES = ["cleanliness", "condition", "communication", "value"] as const;
export type ScoreName = (typeof SCORES)[number];
export type Scores = Record<ScoreName, number>;
/** Scores as received. */
export type GivenScores = { [Name in ScoreName]?: number | undefined };

/** What an admin decides about a reported review. */
export const REVIEW_DECISIONS = ["hide", "keep"] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/**
 * When reviews close and sealed ones are published: at 00:00 in Nassau, fourteen full days after
 * completion. A trip completes at 00:00 on the day after it ends.
 * @param endDate the day of the trip's end (domain/trip/trip-end.ts)
 */
export function reviewsEndAt(endDate: CalendarDate): Date {
  return startOfDayInNassau(addDays(endDate, REVIEW_DAYS + 1));
}

/**
 * The end dates of the trips whose reviews are due to be requested today, or null before 10:00
 * Nassau. Each side that has not written is asked once, and reminded once in the last three days.
 */
export function reviewRequestsDue(
  now: Date,
): Record<"review_request" | "review_reminder", { from: CalendarDate; to: CalendarDate }> | null {
  const today = todayInNassau(now);
  if (now < hourInNassau(today, ASKING_HOUR)) return null;
  const daysAgo = (days: number): CalendarDate => addDays(today, -days);
  const reminded = REVIEW_DAYS + 1 - REMINDED_DAYS;
  return {
    review_request: { from: daysAgo(reminded - 1), to: daysAgo(1) },
    review_reminder: { from: daysAgo(REVIEW_DAYS), to: daysAgo(reminded) },
  };
}

/**
 * The state of one side's review of a booking. none: there was no stay; open: it may be written;
 * sealed: written, but not visible to others yet; missed: the deadline passed without one.
 */
export const REVIEW_STATES = ["none", "open", "sealed", "published", "missed"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export interface ReviewFacts {
  status: BookingStatus;
  /** The day of the trip's end. */
  endDate: CalendarDate;
  /** This side's review; null if there is none. */
  written: { isPublished: boolean } | null;
}

export function reviewState({ status, endDate, written }: ReviewFacts, now: Date): ReviewState {
  if (written) return written.isPublished ? "published" : "sealed";
  if (status !== "completed" || now < completesAt(endDate)) return "none";
  return now < reviewsEndAt(endDate) ? "open" : "missed";
}

/** @throws DomainError review_no_stay, review_twice, review_too_late */
export function checkMayReview(facts: ReviewFacts, now: Date): void {
  const state = reviewState(facts, now);
  if (state === "sealed" || state === "published") throw new DomainError("review_twice");
  if (state === "none") throw new DomainError("review_no_stay");
  if (state === "missed")
    throw new DomainError("review_too_late", {
      ended_at: reviewsEndAt(facts.endDate).toISOString(),
    });
}

const isScore = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 1 && value <= MAX_STARS;

/**
 * The stars as stored: with the four scores from a renter, without from a host.
 * @throws DomainError review_scores_invalid
 */
export function checkScores(
  side: ReviewSide,
  { stars, scores }: { stars: number; scores?: GivenScores | undefined },
): { stars: number } & { [Name in ScoreName]: number | null } {
  const given = SCORES.map((name) => scores?.[name]);
  const fit = side === "renter" ? given.every(isScore) : scores === undefined;
  if (!isScore(stars) || !fit) throw new DomainError("review_scores_invalid", { max: MAX_STARS });
  const [cleanliness = null, condition = null, communication = null, value = null] = given;
  return { stars, cleanliness, condition, communication, value };
}

/**
 * The text of a review or reply as stored. Everybody can read it, so it may not contain contact
 * details.
 * @throws DomainError review_empty, review_too_long, review_has_contacts
 */
export function cleanReview(typed: string, limit: number): string {
  const text = cleanText(typed);
  if (!isVisible(text)) throw new DomainError("review_empty");
  if (text.length > limit) throw new DomainError("review_too_long", { limit });
  if (maskContacts(text) !== text) throw new DomainError("review_has_contacts");
  return text;
}

export interface Rating {
  /** 1 to 5, with at most two decimals. */
  average: number;
  count: number;
}

/** The average rating; null without reviews. */
export const toRating = (sum: number, count: number): Rating | null =>
  count > 0 ? { average: average(sum, count), count } : null;

/** The averages of what renters rated, from the sums of `count` reviews; null without reviews. */
export const averageScores = (
  sums: Record<`${ScoreName}_sum`, number>,
  count: number,
): Scores | null =>
  count === 0
    ? null
    : {
        cleanliness: average(sums.cleanliness_sum, count),
        condition: average(sums.condition_sum, count),
        communication: average(sums.communication_sum, count),
        value: average(sums.value_sum, count),
      };

const average = (sum: number, count: number): number => Math.round((sum * 100) / count) / 100;
