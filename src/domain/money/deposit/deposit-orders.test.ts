// Plays deposits in every order of answers, deadlines, events and crashes, against a model of the
// card provider.
import fc from "fast-check";
import { expect, test } from "vitest";
import { planDeposit, type DepositFacts, type DepositHold, type DepositTrip } from "./deposit.ts";
import { isFinal, type DepositState, type HoldState } from "./deposit-states.ts";

const HOUR_MS = 3_600_000;
const PICKUP = new Date("2026-12-05T15:00:00Z");
const at = (from: Date, hours: number): Date => new Date(from.getTime() + hours * HOUR_MS);
const AMOUNT = 15_000;

function ensure(isTrue: boolean, rule: string): void {
  if (!isTrue) throw new Error(`broken: ${rule}`);
}

/** The provider's side of a hold, and ours. */
interface ModelHold {
  ours: DepositHold;
  theirs: "none" | "held" | "declined" | "ended" | "captured" | "released";
  capturedCents: number;
}

/** Plays one deposit: what is stored, what the provider has, and events in any order. */
class Model {
  now = at(PICKUP, -30);
  state: DepositState = "planned";
  actBy: Date | null = null;
  holds: ModelHold[] = [];
  trip: DepositTrip = {
    isCancelled: false,
    pickupAt: PICKUP,
    dueBackAt: at(PICKUP, 72),
    isPickedUp: false,
    returnedAt: null,
    cleanAt: null,
  };
  openCases = 0;
  decidedCents = 0;

  mostCents(): number {
    return Math.min(AMOUNT, this.decidedCents);
  }

  readFacts(): DepositFacts {
    return {
      state: this.state,
      amountCents: AMOUNT,
      actBy: this.actBy,
      trip: this.trip,
      holds: this.holds.map(({ ours }) => ours),
      claims: { open: this.openCases, decidedCents: this.decidedCents },
    };
  }

  set(one: ModelHold, state: HoldState): void {
    one.ours = {
      ...one.ours,
      state,
      captureBefore: state === "active" ? at(this.now, 100) : one.ours.captureBefore,
    };
  }

  add(state: HoldState): void {
    const ours = { number: this.holds.length + 1, state, captureBefore: null };
    this.holds.push({ ours, theirs: "none", capturedCents: 0 });
  }

  /** Stores the plan. The process may then die, before or after the provider has acted. */
  settle(outcome: "held" | "declined", fate: "go on" | "die" | "lost"): void {
    const plan = planDeposit(this.readFacts(), this.now);
    ensure(!isFinal(this.state) || plan.state === this.state, "an ended deposit stays ended");
    this.state = plan.state;
    this.actBy = plan.actBy;
    if (plan.authorises) this.add("requested");
    const find = (number: number): ModelHold => this.holds[number - 1]!;
    if (plan.capture) {
      ensure(plan.capture.cents <= this.mostCents(), "no more is captured than was decided");
      this.set(find(plan.capture.number), "capturing");
    }
    if (fate === "die") return;
    for (const number of plan.release) this.release(find(number), fate);
    for (const one of this.holds)
      if (one.ours.state === "requested" || one.ours.state === "capturing")
        this.ask(one, plan.capture?.cents ?? Math.min(AMOUNT, this.decidedCents), outcome, fate);
  }

  release(one: ModelHold, fate: "go on" | "lost"): void {
    if (one.theirs === "held") one.theirs = "released";
    if (fate === "lost") return;
    if (one.ours.state === "page" && one.theirs === "none") this.set(one, "expired");
    else if (one.ours.state === "page" && one.theirs === "released") {
      this.set(one, "active");
      this.set(one, "released");
    } else this.set(one, one.theirs === "ended" ? "ended" : "released");
  }

  ask(one: ModelHold, cents: number, outcome: "held" | "declined", fate: "go on" | "lost"): void {
    if (one.ours.state === "requested" && one.theirs === "none") one.theirs = outcome;
    if (one.ours.state === "capturing" && one.theirs === "held") {
      one.theirs = "captured";
      one.capturedCents = cents;
    }
    if (fate === "lost") return;
    const states = {
      none: "requested",
      held: "active",
      declined: "declined",
      ended: "ended",
      captured: "captured",
      released: "released",
    } as const;
    this.set(one, states[one.theirs]);
  }

  /** The bank ends the holds that have expired. */
  endDue(): void {
    for (const one of this.holds) {
      const { captureBefore } = one.ours;
      if (one.theirs === "held" && captureBefore && captureBefore <= this.now) one.theirs = "ended";
    }
  }

