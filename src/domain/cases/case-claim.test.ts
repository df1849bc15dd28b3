import fc from "fast-check";
import { expect, test } from "vitest";
import { isDomainError } from "../errors.ts";
import { CASE_KINDS, ceilingCents, type CaseKind } from "../tariff/tariff.ts";
import type { EntryContent, HandoverKind, TripEntry } from "../trip/entry.ts";
import { foldEntries } from "../trip/handover.ts";
import type { TripFacts } from "../trip/trip.ts";
import type { RentalPeriod } from "../booking/rental-period.ts";
import {
  caseMaxima,
  checkAmount,
  checkClaimTime,
  checkEvidence,
  checkNotClaimed,
  claimableKinds,
  claimUntil,
  leftToClaim,
  type OtherCase,
} from "./case-claim.ts";

const terms = { tariffVersion: 1, ceilingCents: 102_000 } as const;
const refused = (code: string, details?: object) =>
  expect.objectContaining({ code, ...(details ? { details } : {}) });

test("each kind has its maximum from the tariff, and damage the booking's excess", () => {
  expect(terms.ceilingCents).toBe(ceilingCents(1, 50_000));
  expect(caseMaxima(terms)).toEqual({
    damage: 50_000,
    lost_key: 25_000,
    smoking: 15_000,
    cleaning: 12_000,
    ticket: 102_000,
  });
  expect(caseMaxima({ ...terms, ceilingCents: 72_000 }).damage).toBe(20_000);
});

test("what is left is the kind's maximum and the ceiling, less the other cases", () => {
  const others: OtherCase[] = [
    { kind: "damage", reservedCents: 38_000 },
    { kind: "ticket", reservedCents: 60_000 },
  ];
  expect(leftToClaim(terms, "damage", [])).toBe(50_000);
  expect(leftToClaim(terms, "damage", others.slice(0, 1))).toBe(12_000);
  expect(leftToClaim(terms, "cleaning", others)).toBe(4_000);
  expect(leftToClaim(terms, "smoking", [{ kind: "smoking", reservedCents: 20_000 }])).toBe(0);
  const claim = (amountCents: number) => () =>
    checkAmount(terms, { kind: "cleaning", amountCents }, others);
  expect(claim(4_000)).not.toThrow();
  expect(claim(50)).not.toThrow();
  expect(claim(49)).toThrow(
    refused("case_amount_out_of_range", { min_cents: 50, max_cents: 4_000 }),
  );
  expect(claim(4_001)).toThrow(
    refused("case_above_ceiling", { kind: "cleaning", left_cents: 4_000, ceiling_cents: 102_000 }),
  );
});

test("no cases in any order exceed the ceiling or the maximum of their kind", () => {
  const claim = fc.record({
    kind: fc.constantFrom(...CASE_KINDS),
    amountCents: fc.integer({ min: 1, max: 60_000 }),
    // Its outcome: withdrawn, decided at less, or open and so counted in full.
    share: fc.constantFrom(0, 0.5, 1),
  });
  fc.assert(
    fc.property(
      fc.array(claim, { maxLength: 20 }),
      fc.integer({ min: 0, max: 500_000 }),
      (claims, excess) => {
        const of = { tariffVersion: 1, ceilingCents: ceilingCents(1, excess) } as const;
        const cases: OtherCase[] = [];
        for (const { kind, amountCents, share } of claims) {
          const left = leftToClaim(of, kind, cases);
          try {
            checkAmount(of, { kind, amountCents }, cases);
            expect(amountCents).toBeLessThanOrEqual(left);
            cases.push({ kind, reservedCents: Math.floor(amountCents * share) });
          } catch (error) {
            if (!isDomainError(error)) throw error;
            expect(amountCents > left || amountCents < 50).toBe(true);
          }
        }
        const sum = (some: readonly OtherCase[]) =>
          some.reduce((all, { reservedCents }) => all + reservedCents, 0);
        expect(sum(cases)).toBeLessThanOrEqual(of.ceilingCents);
        for (const kind of CASE_KINDS)
          expect(sum(cases.filter((each) => each.kind === kind))).toBeLessThanOrEqual(
            caseMaxima(of)[kind],
          );
      },
    ),
    { numRuns: 300 },
  );
});

