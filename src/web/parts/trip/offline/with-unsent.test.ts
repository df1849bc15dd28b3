// A phone shows its unsent entries as part of the trip, exactly as the trip will be once they are
// sent, in whatever order two phones send.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Handover, Trip } from "../../../../contract/bookings/trips.ts";
import { HANDOVERS, type TripEntry } from "../../../../domain/trip/entry.ts";
import { foldEntries, type Handover as Folded } from "../../../../domain/trip/handover.ts";
import type { UnsentEntry } from "../../../session/phone-store.ts";
import { afterShownCode, tripAt } from "./trip-at.ts";
import { withUnsent } from "./with-unsent.ts";

const author = ({ id, side, at }: TripEntry) => ({
  id,
  side,
  at,
  received_at: at,
  added_late: false,
});

const present = (folded: Folded): Handover => ({
  opens_at: "2026-12-04T15:00:00.000Z",
  reading: folded.reading && { ...author(folded.reading), ...folded.reading.content },
  photos: folded.photos.map((photo) => ({
    ...author(photo),
    place: "roof",
    mark_id: null,
    stored: true,
  })),
  marks: folded.marks.map((mark) => ({ ...author(mark), ...mark.content })),
  licence_check: folded.licenceCheck && author(folded.licenceCheck),
  return_notice: folded.returnNotice && author(folded.returnNotice),
  confirmation: folded.confirmation && { ...author(folded.confirmation), by: "code" },
  lockbox_answer: null,
  answer_until: null,
  may_answer: false,
  may_record: true,
  may_mark: true,
  may_mark_until: null,
});

const presentTrip = (entries: readonly TripEntry[], side: "renter" | "host"): Trip => {
  const folded = foldEntries(entries);
  return {
    side,
    state: "upcoming",
    check_in_at: "2026-12-04T15:00:00.000Z",
    due_back_at: "2026-12-08T15:00:00.000Z",
    in_storm: false,
    closes_at: null,
    pickup: present(folded.pickup),
    return: present(folded.return),
  } as Trip;
};

/** The ids of what the trip shows. */
const shown = (trip: Trip) =>
  HANDOVERS.map((handover) => {
    const { reading, photos, marks, licence_check, return_notice, confirmation } = trip[handover];
    const single = [reading, licence_check, return_notice, confirmation];
    return [...single, ...photos, ...marks].map((one) => one?.id);
  });

const content = fc.constantFrom(
  { kind: "reading" as const, miles: 5, level: { unit: "eighths" as const, value: 8 } },
  { kind: "mark" as const, part: "roof" as const, damage: "dent" as const, words: "" },
  { kind: "licence_check" as const },
  { kind: "return_notice" as const },
  { kind: "confirmation" as const, reading_id: "0", by: "code" as const },
);
const entries = fc
  .array(
    fc.record({
      handover: fc.constantFrom(...HANDOVERS),
      side: fc.constantFrom("renter" as const, "host" as const),
      at: fc.nat(3).map((minute) => `2026-12-05T15:0${minute}:00.000Z`),
      content,
      isSent: fc.boolean(),
    }),
    { maxLength: 10 },
  )
  .map((made) => made.map((entry, index) => ({ ...entry, id: String(index) })));

/** Confirmations are about the reading that their phone shows. */
function aboutLatest(made: readonly TripEntry[], known: readonly TripEntry[] = []): TripEntry[] {
  const readings = [...known, ...made].filter((entry) => entry.content.kind === "reading");
  const folded = foldEntries(readings);
  return made.map(({ content: said, ...entry }) => {
    const reading_id = folded[entry.handover].reading?.id ?? null;
    return { ...entry, content: said.kind === "confirmation" ? { ...said, reading_id } : said };
  });
}

const toUnsent = (entry: TripEntry): UnsentEntry => ({
  ...entry,
  content: entry.content as UnsentEntry["content"],
  userId: "me",
  bookingId: "trip",
  refusal: null,
});

