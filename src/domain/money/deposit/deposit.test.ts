import { describe, expect, test } from "vitest";
import {
  authoriseAt,
  checkDeposit,
  otherCardBy,
  planDeposit,
  releaseAt,
  type DepositFacts,
  type DepositHold,
} from "./deposit.ts";
import { DEPOSIT_STATES, isFinal, type HoldState } from "./deposit-states.ts";

const HOUR_MS = 3_600_000;
const PICKUP = new Date("2026-12-05T15:00:00Z");
const DUE_BACK = new Date("2026-12-08T15:00:00Z");
const at = (from: Date, hours: number): Date => new Date(from.getTime() + hours * HOUR_MS);
const AMOUNT = 15_000;

const hold = (
  number: number,
  state: HoldState,
  captureBefore: Date | null = null,
): DepositHold => ({
  number,
  state,
  captureBefore,
});
const facts = ({
  trip,
  ...more
}: Partial<Omit<DepositFacts, "trip">> & {
  trip?: Partial<DepositFacts["trip"]>;
} = {}): DepositFacts => ({
  state: "planned",
  amountCents: AMOUNT,
  actBy: null,
  holds: [],
  claims: { open: 0, decidedCents: 0 },
  ...more,
  trip: {
    isCancelled: false,
    pickupAt: PICKUP,
    dueBackAt: DUE_BACK,
    isPickedUp: false,
    returnedAt: null,
    cleanAt: null,
    ...trip,
  },
});
const OUT = { isPickedUp: true };
const BACK = { isPickedUp: true, returnedAt: DUE_BACK };

describe("the amount", () => {
  test.each([0, 100, 50_000])("accepts %i cents", (cents) => {
    expect(() => checkDeposit(cents)).not.toThrow();
  });
  test.each([-1, 1, 99, 50_001])("refuses %i cents", (cents) => {
    expect(() => checkDeposit(cents)).toThrow(
      expect.objectContaining({
        code: "deposit_out_of_range",
        details: { min_cents: 100, max_cents: 50_000 },
      }),
    );
  });
});

describe("times", () => {
  test("the card is authorised 24 hours before the pickup", () => {
    expect(authoriseAt({ pickupAt: PICKUP })).toEqual(at(PICKUP, -24));
  });

  test.each([
    ["48 hours after the return", BACK, at(DUE_BACK, 48)],
    ["when both reported a clean return", { ...BACK, cleanAt: at(DUE_BACK, 1) }, at(DUE_BACK, 1)],
    ["never while the car is out", OUT, null],
    ["48 hours after the booked return if nobody recorded the trip", {}, at(DUE_BACK, 48)],
    ["never while the car of a cancelled trip is out", { ...OUT, isCancelled: true }, null],
    [
      "48 hours after the booked return if it was cancelled before the pickup",
      { isCancelled: true },
      at(DUE_BACK, 48),
    ],
  ])("it is released %s", (_when, trip, expected) => {
    expect(releaseAt(facts({ trip }).trip)).toEqual(expected);
  });

  test.each([
    ["within 12 hours", at(PICKUP, -24), at(PICKUP, -12)],
    ["within 12 hours, at the pickup", at(PICKUP, -12), PICKUP],
    ["until the pickup, if that is sooner", at(PICKUP, -2), PICKUP],
    ["within 12 hours after the pickup", PICKUP, at(PICKUP, 12)],
  ])("another card is provided %s", (_when, now, expected) => {
    expect(otherCardBy({ pickupAt: PICKUP }, now)).toEqual(expected);
  });
});

const DECLINED = { state: "declined" as const, holds: [hold(1, "declined")] };
const HELD = { state: "held" as const, holds: [hold(1, "active", at(PICKUP, 144))] };
const held = (until: Date | null, ...more: DepositHold[]) => ({
  state: "held" as const,
  holds: [hold(1, "active", until), ...more],
});

