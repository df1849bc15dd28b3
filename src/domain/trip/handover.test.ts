// Entries add up to the same trip, whatever their order of arrival and however often they repeat.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  MARK_KINDS,
  MARK_PARTS,
  PHOTO_PLACES,
  type EntryContent,
  type TripEntry,
  HANDOVERS,
  TRIP_SIDES,
} from "./entry.ts";
import { foldEntries } from "./handover.ts";

const content: fc.Arbitrary<EntryContent> = fc.oneof(
  fc.record({
    kind: fc.constant("reading" as const),
    miles: fc.nat(999_999),
    level: fc.record({ unit: fc.constant("eighths" as const), value: fc.nat(8) }),
  }),
  fc.record({
    kind: fc.constant("mark" as const),
    part: fc.constantFrom(...MARK_PARTS),
    damage: fc.constantFrom(...MARK_KINDS),
    words: fc.string({ maxLength: 5 }),
  }),
  fc.record({
    kind: fc.constant("photo" as const),
    place: fc.constantFrom(...PHOTO_PLACES),
    sha256: fc.constant("a"),
    sent_sha256: fc.constant("b"),
  }),
  fc.constant({ kind: "licence_check" as const }),
  fc.constant({ kind: "return_notice" as const }),
  fc.record({
    kind: fc.constant("signature" as const),
    text_sha256: fc.constantFrom("a", "b"),
    text: fc.record({
      title: fc.constant("Rental agreement"),
      sections: fc.array(fc.record({ title: fc.string(), lines: fc.array(fc.string()) }), {
        maxLength: 1,
      }),
    }),
    name: fc.constant("Ann"),
    path: fc.constant(null),
  }),
  fc.record({
    kind: fc.constant("confirmation" as const),
    reading_id: fc.option(fc.nat(9).map(String)),
    by: fc.constantFrom("code" as const, "host" as const),
  }),
);
/** Few ids, so that two phones send different entries with the same id. */
const entries: fc.Arbitrary<TripEntry[]> = fc.array(
  fc.record({
    id: fc.nat(9).map(String),
    handover: fc.constantFrom(...HANDOVERS),
    side: fc.constantFrom(...TRIP_SIDES),
    // Few instants, so that many entries have the same one.
    at: fc.nat(3).map((minute) => `2026-12-05T15:0${minute}:00.000Z`),
    content,
  }),
  { maxLength: 8 },
);

test("10,000 schedules of two phones' entries, with repeats, give the same trip", () => {
  fc.assert(
    fc.property(
      entries.chain((sent) =>
        fc.record({
          sent: fc.constant(sent),
          arrived: fc
            .tuple(
              fc.shuffledSubarray(sent, { minLength: sent.length }),
              fc.shuffledSubarray(sent),
              fc.shuffledSubarray(sent),
            )
            .map((parts) => parts.flat()),
        }),
      ),
      ({ sent, arrived }) => {
        expect(foldEntries(arrived)).toEqual(foldEntries(sent));
        expect(foldEntries(arrived.toReversed())).toEqual(foldEntries(sent));
      },
    ),
    { numRuns: 10_000 },
  );
});

const reading = (id: string, at: string, miles: number): TripEntry => ({
  id,
  handover: "pickup",
  side: "host",
  at,
  content: { kind: "reading", miles, level: { unit: "eighths", value: 8 } },
});
const FIRST = reading("a", "2026-12-05T15:00:00.000Z", 100);
const SECOND = reading("b", "2026-12-05T15:01:00.000Z", 200);
const CONFIRMATION: TripEntry = {
  id: "c",
  handover: "pickup",
  side: "renter",
  at: "2026-12-05T15:02:00.000Z",
  content: { kind: "confirmation", reading_id: "a", by: "code" },
};

test("the latest reading counts until one is confirmed", () => {
  expect(foldEntries([]).pickup).toEqual({
    reading: null,
    photos: [],
    marks: [],
    licenceCheck: null,
    returnNotice: null,
    confirmation: null,
    flightDelay: null,
    signatures: [],
    lockboxOpening: null,
    lockboxAnswer: null,
  });
  expect(foldEntries([SECOND, FIRST]).pickup.reading).toEqual(SECOND);
  expect(foldEntries([SECOND, CONFIRMATION, FIRST]).pickup).toMatchObject({
    reading: FIRST,
    confirmation: CONFIRMATION,
  });
  expect(foldEntries([FIRST]).return.reading).toBeNull();
});
