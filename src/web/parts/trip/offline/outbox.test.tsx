// What a phone records without a network: sent once, by the person who recorded it.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../../../test/eventually.ts";
import { me } from "../../../../../test/components/examples.ts";
import { hold, offline, respondTo } from "../../../../../test/components/fake-api.ts";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { DomainError } from "../../../../domain/errors.ts";
import {
  forgetOtherPeoplesTrips,
  forgetTrips,
  openPhoneStore,
  removeDueTrips,
  startingWith,
  type UnsentEntry,
} from "../../../session/phone-store.ts";
import { discardUnsent, listUnsent, record, retryRefused, sendUnsent } from "./outbox.ts";

const ENTRIES = "POST /api/bookings/{id}/trip/entries";
const BOOKING = "0f0f0f0f-0000-4000-8000-000000000001";
const TRIP = { booking_id: BOOKING } as Trip;

let minute = 0;
const mark = (words: string, userId = me.user_id): UnsentEntry => ({
  userId,
  bookingId: BOOKING,
  id: crypto.randomUUID(),
  at: new Date(Date.UTC(2026, 5, 1, 12, minute++)).toISOString(),
  handover: "pickup",
  content: { kind: "mark", part: "roof", damage: "dent", words },
  refusal: null,
});

const level = { unit: "eighths", value: 8 } as const;

/** What reached the server, by id, with the number of times. */
let received: Map<string, number>;
const receive = ({ body: { id } }: { body: { id: string } }): Trip => {
  received.set(id, (received.get(id) ?? 0) + 1);
  return TRIP;
};
const setOnline = (isOnline: boolean) =>
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);

beforeEach(async () => {
  received = new Map();
  respondTo(ENTRIES, receive);
  await (await openPhoneStore()).clear("unsent"); // Another test file may have left entries.
});
afterEach(() => {
  vi.restoreAllMocks();
});

test("waits without a network, and is then sent once, however often sending starts", async () => {
  setOnline(false);
  const entries = ["a", "b", "c"].map((words) => mark(words));
  for (const entry of entries) expect(await record(entry)).toBe("waiting");
  expect(received.size).toBe(0);
  expect(await listUnsent(me.user_id, BOOKING)).toEqual(entries);
  setOnline(true);
  await Promise.all([sendUnsent(), record(mark("d")), sendUnsent(), record(mark("e"))]);
  await sendUnsent();
  expect([...received.values()]).toEqual([1, 1, 1, 1, 1]);
  expect(await listUnsent(me.user_id)).toEqual([]);
});

test("is sent again with the same id after a lost response", async () => {
  respondTo(ENTRIES, (call) => {
    receive(call);
    return offline();
  });
  const entry = mark("a");
  expect(await record(entry)).toBe("waiting");
  respondTo(ENTRIES, receive);
  await sendUnsent("unanswered");
  expect([...received]).toEqual([[entry.id, 2]]);
  expect(await listUnsent(me.user_id)).toEqual([]);
});

test("a form shows its refusal, and an entry recorded earlier keeps it", async () => {
  const late = new DomainError("trip_entry_too_late", { closed_at: "2026-06-01T10:00:00.000Z" });
  respondTo(ENTRIES, () => late);
  await expect(record(mark("a"))).rejects.toMatchObject({ code: "trip_entry_too_late" });
  expect(await listUnsent(me.user_id)).toEqual([]);
  setOnline(false);
  await record(mark("b"));
  setOnline(true);
  await sendUnsent();
  const [refused] = await listUnsent(me.user_id);
  expect(refused?.refusal).toMatchObject({ code: "trip_entry_too_late", status: 409 });
  // It is not sent again automatically.
  respondTo(ENTRIES, receive);
  await sendUnsent();
  expect(received.size).toBe(0);
  await retryRefused([refused!]);
  expect([...received.keys()]).toEqual([refused?.id]);
});

/** Records entries without a network, which then comes back. */
async function recordOffline(...entries: UnsentEntry[]): Promise<void> {
  setOnline(false);
  for (const entry of entries) await record(entry);
  setOnline(true);
}

/** Refuses one entry, and receives the others. */
const respondToOne = (id: string, refuse: () => DomainError) =>
  respondTo(ENTRIES, (call) => {
    const trip = receive(call);
    return call.body.id === id ? refuse() : trip;
  });

