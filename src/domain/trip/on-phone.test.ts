// How long a phone stores a trip and what it could not send.
import { expect, test } from "vitest";
import { tripOnPhoneUntil, unsentOnPhoneUntil } from "./on-phone.ts";

const DUE = "2026-12-08T15:00:00.000Z";
const at = (ms: number): string => new Date(ms).toISOString();

test.each([
  [
    "the return",
    { closes_at: "2026-12-10T12:00:00.000Z", returned: "2026-12-09T12:00:00.000Z" },
    "2026-12-16T12:00:00.000Z",
  ],
  [
    "the close of a trip that nobody returned",
    { closes_at: "2026-12-01T12:00:00.000Z", returned: null },
    "2026-12-08T12:00:00.000Z",
  ],
  [
    "the agreed return, if the car is still out",
    { closes_at: null, returned: null },
    "2026-12-15T15:00:00.000Z",
  ],
  [
    "the last answer of the server, if the car is overdue",
    { closes_at: null, returned: null, now: "2026-12-20T12:00:00.000Z" },
    "2026-12-27T12:00:00.000Z",
  ],
])("a trip is stored for a week after %s", (_case, { closes_at, returned, ...rest }, expected) => {
  const confirmation = returned === null ? null : { at: returned };
  const trip = { due_back_at: DUE, closes_at, return: { confirmation } };
  const now = "now" in rest ? rest.now : DUE;
  expect(at(tripOnPhoneUntil(trip, Date.parse(now)))).toBe(expected);
});

test("an unsent entry is stored for a week, and as long as its trip", () => {
  expect(at(unsentOnPhoneUntil(DUE, undefined))).toBe("2026-12-15T15:00:00.000Z");
  expect(at(unsentOnPhoneUntil(DUE, Date.parse("2026-12-15T15:00:00.001Z")))).toBe(
    "2026-12-15T15:00:00.001Z",
  );
  expect(at(unsentOnPhoneUntil(DUE, Date.parse(DUE)))).toBe("2026-12-15T15:00:00.000Z");
});
