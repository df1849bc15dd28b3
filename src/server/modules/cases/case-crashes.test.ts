// Crashes at each point where a case ends. The money must come out the same.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLAIM_CENTS, startCases, type Cases, type Returned } from "../../../../test/cases.ts";
import { failAt, type Fate } from "../../../../test/failure-points.ts";
import { toUser } from "../../../../test/holds.ts";
import type { TripCase } from "../../../contract/bookings/trip-cases.ts";
import { sweepCharges } from "../charges/charge-settlement.service.ts";
import { sweepCases } from "./case-deadlines.service.ts";
import { acceptCase, decideCase } from "./cases.service.ts";

let t: Cases;
beforeAll(async () => {
  t = await startCases();
});
afterAll(() => t.close());

const FATES = ["die", "lost"] as const;

describe("a crash at any point", () => {
  /** Ends a case in a process that fails at one point. @returns the points that it reached */
  async function endOnce(by: "acceptance" | "decision", at: number, fate: Fate): Promise<string[]> {
    const { trip, found } = await t.openNew();
    const { points, run: runFailing } = failAt(at, fate);
    const ids = { id: found.booking_id, case_id: found.id };
    const run = by === "acceptance" ? runAcceptance(ids) : await runDecision(found, trip, ids);
    await runFailing(t.app.ctx, run);
    // The client retries unless the step was stored; the jobs do the rest.
    await run(t.app.ctx).catch(() => undefined);
    for (let round = 0; round < 3; round++) {
      t.passHours(3);
      await sweepCases(t.app.ctx);
      await sweepCharges(t.app.ctx);
    }
    const where = `${by}: ${fate} at ${points[at]}`;
    const cents = by === "acceptance" ? CLAIM_CENTS : 9_000;
    expect((await t.readCase(found)).final_cents, where).toBe(cents);
    const made = await t.chargesOfCard(found);
    expect(
      made.map(({ captured_cents }) => captured_cents),
      where,
    ).toEqual([cents]);
    expect(await t.readBooked(trip.id), where).toEqual([
      ["card_clearing", cents],
      ["host_payable", -cents],
    ]);
    return points;
  }

  const runAcceptance = (ids: { id: string; case_id: string }) => (ctx: Cases["app"]["ctx"]) =>
    acceptCase(ctx, toUser(t.renter), ids);

  /** The last decision, which nobody can appeal. */
  async function runDecision(
    found: TripCase,
    trip: Returned,
    ids: { id: string; case_id: string },
  ) {
    await t.answer(found);
    await t.decide(found, trip);
    await t.appeal(found, t.renter);
    await t.appeal(found, t.host);
    const statement = {
      id: randomUUID(),
      words: "Half of it is old.",
      entry_ids: [trip.photoId],
      file_ids: [],
      amount_cents: 9_000,
    };
    const by = toUser(t.otherAdmin, { roles: ["renter", "admin"], adminRole: "support" });
    return (ctx: Cases["app"]["ctx"]) => decideCase(ctx, by, ids, statement);
  }

  test.each(["acceptance", "decision"] as const)(
    "ended by the %s, it is charged and booked exactly once",
    async (by) => {
      const points = await endOnce(by, -1, "go on");
      expect(points.length).toBeGreaterThan(1);
      // A write that fails rolls its transaction back, as a death before the commit does.
      for (const [at, point] of points.entries())
        if (!point.startsWith("write"))
          for (const fate of point.startsWith("commit") ? (["die"] as const) : FATES)
            await endOnce(by, at, fate);
    },
  );
});
