// The text of payment incidents: titles and facts.
import { expect, test } from "vitest";
import { listDetailFacts, describeIncident } from "./incident-text.ts";

test.each([
  ["webhook_refused", { reason: "too_old" }, /too late/],
  ["record_differs", { fault: "session_unknown" }, /doesn't recognise/],
  ["record_differs", { fault: "sessions_unknown" }, /several of our checkouts/],
  ["record_differs", { fault: "refund_returned" }, /came back/],
  ["record_differs", {}, /differs from ours/],
  ["dispute", { state: "lost" }, /Charged back/],
  ["dispute", { state: "dropped" }, /inquiry was closed/],
  ["ledger_fault", {}, /doesn't add up/],
  ["car_overdue", {}, /not been returned/],
  ["trip_record_changed", { position: 2 }, /was changed/],
  ["trip_record_changed", { differing: "returned_at" }, /times differ/],
  ["host_in_debt", { debt_cents: 30_000 }, /owes fees/],
  ["handover_contested", { handover: "return" }, /contests a return/],
] as const)("titles %s %j", (kind, details, title) => {
  expect(describeIncident({ kind, details }).title).toMatch(title);
});

test("shows facts as amounts, words and ids, pairs our values with the provider's, and omits what is stated already", () => {
  expect(
    listDetailFacts({
      kind: "record_differs",
      details: {
        fault: "refunded",
        session: "cs_test_aB_c",
        ours: { payment_status: "partially_refunded", refunded_cents: 0 },
        provider: { intent: "succeeded", captured_cents: 20_099, refunded_cents: 5000, url: null },
      },
    }),
  ).toEqual([
    { label: "Session", value: "cs_test_aB_c" },
    { label: "Ours", value: "payment status partially refunded, refunded $0.00" },
    { label: "At the provider", value: "payment succeeded, captured $200.99, refunded $50.00" },
  ]);
  const error = { about: "booking", id: "b1", what: "card_clearing", expected: -1, found: 20_099 };
  expect(listDetailFacts({ kind: "ledger_fault", details: error })).toEqual([
    { label: "About", value: "Booking" },
    { label: "Id", value: "b1" },
    { label: "What", value: "Card clearing" },
    { label: "Expected", value: "-$0.01" },
    { label: "Found", value: "$200.99" },
  ]);
  expect(
    listDetailFacts({
      kind: "event_unknown",
      details: { amountCents: 100, feeCents: 1500, intentId: "pi_test_a" },
    }),
  ).toEqual([
    { label: "Amount", value: "$1.00" },
    { label: "Fee", value: "$15.00" },
    { label: "Payment", value: "pi_test_a" },
  ]);
  expect(
    listDetailFacts({
      kind: "trip_record_changed",
      details: { differing: "picked_up_at, returned_at" },
    }),
  ).toEqual([{ label: "Differing", value: "pickup and return" }]);
});
