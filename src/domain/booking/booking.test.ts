// Tests the transition table against a booking life cycle that is written out by hand.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rentalPeriod } from "./rental-period.ts";
import {
  ACTOR_KINDS,
  type ActorKind,
  applyTransition,
  BOOKING_STATUSES,
  type BookingFacts,
  type BookingState,
  canTransition,
  isBookingCharged,
  PAYMENT_STATUSES,
  type Transition,
  type TransitionName,
  type TransitionRequest,
  TRANSITIONS,
  transitionOnAuthorisation,
} from "./booking.ts";
import { isAbandonedCheckout } from "./booking-lists.ts";
import { DomainError } from "../errors.ts";

const NAMES = Object.keys(TRANSITIONS) as TransitionName[];
const EFFECT_OF: Record<TransitionName, Transition> = TRANSITIONS;

// A rental from 5 to 8 December, booked on the 1st; 00:00 in Nassau is 05:00 UTC.
const OUT = { pickedUpAt: new Date("2026-12-05T15:00:00Z"), returnedAt: null };
/** Affected by a storm. */
const STORM = { isInStorm: true };
const EARLY = { ...OUT, returnedAt: new Date("2026-12-06T20:00:00Z") };
const LATE = { ...OUT, returnedAt: new Date("2026-12-10T20:00:00Z") };
const BASE: BookingFacts = {
  status: "pending",
  paymentStatus: "unpaid",
  approving: false,
  period: rentalPeriod("2026-12-05", "2026-12-08"),
  bookingMode: "approval",
  carOnSite: true,
  trip: { pickedUpAt: null, returnedAt: null },
  authorizedAt: new Date("2026-12-01T15:00:00Z"),
  checkoutOpen: false,
  addressGiven: false,
};
/** A rental that begins on the day of the booking. */
const FROM_TODAY = rentalPeriod("2026-12-01", "2026-12-08");
const SOON = new Date("2026-12-01T16:00:00Z");

/**
 * Each step: from and to, the actors, the effect on provider and dates, and facts that meet its
 * condition.
 */
const LEGAL: Record<
  TransitionName,
  { life: string; who: ActorKind[]; effect: string; facts?: Partial<BookingFacts>; now?: string }