describe("before the pickup", () => {
  test.each([
    [at(PICKUP, -24.01), "planned", false],
    [at(PICKUP, -24), "authorising", true],
  ])("authorises the card a day before", (now, state, authorises) => {
    expect(planDeposit(facts(), now)).toMatchObject({ state, authorises, release: [], ask: [] });
  });

  test("asks about a hold whose outcome is unknown instead of making a second one", () => {
    const given = facts({ state: "authorising", holds: [hold(1, "requested")] });
    expect(planDeposit(given, at(PICKUP, -23))).toMatchObject({
      state: "authorising",
      authorises: false,
      ask: [1],
    });
  });

  test("gives the renter 12 hours to provide another card", () => {
    const declined = facts({ ...DECLINED, state: "authorising" });
    expect(planDeposit(declined, at(PICKUP, -24))).toMatchObject({
      state: "declined",
      actBy: at(PICKUP, -12),
      authorises: false,
    });
    const waiting = facts({ ...DECLINED, actBy: at(PICKUP, -12) });
    expect(planDeposit(waiting, at(PICKUP, -12.01))).toMatchObject({
      state: "declined",
      actBy: at(PICKUP, -12),
    });
    expect(planDeposit(waiting, at(PICKUP, -12))).toMatchObject({ state: "undecided" });
  });

  test.each(["declined", "undecided"] as const)("is held with another card once %s", (state) => {
    const holds = [hold(1, "declined"), hold(2, "active")];
    const given = facts({ state, holds, actBy: at(PICKUP, -12) });
    expect(planDeposit(given, at(PICKUP, -1))).toMatchObject({
      state: "held",
      actBy: null,
      release: [],
    });
  });

  test("is waived by a handover while the host has to decide", () => {
    const given = { ...DECLINED, state: "undecided" as const, actBy: at(PICKUP, -12) };
    expect(planDeposit(facts(given), PICKUP)).toMatchObject({ state: "undecided" });
    expect(planDeposit(facts({ ...given, trip: OUT }), PICKUP)).toMatchObject({
      state: "waived",
      actBy: null,
    });
  });

  test("releases everything when the booking is cancelled", () => {
    const holds = [hold(1, "active"), hold(2, "page"), hold(3, "requested")];
    const given = facts({ state: "held", holds, trip: { isCancelled: true } });
    expect(planDeposit(given, at(PICKUP, -20))).toMatchObject({
      state: "releasing",
      release: [1, 2],
      ask: [3],
      isHoldNeeded: false,
    });
  });

  test.each([
    ["released", "released"],
    ["declined", "lapsed"],
  ] as const)("ends a cancelled deposit whose hold was %s", (state, expected) => {
    const given = facts({
      state: "releasing",
      holds: [hold(1, state)],
      trip: { isCancelled: true },
    });
    expect(planDeposit(given, PICKUP).state).toBe(expected);
  });

  test("is requested again if the pickup is moved after a declined card", () => {
    const given = facts({ state: "planned", holds: [hold(1, "declined")] });
    expect(planDeposit(given, at(PICKUP, -25)).state).toBe("planned");
    expect(planDeposit(given, at(PICKUP, -24))).toMatchObject({
      state: "authorising",
      authorises: true,
      isHoldNeeded: true,
      actBy: null,
    });
  });

  test("is needed by the pickup if that has moved to an earlier time", () => {
    const given = facts({ ...DECLINED, actBy: at(PICKUP, 2) });
    expect(planDeposit(given, at(PICKUP, -1)).actBy).toEqual(PICKUP);
    expect(planDeposit(given, PICKUP).actBy).toEqual(at(PICKUP, 2));
  });

  test("starts again if the pickup is moved by days", () => {
    expect(planDeposit(facts(HELD), at(PICKUP, -48)).state).toBe("held");
    expect(planDeposit(facts(HELD), at(PICKUP, -48.01))).toMatchObject({
      state: "planned",
      release: [1],
    });
    const out = facts({ ...HELD, trip: OUT });
    expect(planDeposit(out, at(PICKUP, -49)).state).toBe("held");
  });
});