const PERIOD = {
  start: "2026-12-05",
  end: "2026-12-08",
  pickupTime: "10:00",
  returnTime: "10:00",
} as unknown as RentalPeriod;
const returned = new Date("2026-12-08T15:00:00Z");
const facts: TripFacts = {
  status: "approved",
  period: PERIOD,
  approvedAt: new Date("2026-11-21T17:00:00Z"),
  confirmedAt: { pickup: new Date("2026-12-05T15:00:00Z"), return: returned },
  returnNoticedAt: null,
  lockboxConfirmedAt: { pickup: null, return: null },
  isReturnOneSided: false,
  cancelledAt: null,
  nextPickupAt: null,
};

test("a case is opened within 24 hours of the return, and before the next pickup", () => {
  expect(claimUntil("damage", facts, terms)).toEqual(new Date("2026-12-09T15:00:00Z"));
  const nextPickupAt = new Date("2026-12-08T18:00:00Z");
  expect(claimUntil("smoking", { ...facts, nextPickupAt }, terms)).toEqual(nextPickupAt);
  const check =
    (kind: CaseKind, now: string, more: Partial<TripFacts> = {}) =>
    () =>
      checkClaimTime(kind, { ...facts, ...more }, { terms, now: new Date(now) });
  expect(check("damage", "2026-12-09T14:59:59Z")).not.toThrow();
  expect(check("damage", "2026-12-09T15:00:00Z")).toThrow(
    refused("case_too_late", { closed_at: "2026-12-09T15:00:00.000Z" }),
  );
  const out = { confirmedAt: { ...facts.confirmedAt, return: null } };
  expect(check("damage", "2026-12-09T14:00:00Z", out)).toThrow(refused("case_too_early"));
  expect(check("ticket", "2026-12-09T14:00:00Z", out)).toThrow(refused("case_too_early"));
});

test("a ticket can be claimed for 90 days, even after a trip that nobody recorded", () => {
  const nextPickupAt = new Date("2026-12-08T18:00:00Z");
  expect(claimUntil("ticket", { ...facts, nextPickupAt }, terms)).toEqual(
    new Date("2027-03-08T15:00:00Z"),
  );
  const unrecorded: TripFacts = {
    ...facts,
    status: "completed",
    confirmedAt: { pickup: null, return: null },
  };
  expect(claimUntil("ticket", unrecorded, terms)).toEqual(new Date("2027-03-09T05:00:00Z"));
  expect(claimUntil("damage", unrecorded, terms)).toBeNull();
});

test("lists the kinds that can be claimed now", () => {
  const kinds = (now: string, others: OtherCase[] = []) =>
    claimableKinds(facts, { terms, others, now: new Date(now) });
  expect(kinds("2026-12-08T16:00:00Z")).toEqual(CASE_KINDS);
  expect(kinds("2026-12-08T16:00:00Z", [{ kind: "smoking", reservedCents: 14_951 }])).toEqual(
    CASE_KINDS.filter((kind) => kind !== "smoking"),
  );
  expect(kinds("2026-12-10T16:00:00Z")).toEqual(["ticket"]);
  expect(kinds("2027-03-08T15:00:00Z")).toEqual([]);
});

const entry = (id: string, handover: HandoverKind, content: EntryContent): TripEntry => ({
  id,
  handover,
  side: "host",
  at: returned.toISOString(),
  content,
});
const mark = (id: string, handover: HandoverKind, part = "rear_bumper", damage = "scratch") =>
  entry(id, handover, { kind: "mark", part, damage, words: "" } as EntryContent);