test("an entry from a fast clock waits until its time has come, and holds up no other", async () => {
  const [ahead, other] = [mark("a"), mark("b")];
  await recordOffline(ahead, other);
  const future = { tolerance_minutes: 5, retry_after_seconds: 3600 };
  respondToOne(ahead.id, () => new DomainError("trip_entry_in_future", future));
  const now = vi.spyOn(Date, "now").mockReturnValue(1_000_000);
  await sendUnsent();
  await sendUnsent("unanswered");
  expect([...received]).toEqual([
    [ahead.id, 1],
    [other.id, 1],
  ]);
  const [waiting] = await listUnsent(me.user_id);
  expect(waiting?.attempt?.problem).toMatchObject({ code: "trip_entry_in_future" });
  respondTo(ENTRIES, receive);
  now.mockReturnValue(1_000_000 + 3_600_000);
  await sendUnsent();
  expect(await listUnsent(me.user_id)).toEqual([]);
});

test("an entry on which the server fails holds up no other, and waits longer each time", async () => {
  const [failing, other] = [mark("a"), mark("b")];
  await recordOffline(failing, other);
  respondToOne(failing.id, () => new DomainError("internal"));
  const now = vi.spyOn(Date, "now").mockReturnValue(1_000_000);
  await sendUnsent();
  expect(await listUnsent(me.user_id)).toMatchObject([{ id: failing.id, attempt: { count: 1 } }]);
  now.mockReturnValue(1_000_000 + 20_000);
  await sendUnsent();
  now.mockReturnValue(1_000_000 + 20_000 + 39_999);
  await sendUnsent();
  expect(received.get(failing.id)).toBe(2);
});

test("a rate limit stops sending for as long as the server asks", async () => {
  const entries = ["a", "b", "c"].map((words) => mark(words));
  await recordOffline(...entries);
  let asked = 0;
  respondTo(ENTRIES, () => {
    asked += 1;
    return new DomainError("rate_limited", { retry_after_seconds: 60 });
  });
  await sendUnsent();
  expect(asked).toBeLessThan(3);
  const [first] = await listUnsent(me.user_id);
  expect(first).toMatchObject({ refusal: null, attempt: { waitMs: 60_000 } });
});

test("a response from another server refuses no entry", async () => {
  const entry = mark("a");
  await recordOffline(entry);
  vi.stubGlobal("fetch", async () => new Response("<h1>Forbidden</h1>", { status: 403 }));
  await sendUnsent();
  vi.unstubAllGlobals();
  expect(await listUnsent(me.user_id)).toMatchObject([{ id: entry.id, refusal: null }]);
});