describe("renewal", () => {
  const until = at(PICKUP, 40);
  test("begins a day before the hold ends, and not twice", () => {
    const given = facts({ ...held(until), trip: OUT });
    expect(planDeposit(given, at(until, -24.01)).authorises).toBe(false);
    expect(planDeposit(given, at(until, -24)).authorises).toBe(true);
    const asking = facts({ ...held(until, hold(2, "requested")), trip: OUT });
    expect(planDeposit(asking, at(until, -23))).toMatchObject({
      state: "held",
      authorises: false,
      release: [],
    });
  });

  test("releases the old hold once there is a new one", () => {
    const given = facts({ ...held(until, hold(2, "active", at(until, 100))), trip: OUT });
    expect(planDeposit(given, at(until, -23))).toMatchObject({
      state: "held",
      authorises: false,
      release: [1],
    });
  });

  test.each([
    ["no end is known", { ...held(null), trip: OUT }, false],
    ["it is released before", { ...held(at(DUE_BACK, 50)), trip: BACK }, false],
    ["it is released at the end", { ...held(at(DUE_BACK, 48.5)), trip: BACK }, true],
    [
      "a case is open",
      { ...held(at(DUE_BACK, 50)), trip: BACK, claims: { open: 1, decidedCents: 0 } },
      true,
    ],
  ])("if %s: %s", (_when, given, expected) => {
    expect(planDeposit(facts(given), at(DUE_BACK, 47)).authorises).toBe(expected);
  });

  test("keeps the old hold when it is declined, and asks for another card", () => {
    const given = facts({ ...held(until, hold(2, "declined")), trip: OUT });
    const now = at(until, -23);
    expect(planDeposit(given, now)).toMatchObject({
      state: "held",
      actBy: at(now, 12),
      authorises: false,
      release: [],
    });
    expect(planDeposit({ ...given, actBy: at(now, 12) }, at(now, 1)).actBy).toEqual(at(now, 12));
  });

  test.each([
    ["still waits for another card", at(PICKUP, 60), "declined"],
    ["lapses without another card", at(PICKUP, 40), "lapsed"],
  ])("a hold that ends after a declined renewal %s", (_what, actBy, state) => {
    const holds = [hold(1, "ended"), hold(2, "declined")];
    const given = facts({ state: "held", holds, actBy, trip: OUT });
    expect(planDeposit(given, at(PICKUP, 41))).toMatchObject({ state, authorises: false });
  });
});

describe("a hold that ends early", () => {
  test("is replaced once", () => {
    const given = facts({ state: "held", holds: [hold(1, "ended")], trip: OUT });
    expect(planDeposit(given, PICKUP)).toMatchObject({ state: "authorising", authorises: true });
  });

  test("asks for another card the second time", () => {
    const holds = [hold(1, "ended"), hold(2, "ended")];
    expect(planDeposit(facts({ state: "held", holds, trip: OUT }), PICKUP)).toMatchObject({
      state: "declined",
      authorises: false,
      actBy: at(PICKUP, 12),
    });
  });

  test("counts only holds in a row", () => {
    const holds = [hold(1, "ended"), hold(2, "released"), hold(3, "ended")];
    expect(planDeposit(facts({ state: "held", holds, trip: OUT }), PICKUP).authorises).toBe(true);
  });
});