const photo = (id: string, handover: HandoverKind, mark_id?: string) =>
  entry(id, handover, {
    kind: "photo",
    place: mark_id ? "further" : "back",
    sha256: id,
    sent_sha256: id,
    ...(mark_id ? { mark_id } : {}),
  });
const DAMAGE = [photo("before", "pickup"), mark("m", "return"), photo("after", "return", "m")];

test("damage rests on a new mark, photos of both handovers and an estimate", () => {
  const check =
    (entries: TripEntry[], entryIds = ["m"], files = 1) =>
    () =>
      checkEvidence({ kind: "damage", entryIds, files }, foldEntries(entries));
  const lacks = (needs: string) => refused("case_without_evidence", { kind: "damage", needs });
  expect(check(DAMAGE)).not.toThrow();
  expect(check(DAMAGE, ["m", "after"])).not.toThrow();
  expect(check(DAMAGE, ["after"])).toThrow(lacks("mark"));
  expect(check(DAMAGE.slice(1))).toThrow(lacks("pickup_photo"));
  expect(check(DAMAGE.slice(0, 2))).toThrow(lacks("return_photo"));
  // A photo of something else does not show the mark.
  expect(check([...DAMAGE.slice(0, 2), photo("other", "return")])).toThrow(lacks("return_photo"));
  expect(check(DAMAGE, ["m"], 0)).toThrow(lacks("document"));
  // Neither the pickup's entries nor those of another trip are evidence of the return.
  for (const id of ["before", "elsewhere"])
    expect(check(DAMAGE, ["m", id])).toThrow(refused("case_entry_unknown", { entry_id: id }));
});

test("refuses a second claim of a kind about the same mark, photo or document", () => {
  const handovers = foldEntries([...DAMAGE, mark("n", "return", "roof")]);
  const check = (kind: CaseKind, entryIds: string[], hashes: string[]) => () =>
    checkNotClaimed(
      { kind, entryIds, hashes },
      [
        { kind: "damage", entryIds: ["m", "after"], hashes: ["estimate"] },
        { kind: "smoking", entryIds: ["after"], hashes: [] },
        { kind: "ticket", entryIds: ["after"], hashes: ["fine"] },
      ],
      handovers,
    );
  const taken = (kind: CaseKind) => refused("case_already_claimed", { kind });
  expect(check("damage", ["n", "m"], [])).toThrow(taken("damage"));
  // One photo and one estimate can be about two marks.
  expect(check("damage", ["n", "after"], ["estimate"])).not.toThrow();
  expect(check("smoking", ["after"], [])).toThrow(taken("smoking"));
  expect(check("cleaning", ["after"], [])).not.toThrow();
  expect(check("ticket", [], ["fine"])).toThrow(taken("ticket"));
  expect(check("ticket", ["after"], ["another"])).not.toThrow();
});

test("refuses a mark that the pickup already has", () => {
  const check =
    (...more: TripEntry[]) =>
    () =>
      checkEvidence(
        { kind: "damage", entryIds: ["m"], files: 1 },
        foldEntries([...DAMAGE, ...more]),
      );
  expect(check(mark("old", "pickup"))).toThrow(
    refused("case_mark_at_pickup", { mark_id: "m", part: "rear_bumper", damage: "scratch" }),
  );
  expect(check(mark("old", "pickup", "rear_bumper", "dent"))).not.toThrow();
  expect(check(mark("old", "pickup", "roof"))).not.toThrow();
});

test.each([
  ["cleaning", "return_photo", ["after"], 0],
  ["smoking", "return_photo", ["after"], 0],
  ["lost_key", "document", [], 1],
  ["ticket", "document", [], 1],
] as const)("%s rests on its %s", (kind, needs, entryIds, files) => {
  const handovers = foldEntries(DAMAGE);
  const empty = () => checkEvidence({ kind, entryIds: [], files: 0 }, handovers);
  expect(empty).toThrow(refused("case_without_evidence", { kind, needs }));
  expect(() => checkEvidence({ kind, entryIds: [...entryIds], files }, handovers)).not.toThrow();
});