> = {
  cancel_for_dispute: {
    life: "approved/paid -> cancelled/paid, approved/partially_refunded -> cancelled/partially_refunded",
    who: ["provider"],
    effect: "none, free",
  },
  create: { life: "nothing -> pending/unpaid", who: ["renter"], effect: "none, occupy" },
  expire_hold: {
    life: "pending/unpaid -> cancelled/expired",
    who: ["system", "provider"],
    effect: "none, free",
  },
  replace_hold: {
    life: "pending/unpaid -> cancelled/expired",
    who: ["renter"],
    effect: "none, free",
  },
  withdraw_checkout: {
    life: "pending/unpaid -> cancelled/expired",
    who: ["renter", "system", "provider"],
    effect: "expire, free",
  },
  lose_session: {
    life: "pending/unpaid -> cancelled/expired",
    who: ["provider"],
    effect: "none, free",
  },
  authorise_for_instant_book: {
    life: "pending/unpaid -> pending/authorized approving",
    who: ["provider"],
    effect: "capture, keep",
    facts: { bookingMode: "instant" },
  },
  authorise_for_request: {
    life: "pending/unpaid -> pending/authorized",
    who: ["provider"],
    effect: "none, keep",
  },
  void_late_authorisation: {
    life: "cancelled/expired -> cancelled/voided",
    who: ["provider"],
    effect: "void, keep",
  },
  request_approval: {
    life: "pending/authorized -> pending/authorized approving",
    who: ["host", "admin"],
    effect: "capture, keep",
  },
  reject: {
    life: "pending/authorized -> rejected/voided",
    who: ["host", "admin"],
    effect: "void, free",
  },
  withdraw_request: {
    life: "pending/authorized -> cancelled/voided",
    who: ["renter"],
    effect: "void, free",
  },
  lapse: {
    life: "pending/authorized -> cancelled/voided",
    who: ["system"],
    effect: "void, free",
    now: "2026-12-02T15:00:00Z",
  },
  capture_succeeded: {
    life: "pending/authorized approving -> approved/paid",
    who: ["provider"],
    effect: "none, keep",
  },
  capture_refused: {
    life: "pending/authorized approving -> cancelled/failed",
    who: ["provider"],
    effect: "none, free",
  },
  cancel_by_renter: {
    life: "approved/paid -> cancelled/paid, approved/partially_refunded -> cancelled/partially_refunded",
    who: ["renter"],
    effect: "refund, free",
  },
  cancel_by_host: {
    life: "approved/paid -> cancelled/paid, approved/partially_refunded -> cancelled/partially_refunded",
    who: ["host"],
    effect: "refund, free",
  },
  cancel_by_admin: {
    life: "approved/paid -> cancelled/paid, approved/partially_refunded -> cancelled/partially_refunded",
    who: ["admin"],
    effect: "refund, free",
  },
  refund_in_part: {
    life: `approved/paid -> approved/paid, approved/partially_refunded -> approved/partially_refunded,
      completed/paid -> completed/paid, completed/partially_refunded -> completed/partially_refunded`,
    who: ["admin"],
    effect: "refund, keep",
  },
  refund_after_appeal: {
    life: "cancelled/paid -> cancelled/paid, cancelled/partially_refunded -> cancelled/partially_refunded",
    who: ["provider"],
    effect: "refund, keep",
  },
  refund_in_part_succeeded: {
    life: `approved/paid -> approved/partially_refunded, approved/partially_refunded -> approved/partially_refunded,
      completed/paid -> completed/partially_refunded, completed/partially_refunded -> completed/partially_refunded,
      cancelled/paid -> cancelled/partially_refunded, cancelled/partially_refunded -> cancelled/partially_refunded`,
    who: ["provider", "system"],
    effect: "none, keep",
  },
  refund_succeeded: {
    life: `completed/paid -> completed/refunded, completed/partially_refunded -> completed/refunded,
      cancelled/paid -> cancelled/refunded, cancelled/partially_refunded -> cancelled/refunded`,
    who: ["provider", "system"],
    effect: "none, keep",
  },
  refund_taken_back: {
    life: `approved/partially_refunded -> approved/paid, completed/partially_refunded -> completed/paid,
      completed/refunded -> completed/paid, cancelled/partially_refunded -> cancelled/paid, cancelled/refunded -> cancelled/paid,
      approved/refunded -> approved/paid`,
    who: ["provider"],
    effect: "none, keep",
  },
  refund_taken_back_in_part: {
    life: `approved/partially_refunded -> approved/partially_refunded, completed/partially_refunded -> completed/partially_refunded,
      completed/refunded -> completed/partially_refunded, cancelled/partially_refunded -> cancelled/partially_refunded,
      cancelled/refunded -> cancelled/partially_refunded, approved/refunded -> approved/partially_refunded`,
    who: ["provider"],
    effect: "none, keep",
  },
  complete: {
    life: "approved/paid -> completed/paid, approved/partially_refunded -> completed/partially_refunded",
    who: ["system"],
    effect: "none, keep",
    now: "2026-12-09T05:00:00Z",
  },
};

const named = ({ status, paymentStatus, approving }: BookingState) =>
  `${status}/${paymentStatus}${approving ? " approving" : ""}`;

const EVERY_STATE: (BookingState | null)[] = [
  null,
  ...BOOKING_STATUSES.flatMap((status) =>
    PAYMENT_STATUSES.flatMap((paymentStatus) =>
      [false, true].map((approving) => ({ status, paymentStatus, approving })),
    ),
  ),
];

/**
 * The result of an attempt: the new state, or the code and details of the refusal. Both must match
 * canTransition.
 */
function outcome(name: TransitionName, request: TransitionRequest): unknown {
  const verdict = canTransition(name, request);
  try {
    const result = named(applyTransition(name, request));
    return verdict.ok ? result : `${result}, though ${verdict.code} was foretold`;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { foretold: verdict.ok || verdict.code, code: error.code, details: error.details };
  }
}

