// What a host can claim after a trip: by when, how much, and with which evidence (trips.md,
// sections 3, 6 and 7).
import { DomainError } from "../errors.ts";
import { SMALLEST_CHARGE_CENTS } from "../money/later/later-charge.ts";
import { completesAt } from "../booking/booking-deadlines.ts";
import { CASE_KINDS, excessCents, findTariff, type CaseKind } from "../tariff/tariff.ts";
import type { UsageTerms } from "../tariff/usage-terms.ts";
import type { EntryOf, Handovers } from "../trip/handover.ts";
import { entryWindow, type TripFacts } from "../trip/trip.ts";
import type { CaseNeed } from "./case-states.ts";

const DAY_MS = 86_400_000;

type ClaimTerms = Pick<UsageTerms, "tariffVersion" | "ceilingCents">;

/** The most that all cases of one kind can add up to; tickets have only the ceiling. */
export function caseMaxima({ tariffVersion, ceilingCents }: ClaimTerms): Record<CaseKind, number> {
  const { cleaning, smokingCents, lostKeyMaxCents } = findTariff(tariffVersion);
  return {
    cleaning: cleaning.stainsCents,
    smoking: smokingCents,
    lost_key: lostKeyMaxCents,
    ticket: ceilingCents,
    damage: excessCents(tariffVersion, ceilingCents),
  };
}

/** Another case of the booking, and the most that it may cost. */
export interface OtherCase {
  kind: CaseKind;
  reservedCents: number;
}

const sum = (cases: readonly OtherCase[]): number =>
  cases.reduce((all, { reservedCents }) => all + reservedCents, 0);

/** What can still be claimed for a kind, integer cents. */
export function leftToClaim(
  terms: ClaimTerms,
  kind: CaseKind,
  others: readonly OtherCase[],
): number {
  const ofKind = caseMaxima(terms)[kind] - sum(others.filter((each) => each.kind === kind));
  return Math.max(0, Math.min(ofKind, terms.ceilingCents - sum(others)));
}

/** @throws DomainError case_above_ceiling; case_amount_out_of_range below what a card takes */
export function checkAmount(
  terms: ClaimTerms,
  { kind, amountCents }: { kind: CaseKind; amountCents: number },
  others: readonly OtherCase[],
): void {
  const left = leftToClaim(terms, kind, others);
  if (amountCents > left)
    throw new DomainError("case_above_ceiling", {
      kind,
      left_cents: left,
      ceiling_cents: terms.ceilingCents,
    });
  if (amountCents < SMALLEST_CHARGE_CENTS)
    throw new DomainError("case_amount_out_of_range", {
      min_cents: SMALLEST_CHARGE_CENTS,
      max_cents: left,
    });
}

/**
 * The deadline for opening a case: 24 hours after the return, or the next pickup if that is sooner,
 * as for marks. A ticket has a longer deadline and needs no recorded trip.
 * @returns null while the car is out
 */
export function claimUntil(
  kind: CaseKind,
  facts: TripFacts,
  { tariffVersion }: Pick<ClaimTerms, "tariffVersion">,
): Date | null {
  const returnedAt = facts.confirmedAt.return;
  if (kind === "ticket") {
    const endedAt =
      returnedAt ?? (facts.status === "completed" ? completesAt(facts.period.end) : null);
    const days = findTariff(tariffVersion).ticketDays;
    return endedAt && new Date(endedAt.getTime() + days * DAY_MS);
  }
  if (!returnedAt) return null;
  return entryWindow(facts, { handover: "return", side: "host", canFollow: true }).until;
}

/** @throws DomainError case_too_early, case_too_late */
export function checkClaimTime(
  kind: CaseKind,
  facts: TripFacts,
  { terms, now }: { terms: Pick<ClaimTerms, "tariffVersion">; now: Date },
): void {
  const until = claimUntil(kind, facts, terms);
  if (!until) throw new DomainError("case_too_early");
  if (now >= until) throw new DomainError("case_too_late", { closed_at: until.toISOString() });
}