test("a form waits a few seconds, and its entry is sent in the background", async () => {
  const respond = hold(ENTRIES);
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const entry = mark("a");
  const recording = record(entry);
  await eventually(async () => expect(await listUnsent(me.user_id)).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(4000);
  vi.useRealTimers();
  expect(await recording).toBe("waiting");
  respond(TRIP);
  await eventually(async () => expect(await listUnsent(me.user_id)).toEqual([]));
});

test("a code is sent after its reading, and a return after the code of its pickup", async () => {
  const order: string[] = [];
  const note = (kind: string) => {
    order.push(kind);
    return TRIP;
  };
  respondTo(ENTRIES, ({ body }) => note(body.kind));
  respondTo("POST /api/bookings/{id}/trip/confirmations", () => note("confirmation"));
  const reading = mark("a");
  await recordOffline(
    { ...reading, content: { kind: "reading", miles: 5, level } },
    { ...mark("b"), content: { kind: "confirmation", reading_id: reading.id, code: "123456" } },
    { ...mark("c"), handover: "return" },
  );
  await sendUnsent();
  expect(order).toEqual(["reading", "confirmation", "mark"]);
});

const lockboxPickup = (): [UnsentEntry, UnsentEntry] => {
  const reading: UnsentEntry = { ...mark(""), content: { kind: "reading", miles: 5, level } };
  const content = { kind: "lockbox_confirmation", reading_id: reading.id } as const;
  return [reading, { ...mark(""), content }];
};
const markWithPhoto = (): [UnsentEntry, UnsentEntry] => {
  const named = mark("");
  return [named, { ...mark(""), content: { kind: "photo", place: "further", mark_id: named.id } }];
};

test("a return is sent after the lockbox pickup", async () => {
  const [reading, confirmation] = lockboxPickup();
  const back: UnsentEntry = { ...mark("a"), handover: "return" };
  await recordOffline(reading, confirmation, back);
  respondToOne(confirmation.id, () => new DomainError("internal"));
  await sendUnsent();
  expect([...received.keys()]).toEqual([reading.id, confirmation.id]);
  respondTo(ENTRIES, receive);
  await sendUnsent("all");
  expect([...received.keys()]).toEqual([reading.id, confirmation.id, back.id]);
  expect(await listUnsent(me.user_id)).toEqual([]);
});

describe.each([
  ["a confirmation with its reading", lockboxPickup],
  ["a photo with its mark", markWithPhoto],
])("%s", (_title, make) => {
  test("is refused, tried again and removed", async () => {
    const [named, dependent] = make();
    await recordOffline(named, dependent);
    respondToOne(
      named.id,
      () => new DomainError("too_many_trip_entries", { kind: "mark", limit: 1 }),
    );
    await sendUnsent();
    const refused = await listUnsent(me.user_id);
    expect(refused.map(({ id, refusal }) => [id, refusal?.code])).toEqual([
      [named.id, "too_many_trip_entries"],
      [dependent.id, "too_many_trip_entries"],
    ]);
    await retryRefused([refused[1]!]);
    expect([...received]).toEqual([[named.id, 2]]);
    await discardUnsent(named);
    expect(await listUnsent(me.user_id)).toEqual([]);
  });
});

test("a confirmation is sent once its refused reading is accepted", async () => {
  const [reading, confirmation] = lockboxPickup();
  await recordOffline(reading, confirmation);
  respondToOne(
    reading.id,
    () => new DomainError("too_many_trip_entries", { kind: "mark", limit: 1 }),
  );
  await sendUnsent();
  respondTo(ENTRIES, receive);
  await retryRefused([(await listUnsent(me.user_id))[0]!]);
  expect(received.get(confirmation.id)).toBe(1);
  expect(await listUnsent(me.user_id)).toEqual([]);
});

test("another person's entries are neither seen nor sent", async () => {
  const theirs = mark("a", "somebody-else");
  await (await openPhoneStore()).put("unsent", theirs, [theirs.userId, BOOKING, theirs.id]);
  await sendUnsent();
  expect(await listUnsent(me.user_id)).toEqual([]);
  expect(received.size).toBe(0);
  const store = await openPhoneStore();
  expect(await store.count("unsent", startingWith(theirs.userId))).toBe(1);
});

test("without storage, an entry is sent or given back", async () => {
  const full = new DOMException("", "QuotaExceededError");
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw full;
  });
  expect(await record(mark("a"))).toBe("sent");
  const respond = hold(ENTRIES);
  const recording = record(mark("b"));
  respond(new DomainError("forbidden"));
  await expect(recording).rejects.toMatchObject({ code: "forbidden" });
});

describe("removal", () => {
  const storeTripOf = async (userId: string, until: number): Promise<void> => {
    const store = await openPhoneStore();
    const trip = { userId, bookingId: BOOKING, trip: TRIP, booking: null, storedAt: 0, until };
    await store.put("trips", trip, [userId, BOOKING]);
    await store.put("profiles", null, userId);
    const picture = { type: "image/jpeg", bytes: new ArrayBuffer(1) };
    await store.put("photos", picture, [userId, BOOKING, "shown"]);
  };
  const count = async (): Promise<number[]> => {
    const store = await openPhoneStore();
    const names = ["trips", "profiles", "photos", "unsent"] as const;
    return Promise.all(names.map((name) => store.count(name)));
  };
  const WEEK_MS = 7 * 86_400_000;

  test("removes a due trip with its pictures and profile, and an unsent entry a week after it was made", async () => {
    const entry = mark("a");
    const madeAt = Date.parse(entry.at);
    await recordOffline(entry);
    await storeTripOf(me.user_id, madeAt);
    expect(await removeDueTrips(madeAt - 1)).toEqual([]);
    expect(await count()).toEqual([1, 1, 1, 1]);
    expect(await removeDueTrips(madeAt)).toEqual([]);
    expect(await count()).toEqual([0, 0, 0, 1]);
    expect(await removeDueTrips(madeAt + WEEK_MS)).toEqual([entry]);
    expect(await count()).toEqual([0, 0, 0, 0]);
  });

  test("removes the trips of people who are signed out, but not their unsent entries", async () => {
    await recordOffline(mark("a", "somebody-else"));
    await storeTripOf("somebody-else", Infinity);
    await storeTripOf(me.user_id, Infinity);
    await forgetOtherPeoplesTrips(me.user_id);
    expect(await count()).toEqual([1, 1, 1, 1]);
    await forgetTrips(me.user_id);
    expect(await count()).toEqual([0, 0, 0, 1]);
  });
});
