// A lockbox: when its code may be shown, what counts as agreed, and until when the host answers.
import { describe, expect, test } from "vitest";
import { rentalPeriod } from "../booking/rental-period.ts";
import type { CalendarDate } from "../calendar/dates.ts";
import type { TimeOfDay } from "../calendar/time-of-day.ts";
import { DomainError } from "../errors.ts";
import type { EntryContent, PhotoPlace, TripEntry } from "./entry.ts";
import { foldEntries } from "./handover.ts";
import { checkLockboxEntry, isAgreed, missingOutsidePhotos, OUTSIDE_SLOTS } from "./lockbox.ts";
import { closesAt, type TripFacts } from "./trip.ts";

const PICKUP = "2026-12-05T15:00:00.000Z";
const at = (instant: string) => new Date(instant);
const FACTS: TripFacts = {
  status: "approved",
  period: rentalPeriod("2026-12-05" as CalendarDate, "2026-12-08" as CalendarDate, {
    pickupTime: "10:00" as TimeOfDay,
    returnTime: "10:00" as TimeOfDay,
  }),
  approvedAt: at("2026-11-20T12:00:00.000Z"),
  confirmedAt: { pickup: null, return: null },
  returnNoticedAt: null,
  lockboxConfirmedAt: { pickup: null, return: null },
  isReturnOneSided: false,
  cancelledAt: null,
  nextPickupAt: null,
};

const entry = (content: EntryContent, more: Partial<TripEntry> = {}): TripEntry => ({
  id: crypto.randomUUID(),
  handover: "pickup",
  side: "renter",
  at: PICKUP,
  content,
  ...more,
});
const photo = (place: PhotoPlace, side: "renter" | "host") =>
  entry({ kind: "photo", place, sha256: place + side, sent_sha256: "" }, { side });
const confirmation = (by: "code" | "lockbox" | "host") =>
  entry({ kind: "confirmation", reading_id: null, by });
const ACCEPTANCE = entry({ kind: "lockbox_acceptance" }, { side: "host" });
const CONTEST = entry({ kind: "lockbox_contest", words: "No" }, { side: "host" });

function verdict(content: EntryContent, facts: TripFacts, now: string, entries: TripEntry[]) {
  try {
    checkLockboxEntry({ handover: "pickup", content, at: now }, { facts, entries, now: at(now) });
    return "ok";
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.code;
  }
}

test("needs all nine outside photos from one side, and names the renter's missing ones", () => {
  expect(OUTSIDE_SLOTS).toHaveLength(9);
  const missing = (entries: TripEntry[]) => missingOutsidePhotos(foldEntries(entries).pickup);
  const all = (side: "renter" | "host") => OUTSIDE_SLOTS.map((slot) => photo(slot, side));
  expect(missing([])).toEqual(OUTSIDE_SLOTS);
  expect(missing(all("host"))).toEqual([]);
  expect(missing(all("renter"))).toEqual([]);
  const halves = [...all("renter").slice(1), ...all("host").slice(0, 1), photo("boot", "renter")];
  expect(missing(halves)).toEqual(["front"]);
});

test.each([
  ["the code", [confirmation("code")], true],
  ["the lockbox, unanswered", [confirmation("lockbox")], false],
  ["the lockbox, accepted", [confirmation("lockbox"), ACCEPTANCE], true],
  ["the lockbox, contested", [confirmation("lockbox"), CONTEST], false],
  ["the host alone", [confirmation("host"), ACCEPTANCE], false],
  ["nobody", [], false],
])("whether both sides agree after a confirmation by %s", (_, entries, agreed) => {
  expect(isAgreed(foldEntries(entries).pickup)).toBe(agreed);
});

describe("an opening", () => {
  const photos = OUTSIDE_SLOTS.map((slot) => photo(slot, "host"));
  test.each([
    ["2026-12-05T14:59:59.999Z", photos, "lockbox_too_early"],
    [PICKUP, [], "lockbox_needs_photos"],
    [PICKUP, photos, "ok"],
  ])("at %s", (now, entries, expected) => {
    expect(verdict({ kind: "lockbox_opening" }, FACTS, now, entries)).toBe(expected);
  });
});

test("a confirmation needs the code to have been shown, and a reading of the same handover", () => {
  const reading = entry({ kind: "reading", miles: 1, level: { unit: "eighths", value: 8 } });
  const opening = entry({ kind: "lockbox_opening" });
  const confirm = (entries: TripEntry[], reading_id = reading.id) =>
    verdict({ kind: "confirmation", reading_id, by: "lockbox" }, FACTS, PICKUP, entries);
  const later = { ...reading, id: crypto.randomUUID() };
  expect(confirm([reading])).toBe("lockbox_not_opened");
  expect(confirm([opening])).toBe("lockbox_reading_missing");
  expect(confirm([opening, { ...reading, handover: "return" }])).toBe("lockbox_reading_missing");
  expect(confirm([opening], opening.id)).toBe("lockbox_reading_missing");
  expect(confirm([opening, reading])).toBe("ok");
  const before = { ...reading, at: "2026-12-05T14:58:00.000Z" };
  expect(confirm([opening, before, later])).toBe("handover_reading_changed");
  expect(confirm([opening, before, { ...later, at: "2026-12-05T15:00:00.001Z" }])).toBe("ok");
  expect(confirm([{ ...opening, at: "2026-12-05T15:05:00.001Z" }, reading])).toBe(
    "lockbox_not_opened",
  );
});

describe("an answer", () => {
  const received = at("2026-12-05T16:00:00.000Z");
  const facts = { ...FACTS, lockboxConfirmedAt: { pickup: received, return: null } };
  test.each([
    [FACTS, PICKUP, [], "not_confirmed_by_lockbox"],
    [facts, "2026-12-06T15:59:59.999Z", [], "ok"],
    [facts, "2026-12-06T16:00:00.000Z", [], "lockbox_answer_too_late"],
    [facts, PICKUP, [CONTEST], "lockbox_already_answered"],
    [facts, PICKUP, [ACCEPTANCE], "lockbox_already_answered"],
  ] as const)("is taken once, within 24 hours (%#)", (of, now, entries, expected) => {
    for (const content of [ACCEPTANCE.content, CONTEST.content])
      expect(verdict(content, of, now, [...entries])).toBe(expected);
  });
});

test("a trip returned with the lockbox stays open for the host's answer, even past the next pickup", () => {
  const returned = at("2026-12-08T15:00:00.000Z");
  const received = at("2026-12-08T17:00:00.000Z");
  expect(
    closesAt({
      ...FACTS,
      confirmedAt: { pickup: at(PICKUP), return: returned },
      lockboxConfirmedAt: { pickup: null, return: received },
      nextPickupAt: at("2026-12-08T18:00:00.000Z"),
    }),
  ).toEqual(at("2026-12-09T17:00:00.000Z"));
});