/** The kinds that can be claimed now. */
export const claimableKinds = (
  facts: TripFacts,
  { terms, others, now }: { terms: ClaimTerms; others: readonly OtherCase[]; now: Date },
): CaseKind[] =>
  CASE_KINDS.filter((kind) => {
    const until = claimUntil(kind, facts, terms);
    const isOpen = until !== null && now < until;
    return isOpen && leftToClaim(terms, kind, others) >= SMALLEST_CHARGE_CENTS;
  });

/** The evidence that each kind needs. Damage needs photos of both handovers and an estimate. */
export const NEEDS: Readonly<Record<CaseKind, readonly CaseNeed[]>> = {
  damage: ["mark", "pickup_photo", "return_photo", "document"],
  cleaning: ["return_photo"],
  smoking: ["return_photo"],
  lost_key: ["document"],
  ticket: ["document"],
};

type Mark = EntryOf<"mark">;

type Damage = Pick<Mark["content"], "part" | "damage">;

/** Whether one of the marks is of the same kind on the same part. */
export const hasSameMark = (marks: readonly Damage[], { part, damage }: Damage): boolean =>
  marks.some((mark) => mark.part === part && mark.damage === damage);

const isAtPickup = ({ content }: Mark, { pickup }: Handovers): boolean =>
  hasSameMark(
    pickup.marks.map((mark) => mark.content),
    content,
  );

/** What a claim rests on. */
export interface ClaimedEvidence {
  kind: CaseKind;
  entryIds: readonly string[];
  /** SHA-256 of its files. */
  hashes: readonly string[];
}

/** What a claim is about, depending on its kind: marks, photos, or the bill or ticket. */
function listSubjects(
  { kind, entryIds, hashes }: ClaimedEvidence,
  { return: { marks } }: Handovers,
): readonly string[] {
  if (kind === "lost_key" || kind === "ticket") return hashes;
  return kind === "damage"
    ? entryIds.filter((each) => marks.some(({ id }) => id === each))
    : entryIds;
}

/**
 * Refuses a second claim of a kind about the same mark, photo or document: a decision is final.
 * @throws DomainError case_already_claimed
 */
export function checkNotClaimed(
  claim: ClaimedEvidence,
  earlier: readonly ClaimedEvidence[],
  handovers: Handovers,
): void {
  const claimed = new Set(
    earlier
      .filter(({ kind }) => kind === claim.kind)
      .flatMap((each) => listSubjects(each, handovers)),
  );
  if (listSubjects(claim, handovers).some((each) => claimed.has(each)))
    throw new DomainError("case_already_claimed", { kind: claim.kind });
}

export interface ClaimEvidence {
  kind: CaseKind;
  /** Marks and photos of the return. */
  entryIds: readonly string[];
  files: number;
}

/** @throws DomainError case_entry_unknown, case_mark_at_pickup, case_without_evidence */
export function checkEvidence(
  { kind, entryIds, files }: ClaimEvidence,
  handovers: Handovers,
): void {
  const { marks, photos } = handovers.return;
  const known = [...marks, ...photos];
  const unknown = entryIds.find((each) => !known.some(({ id }) => id === each));
  if (unknown !== undefined) throw new DomainError("case_entry_unknown", { entry_id: unknown });
  const claimed = marks.filter(({ id }) => entryIds.includes(id));
  const old = claimed.find((mark) => isAtPickup(mark, handovers));
  if (old) {
    const { part, damage } = old.content;
    throw new DomainError("case_mark_at_pickup", { mark_id: old.id, part, damage });
  }
  const isMet: Record<CaseNeed, boolean> = {
    mark: claimed.length > 0,
    pickup_photo: handovers.pickup.photos.length > 0,
    // The photo of a claimed mark counts as well.
    return_photo: photos.some(
      ({ id, content }) =>
        entryIds.includes(id) ||
        (content.mark_id !== undefined && entryIds.includes(content.mark_id)),
    ),
    document: files > 0,
  };
  const needs = NEEDS[kind].find((need) => !isMet[need]);
  if (needs) throw new DomainError("case_without_evidence", { kind, needs });
}