describe("at the end", () => {
  const claims = (open: number, decidedCents: number) => ({ open, decidedCents });
  test.each([
    ["stays held before", at(DUE_BACK, 47.99), claims(0, 0), "held"],
    ["is released then", at(DUE_BACK, 48), claims(0, 0), "releasing"],
    ["stays held while a case is open", at(DUE_BACK, 480), claims(1, 0), "held"],
    ["stays held for other cases", at(DUE_BACK, 480), claims(1, 500), "held"],
    ["waits for other cases", at(DUE_BACK, 1), claims(0, 500), "held"],
    ["is captured for a decided case", at(DUE_BACK, 48), claims(0, 500), "capturing"],
  ])("%s", (_what, now, given, state) => {
    const plan = planDeposit(facts({ ...HELD, trip: BACK, claims: given }), now);
    expect(plan.state).toBe(state);
    expect(plan.release).toEqual(state === "releasing" ? [1] : []);
    expect(plan.capture).toEqual(state === "capturing" ? { number: 1, cents: 500 } : null);
  });

  test("takes no more than the deposit, from the newest hold, and releases the other", () => {
    const two = held(null, hold(2, "active"));
    const given = facts({ ...two, trip: BACK, claims: claims(0, 90_000) });
    expect(planDeposit(given, at(DUE_BACK, 48))).toMatchObject({
      capture: { number: 2, cents: AMOUNT },
      release: [1],
    });
  });

  test.each([
    ["asks about a capture whose outcome is unknown", "capturing", "capturing", [2]],
    ["is captured", "captured", "captured", []],
  ] as const)("%s, and captures nothing else", (_what, holdState, state, ask) => {
    const holds = [hold(1, "released"), hold(2, holdState)];
    const given = facts({ state: "capturing", holds, trip: BACK, claims: claims(0, 500) });
    expect(planDeposit(given, at(DUE_BACK, 48))).toMatchObject({ state, capture: null, ask });
  });

  test("releases another hold before it counts as captured", () => {
    const holds = [hold(1, "active"), hold(2, "captured")];
    const given = facts({ state: "capturing", holds, trip: BACK, claims: claims(0, 500) });
    expect(planDeposit(given, at(DUE_BACK, 48))).toMatchObject({
      state: "capturing",
      capture: null,
      release: [1],
    });
  });

  test("releases a newer hold while an older one is being captured", () => {
    const holds = [hold(1, "capturing"), hold(2, "active")];
    const given = facts({ state: "capturing", holds, trip: BACK, claims: claims(0, 500) });
    expect(planDeposit(given, at(DUE_BACK, 48))).toMatchObject({
      capture: null,
      release: [2],
      isHoldNeeded: false,
    });
  });

  test("treats a capture in the provider's dashboard as its own", () => {
    const given = facts({ state: "held", holds: [hold(1, "captured")], trip: OUT });
    expect(planDeposit(given, PICKUP).state).toBe("capturing");
  });

  test("makes a new hold if the old one ended before its capture", () => {
    const given = facts({
      state: "capturing",
      holds: [hold(1, "ended")],
      trip: BACK,
      claims: claims(0, 500),
    });
    expect(planDeposit(given, at(DUE_BACK, 48))).toMatchObject({
      state: "authorising",
      authorises: true,
    });
  });

  test.each([
    ["declined" as const, at(DUE_BACK, 50), "declined"],
    ["declined" as const, at(DUE_BACK, 49), "lapsed"],
    ["undecided" as const, at(DUE_BACK, 49), "lapsed"],
  ])("a decided case without a hold: %s until %s", (state, actBy, expected) => {
    const given = { state, actBy, holds: [hold(1, "declined")], claims: claims(0, 500) };
    for (const trip of [BACK, { cleanAt: DUE_BACK }])
      expect(planDeposit(facts({ ...given, trip }), at(DUE_BACK, 49)).state).toBe(expected);
  });

  test("captures for a case that is decided during the release, if the hold still lasts", () => {
    const given = facts({
      ...HELD,
      state: "releasing",
      trip: BACK,
      claims: claims(0, 500),
    });
    expect(planDeposit(given, at(DUE_BACK, 49)).state).toBe("capturing");
  });

  test.each(DEPOSIT_STATES.filter(isFinal))("nothing changes after %s", (state) => {
    const holds = [hold(1, "active"), hold(2, "page"), hold(3, "requested")];
    expect(planDeposit(facts({ state, holds, actBy: PICKUP }), PICKUP)).toEqual({
      state,
      actBy: null,
      authorises: false,
      capture: null,
      release: [1, 2],
      ask: [3],
      isHoldNeeded: false,
    });
  });
});
