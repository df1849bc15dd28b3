import { expect, test } from "vitest";
import { completesAt, hostMayCancelUntil, lapsesAt, remindsFrom, renterMayCancelUntil } from "./booking-deadlines.ts";

test.each([
  // authorised, start date, lapses
  ["2026-12-01T15:00:00Z", "2026-12-05", "2026-12-02T15:00:00.000Z"],
  ["2026-12-01T15:00:00Z", "2026-12-02", "2026-12-02T15:00:00.000Z"],
  ["2026-12-01T15:00:00Z", "2026-12-01", "2026-12-02T05:00:00.000Z"],
  ["2026-07-01T15:00:00Z", "2026-07-01", "2026-07-02T04:00:00.000Z"],
  ["2026-03-07T20:00:00Z", "2026-03-20", "2026-03-08T20:00:00.000Z"], // 24 hours, though a day of 23
  ["2026-11-01T04:30:00Z", "2026-11-01", "2026-11-02T04:30:00.000Z"], // 24 hours of a day of 25
])("authorised at %s for %s, unanswered until %s", (authorizedAt, startDate, expected) => {
  expect(lapsesAt({ authorizedAt: new Date(authorizedAt), startDate }).toISOString()).toBe(expected);
});

test.each([
  // start date, the renter's limit, the host's limit
  ["2026-12-05", "2026-12-04T05:00:00.000Z", "2026-12-06T05:00:00.000Z"],
  ["2026-03-08", "2026-03-07T05:00:00.000Z", "2026-03-09T04:00:00.000Z"],
  ["2026-03-09", "2026-03-08T04:00:00.000Z", "2026-03-10T04:00:00.000Z"], // 23:00 of the 7th in Nassau
  ["2026-11-01", "2026-10-31T04:00:00.000Z", "2026-11-02T05:00:00.000Z"],
  ["2026-11-02", "2026-11-01T05:00:00.000Z", "2026-11-03T05:00:00.000Z"], // 01:00 of the 1st in Nassau
])("a rental from %s is cancelled before %s by the renter, before %s by the host", (startDate, renter, host) => {
  expect(renterMayCancelUntil(startDate).toISOString()).toBe(renter);
  expect(hostMayCancelUntil(startDate).toISOString()).toBe(host);
});

test.each([
  ["2026-12-08", "2026-12-09T05:00:00.000Z"],
  ["2026-03-08", "2026-03-09T04:00:00.000Z"],
  ["2026-11-01", "2026-11-02T05:00:00.000Z"],
])("a rental until %s is completed at %s", (endDate, expected) => {
  expect(completesAt(endDate).toISOString()).toBe(expected);
});

test.each([
  ["2026-12-05", "2026-12-04T14:00:00.000Z"],
  // The clocks go forward on March 8th, and back on November 1st.
  ["2026-03-09", "2026-03-08T13:00:00.000Z"],
  ["2026-11-02", "2026-11-01T14:00:00.000Z"],
])("of what begins or ends on %s people are reminded from %s", (date, expected) => {
  expect(remindsFrom(date).toISOString()).toBe(expected);
});