describe.each(NAMES)("%s", (name) => {
  const { life, who, effect, facts, now } = LEGAL[name];

  test("is allowed from exactly the listed states and actors", () => {
    const ends = new Map(life.split(/,\s+/).map((each) => each.split(" -> ") as [string, string]));
    const attempts = EVERY_STATE.flatMap((state) =>
      ACTOR_KINDS.map((actorKind) => ({ state, actorKind })),
    );
    const found = attempts.map(({ state, actorKind }) => {
      const booking = state && { ...BASE, ...facts, ...state };
      return [
        state,
        actorKind,
        outcome(name, { booking, actorKind, now: now ? new Date(now) : SOON }),
      ];
    });
    const expected = attempts.map(({ state, actorKind }) => {
      const end = ends.get(state ? named(state) : "nothing");
      if (end && who.includes(actorKind)) return [state, actorKind, end];
      const { status, paymentStatus } = state ?? { status: "none", paymentStatus: "none" };
      const code = "transition_refused";
      return [
        state,
        actorKind,
        {
          foretold: code,
          code,
          details: { transition: name, status, payment_status: paymentStatus },
        },
      ];
    });
    expect(found).toEqual(expected);
  });

  test("has the expected effect", () => {
    const { provider, calendar } = EFFECT_OF[name].effect;
    expect(`${provider}, ${calendar}`).toBe(effect);
  });
});