  check(): void {
    const captured = this.holds.filter(({ theirs }) => theirs === "captured");
    ensure(captured.length <= 1, "money is taken once");
    const cents = captured.reduce((sum, { capturedCents }) => sum + capturedCents, 0);
    ensure(cents <= this.mostCents(), "no more is taken than was decided");
    // A renewal, and a page that is paid at the same moment.
    const held = this.holds.filter(({ theirs }) => theirs === "held");
    ensure(held.length <= 3, "no card is held without need");
  }
}

type Event =
  | { what: "wait"; hours: number }
  | { what: "settle"; outcome: "held" | "declined"; fate: "go on" | "die" | "lost" }
  | { what: "decide"; cents: number }
  | { what: "open page" | "pay page" | "bank ends" | "webhook" | "waive" | "cancel" | "pick up" }
  | { what: "return" | "report clean" | "open case" | "move pickup" };

const events = fc.array(
  fc.oneof(
    fc.record({ what: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 60 }) }),
    fc.record({
      what: fc.constant("settle" as const),
      outcome: fc.constantFrom("held" as const, "declined" as const),
      fate: fc.constantFrom("go on" as const, "die" as const, "lost" as const),
    }),
    fc.record({ what: fc.constant("decide" as const), cents: fc.integer({ min: 0, max: 30_000 }) }),
    fc.record({
      what: fc.constantFrom(
        ...(["open page", "pay page", "bank ends", "webhook", "waive", "cancel"] as const),
        ...(["pick up", "return", "report clean", "open case", "move pickup"] as const),
      ),
    }),
  ),
  { minLength: 5, maxLength: 60 },
);

function play(model: Model, event: Event): void {
  const last = model.holds.findLast(({ theirs }) => theirs === "held");
  const page = model.holds.findLast(({ ours }) => ours.state === "page");
  const { trip } = model;
  switch (event.what) {
    case "wait":
      model.now = at(model.now, event.hours);
      model.endDue();
      break;
    case "settle":
      model.settle(event.outcome, event.fate);
      break;
    case "decide":
      if (model.openCases === 0 || isFinal(model.state)) break;
      model.openCases--;
      model.decidedCents += event.cents;
      break;
    case "open page":
      if (["declined", "undecided"].includes(model.state) && !page) model.add("page");
      break;
    case "pay page":
      if (page && page.theirs === "none") page.theirs = "held";
      break;
    case "bank ends":
      if (last) last.theirs = "ended";
      break;
    case "webhook":
      for (const one of model.holds) {
        if (one.ours.state === "page" && one.theirs === "held") model.set(one, "active");
        if (one.ours.state === "active" && one.theirs === "ended") model.set(one, "ended");
      }
      break;
    case "waive":
      if (["declined", "undecided"].includes(model.state)) model.state = "waived";
      break;
    case "cancel":
      trip.isCancelled = true;
      break;
    case "pick up":
      if (model.now >= trip.pickupAt && !trip.isCancelled) trip.isPickedUp = true;
      break;
    case "return":
      if (trip.isPickedUp) trip.returnedAt ??= model.now;
      break;
    case "move pickup":
      // Once, so that the end below is long enough.
      if (trip.isPickedUp || trip.pickupAt !== PICKUP) break;
      trip.pickupAt = at(PICKUP, 72);
      trip.dueBackAt = at(PICKUP, 144);
      break;
    case "report clean":
      if (trip.returnedAt) trip.cleanAt ??= model.now;
      break;
    case "open case":
      if (trip.returnedAt && !isFinal(model.state) && model.state !== "releasing")
        model.openCases++;
  }
}

test("the money adds up and every deposit ends, in any order of answers, deadlines, events and crashes", () => {
  fc.assert(
    fc.property(events, fc.constantFrom("held" as const, "declined" as const), (list, outcome) => {
      const model = new Model();
      for (const event of list) {
        play(model, event);
        model.check();
      }
      // The cases are decided, and the car comes back.
      model.openCases = 0;
      if (model.trip.isPickedUp) model.trip.returnedAt ??= model.now;
      for (let run = 0; run < 36; run++) {
        play(model, { what: "webhook" });
        model.settle(outcome, "go on");
        model.check();
        play(model, { what: "wait", hours: 12 });
      }
      expect(isFinal(model.state)).toBe(true);
      for (const { theirs } of model.holds) expect(theirs).not.toBe("held");
      const taken = model.holds.reduce((sum, one) => sum + one.capturedCents, 0);
      expect(model.state === "captured").toBe(taken > 0);
    }),
    { numRuns: 500 },
  );
});