test("10,000 states of two phones show what the trip becomes once this phone has sent", () => {
  fc.assert(
    fc.property(entries, fc.constantFrom("renter" as const, "host" as const), (made, side) => {
      const sent = aboutLatest(made.filter(({ isSent }) => isSent));
      const own = aboutLatest(
        made.filter((entry) => entry.side === side && !entry.isSent),
        sent,
      );
      const before = presentTrip(sent, side);
      const after = presentTrip([...own, ...sent], side);
      expect(shown(withUnsent(before, own.map(toUnsent)))).toEqual(shown(after));
      // An entry that is sent and not yet removed counts once.
      expect(shown(withUnsent(after, own.map(toUnsent)))).toEqual(shown(after));
    }),
    { numRuns: 10_000 },
  );
});

test("an unsent code starts and ends the trip on the renter's phone", () => {
  const at = "2026-12-05T15:00:00.000Z";
  const enter = (handover: "pickup" | "return"): UnsentEntry => ({
    userId: "me",
    bookingId: "trip",
    id: handover,
    at,
    handover,
    content: { kind: "confirmation", reading_id: "1", code: "123456" },
    refusal: null,
  });
  const known = presentTrip([], "renter");
  const trip: Trip = { ...known, return: { ...known.return, opens_at: null } };
  const now = Date.parse("2026-12-05T16:00:00.000Z");
  const begun = tripAt(withUnsent(trip, [enter("pickup")]), now);
  expect(begun).toMatchObject({
    state: "in_progress",
    pickup: { may_record: false, may_mark: true, may_mark_until: "2026-12-05T17:00:00.000Z" },
    return: { opens_at: at, may_record: true },
  });
  const ended = tripAt(withUnsent(trip, [enter("pickup"), enter("return")]), now);
  expect(ended).toMatchObject({ state: "returned", return: { may_record: false } });
});

test("a host who has shown the pickup's code can record the return before the code arrives", () => {
  const known = presentTrip([], "host");
  const trip: Trip = { ...known, return: { ...known.return, opens_at: null } };
  const now = Date.parse("2026-12-07T15:00:00.000Z");
  const shownAt = Date.parse("2026-12-05T15:00:00.000Z");
  expect(tripAt(afterShownCode(trip, undefined), now).return.may_record).toBe(false);
  expect(tripAt(afterShownCode(trip, shownAt), now)).toMatchObject({
    pickup: { may_record: true },
    return: { opens_at: "2026-12-05T15:00:00.000Z", may_record: true, may_mark: true },
  });
  const renters: Trip = { ...trip, side: "renter" };
  expect(afterShownCode(renters, shownAt)).toBe(renters);
});

test("a refused entry is not part of the trip", () => {
  const trip = presentTrip([], "renter");
  const mark: TripEntry = {
    id: "1",
    handover: "pickup",
    side: "renter",
    at: "2026-12-05T15:00:00.000Z",
    content: { kind: "mark", part: "roof", damage: "dent", words: "" },
  };
  const refusal = { code: "forbidden", status: 403, details: {}, fields: [] } as const;
  expect(withUnsent(trip, [{ ...toUnsent(mark), refusal: { ...refusal, fields: [] } }])).toEqual(
    trip,
  );
});

test.each([
  ["2026-12-04T14:59:59.999Z", "upcoming", false],
  ["2026-12-04T15:00:00.000Z", "check_in_open", true],
])("at %s a stored trip is %s", (now, state, mayRecord) => {
  const trip = tripAt(presentTrip([], "host"), Date.parse(now));
  expect([trip.state, trip.pickup.may_record, trip.pickup.may_mark]).toEqual([
    state,
    mayRecord,
    mayRecord,
  ]);
});

test("a stored trip becomes overdue, and closes", () => {
  const trip = { ...presentTrip([], "host"), state: "in_progress" } as const;
  const state = (now: string, closes_at: string | null = null) =>
    tripAt({ ...trip, closes_at }, Date.parse(now)).state;
  expect(state("2026-12-08T14:59:59.999Z")).toBe("in_progress");
  expect(state("2026-12-08T15:00:00.000Z")).toBe("overdue");
  expect(state("2026-12-10T00:00:00.000Z", "2026-12-10T00:00:00.000Z")).toBe("closed");
  const stormy = { ...trip, in_storm: true };
  expect(tripAt(stormy, Date.parse("2026-12-09T00:00:00.000Z")).state).toBe("in_progress");
});