describe("conditions", () => {
  const unpaid = {};
  const authorized = { paymentStatus: "authorized" } as const;
  const approved = { status: "approved", paymentStatus: "paid" } as const;
  const instant = { bookingMode: "instant" } as const;
  const refused = "transition_refused";
  const tooLate = "cancellation_too_late";

  test.each<[TransitionName, ActorKind, Partial<BookingFacts>, string, string]>([
    // A hold ends only when its card can no longer be authorised.
    ["expire_hold", "provider", { checkoutOpen: true }, "2026-12-20T00:00:00Z", refused],
    ["expire_hold", "system", { checkoutOpen: true }, "2026-12-20T00:00:00Z", refused],
    ["expire_hold", "system", unpaid, "2026-12-01T15:00:00Z", "ok"],
    ["replace_hold", "renter", { checkoutOpen: true }, "2026-12-01T15:00:00Z", refused],
    ["lose_session", "provider", { checkoutOpen: true }, "2026-12-01T15:00:00Z", refused],
    ["withdraw_checkout", "system", { addressGiven: true }, "2026-12-01T15:00:00Z", refused],
    ["withdraw_checkout", "system", { checkoutOpen: true }, "2026-12-01T15:00:00Z", "ok"],
    // Each booking mode has its own step.
    [
      "authorise_for_instant_book",
      "provider",
      { bookingMode: "approval" },
      "2026-12-01T15:00:00Z",
      refused,
    ],
    [
      "authorise_for_request",
      "provider",
      { bookingMode: "instant" },
      "2026-12-01T15:00:00Z",
      refused,
    ],
    // Instant book ends with the start date, when the host can no longer cancel. The authorisation
    // then becomes a request, which lapses immediately.
    ["authorise_for_instant_book", "provider", instant, "2026-12-06T04:59:59.999Z", "ok"],
    ["authorise_for_instant_book", "provider", instant, "2026-12-06T05:00:00Z", refused],
    ["authorise_for_request", "provider", instant, "2026-12-06T04:59:59.999Z", refused],
    ["authorise_for_request", "provider", instant, "2026-12-06T05:00:00Z", "ok"],
    // Instant book ends when the car leaves the site. A request stays a request.
    [
      "authorise_for_instant_book",
      "provider",
      { ...instant, carOnSite: false },
      "2026-12-01T15:00:00Z",
      refused,
    ],
    [
      "authorise_for_request",
      "provider",
      { ...instant, carOnSite: false },
      "2026-12-01T15:00:00Z",
      "ok",
    ],
    ["authorise_for_request", "provider", { carOnSite: false }, "2026-12-01T15:00:00Z", "ok"],
    // At any instant a request can either be approved or lapse, never both.
    ["request_approval", "host", authorized, "2026-12-02T14:59:59.999Z", "ok"],
    ["lapse", "system", authorized, "2026-12-02T14:59:59.999Z", refused],
    ["request_approval", "host", authorized, "2026-12-02T15:00:00Z", refused],
    ["lapse", "system", authorized, "2026-12-02T15:00:00Z", "ok"],
    ["reject", "host", authorized, "2026-12-02T15:00:00Z", "ok"],
    // A request for today lapses at the end of the day in Nassau.
    [
      "request_approval",
      "admin",
      { ...authorized, period: FROM_TODAY },
      "2026-12-02T04:59:59.999Z",
      "ok",
    ],
    [
      "request_approval",
      "admin",
      { ...authorized, period: FROM_TODAY },
      "2026-12-02T05:00:00Z",
      refused,
    ],
    ["lapse", "system", { ...authorized, period: FROM_TODAY }, "2026-12-02T04:59:59.999Z", refused],
    ["lapse", "system", { ...authorized, period: FROM_TODAY }, "2026-12-02T05:00:00Z", "ok"],
    // A stored approval outlives the response deadline: the capture settles whenever the provider
    // reports it.
    [
      "capture_succeeded",
      "provider",
      { ...authorized, approving: true },
      "2026-12-30T00:00:00Z",
      "ok",
    ],
    ["lapse", "system", { ...authorized, approving: true }, "2026-12-30T00:00:00Z", refused],
    // The renter may cancel until 24 hours before the start, the host throughout the start date.
    ["cancel_by_renter", "renter", approved, "2026-12-04T04:59:59.999Z", "ok"],
    ["cancel_by_renter", "renter", approved, "2026-12-04T05:00:00Z", tooLate],
    // In a storm, the renter has as long as the host, unless the renter has the car.
    ["cancel_by_renter", "renter", { ...approved, ...STORM }, "2026-12-06T04:59:59.999Z", "ok"],
    ["cancel_by_renter", "renter", { ...approved, ...STORM }, "2026-12-06T05:00:00Z", tooLate],
    [
      "cancel_by_renter",
      "renter",
      { ...approved, ...STORM, trip: OUT },
      "2026-12-05T20:00:00Z",
      tooLate,
    ],
    ["cancel_by_host", "host", approved, "2026-12-06T04:59:59.999Z", "ok"],
    ["cancel_by_host", "host", approved, "2026-12-06T05:00:00Z", tooLate],
    ["cancel_by_host", "host", { ...approved, trip: OUT }, "2026-12-05T20:00:00Z", "car_is_out"],
    ["cancel_by_host", "host", { ...approved, trip: EARLY }, "2026-12-05T20:00:00Z", tooLate],
    ["cancel_by_admin", "admin", { ...approved, trip: OUT }, "2026-12-05T20:00:00Z", "ok"],
    // A wrong state or actor is never reported as too late.
    ["cancel_by_renter", "renter", authorized, "2026-12-30T00:00:00Z", refused],
    ["cancel_by_renter", "host", approved, "2026-12-30T00:00:00Z", refused],
    ["complete", "system", approved, "2026-12-09T04:59:59.999Z", refused],
    ["complete", "system", approved, "2026-12-09T05:00:00Z", "ok"],
    ["complete", "system", { ...approved, trip: OUT }, "2026-12-30T05:00:00Z", refused],
    // With a recorded return, the booking completes at the end of that day.
    ["complete", "system", { ...approved, trip: EARLY }, "2026-12-07T04:59:59.999Z", refused],
    ["complete", "system", { ...approved, trip: EARLY }, "2026-12-07T05:00:00Z", "ok"],
    ["complete", "system", { ...approved, trip: LATE }, "2026-12-11T04:59:59.999Z", refused],
    ["complete", "system", { ...approved, trip: LATE }, "2026-12-11T05:00:00Z", "ok"],
  ])("%s by %s, %o, at %s: %s", (name, actorKind, facts, now, expected) => {
    const verdict = canTransition(name, {
      booking: { ...BASE, ...facts },
      actorKind,
      now: new Date(now),
    });
    expect(verdict.ok ? "ok" : verdict.code).toBe(expected);
  });

  test("fails every condition whose facts are omitted", () => {
    const {
      bookingMode: _,
      carOnSite: _on,
      authorizedAt: __,
      checkoutOpen: ___,
      addressGiven: _given,
      trip: _trip,
      ...known
    } = BASE;
    const late = new Date("2027-01-01T00:00:00Z");
    const allowed = (name: TransitionName, actorKind: ActorKind, booking: BookingFacts) =>
      canTransition(name, { booking, actorKind, now: late }).ok;
    expect(allowed("expire_hold", "provider", known)).toBe(false);
    expect(allowed("replace_hold", "renter", known)).toBe(false);
    expect(allowed("lose_session", "provider", known)).toBe(false);
    expect(allowed("withdraw_checkout", "system", known)).toBe(false);
    expect(allowed("authorise_for_instant_book", "provider", known)).toBe(false);
    expect(allowed("authorise_for_request", "provider", known)).toBe(false);
    expect(allowed("authorise_for_request", "provider", { ...known, carOnSite: false })).toBe(
      false,
    );
    for (const name of ["authorise_for_instant_book", "authorise_for_request"] as const)
      expect(allowed(name, "provider", { ...known, ...instant })).toBe(false);
    for (const booking of [
      { ...known, ...authorized },
      { ...known, ...authorized, authorizedAt: null },
    ]) {
      expect(allowed("request_approval", "host", booking)).toBe(false);
      expect(allowed("lapse", "system", booking)).toBe(false);
    }
    expect(allowed("complete", "system", { ...known, ...approved })).toBe(false);
  });

  test.each([
    ["cancel_by_renter", "renter", 24],
    ["cancel_by_host", "host", 0],
  ] as const)(
    "reports how many hours before the start %s had to happen",
    (name, actorKind, hours) => {
      const booking = { ...BASE, ...approved };
      expect(() =>
        applyTransition(name, { booking, actorKind, now: new Date("2026-12-07T00:00:00Z") }),
      ).toThrow(expect.objectContaining({ code: "cancellation_too_late", details: { hours } }));
    },
  );
});

test("uses an authorised card once, voids it when late and otherwise ignores it", () => {
  const found = EVERY_STATE.flatMap((state) =>
    (["instant", "approval"] as const).flatMap((bookingMode) =>
      [true, false].map((carOnSite) => {
        const name =
          state && transitionOnAuthorisation({ ...BASE, ...state, bookingMode, carOnSite }, SOON);
        return (
          name &&
          `${state.status}/${state.paymentStatus} ${bookingMode}${carOnSite ? "" : " off"}: ${name}`
        );
      }),
    ),
  );
  expect([...new Set(found)]).toEqual([
    null,
    "pending/unpaid instant: authorise_for_instant_book",
    "pending/unpaid instant off: authorise_for_request",
    "pending/unpaid approval: authorise_for_request",
    "pending/unpaid approval off: authorise_for_request",
    "cancelled/expired instant: void_late_authorisation",
    "cancelled/expired instant off: void_late_authorisation",
    "cancelled/expired approval: void_late_authorisation",
    "cancelled/expired approval off: void_late_authorisation",
  ]);
});

test("keeps state, dates and money consistent and charges a card at most once, in any order of steps", () => {
  const attempts = fc.array(
    fc.record({
      name: fc.constantFrom(...NAMES),
      actorKind: fc.constantFrom(...ACTOR_KINDS),
      hours: fc.integer({ min: 0, max: 30 }),
      checkoutOpen: fc.boolean(),
      addressGiven: fc.boolean(),
    }),
    { minLength: 30, maxLength: 120 },
  );
  const seen = new Set<string>();
  fc.assert(
    fc.property(attempts, fc.constantFrom("instant", "approval"), (steps, bookingMode) => {
      let state: BookingState = { status: "pending", paymentStatus: "unpaid", approving: false };
      let occupied = true;
      let now = new Date("2026-12-01T15:00:00Z");
      let authorizedAt: Date | null = null;
      const asked: string[] = [];
      for (const { name, actorKind, hours, ...checkout } of steps) {
        now = new Date(now.getTime() + hours * 3_600_000);
        const request = {
          booking: { ...BASE, ...state, bookingMode, authorizedAt, ...checkout },
          actorKind,
          now,
        };
        if (!canTransition(name, request).ok) continue;
        state = applyTransition(name, request);
        if (state.paymentStatus === "authorized") authorizedAt ??= now;
        const { provider, calendar } = EFFECT_OF[name].effect;
        if (provider !== "none" && provider !== "expire") asked.push(provider);
        expect(occupied || calendar === "keep").toBe(true);
        if (calendar === "free") occupied = false;
        seen.add(named(state));
        expect(occupied).toBe(["pending", "approved", "completed"].includes(state.status));
        expect(asked.join()).toMatch(/^(void|capture(,refund)*)?$/);
        expect(isAbandonedCheckout(state) && asked.length > 0).toBe(false);
      }
    }),
    { numRuns: 2_000 },
  );
  for (const state of seen)
    expect([
      "pending/authorized",
      "pending/authorized approving",
      "approved/paid",
      "approved/partially_refunded",
      "completed/paid",
      "completed/partially_refunded",
      "completed/refunded",
      "rejected/voided",
      "cancelled/expired",
      "cancelled/voided",
      "cancelled/failed",
      "cancelled/paid",
      "cancelled/partially_refunded",
      "cancelled/refunded",
    ]).toContain(state);
});

test("a card is charged once it was captured, whatever was refunded since", () => {
  expect(PAYMENT_STATUSES.filter(isBookingCharged)).toEqual([
    "paid",
    "refunded",
    "partially_refunded",
  ]);
});
