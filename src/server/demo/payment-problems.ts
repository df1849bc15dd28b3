// The demo's problems with money, so that its admin has something to look at: a lost dispute, an
// open one, and an event for an unknown booking. The real services write them.
import type { Selectable } from "kysely";
import { addDays, startOfDayInNassau, todayInNassau } from "../../domain/calendar/dates.ts";
import { bookingPurchases } from "../modules/bookings/settlement/booking-purchases.service.ts";
import { closeIncidentRow, findIncidents } from "../modules/incidents/incidents.service.ts";
import { receiveEvent } from "../modules/payments/payment-events.service.ts";
import { laterCharges } from "../modules/charges/charge-comparison.service.ts";
import { settleDispute } from "../modules/payments/settlement/dispute-steps.service.ts";
import { fixedClock } from "../platform/clock.ts";
import type { Ctx, DataCtx, User } from "../platform/context.ts";
import { openSandbox } from "../platform/payments/sandbox.ts";
import type { SandboxCheckoutsTable } from "../platform/database/schema.ts";
import { MAIN_RENTER } from "./people.ts";
import { demoId } from "./seeded-random.ts";

type Disputed = Pick<Selectable<SandboxCheckoutsTable>, "id" | "intent_id" | "captured_cents">;

const NOON_MS = 12 * 3_600_000;

/** Call it last in the transaction that has written bookings and payouts. */
export async function writePaymentProblems(ctx: Ctx): Promise<void> {
  const at = (daysAgo: number): Ctx => {
    const day = addDays(todayInNassau(ctx.clock.now()), -daysAgo);
    const clock = fixedClock(new Date(startOfDayInNassau(day).getTime() + NOON_MS));
    // Sends no email about the past.
    const then = { ...ctx, clock, jobs: { ...ctx.jobs, send: async () => {} } };
    return { ...then, payments: openSandbox(then) };
  };
  const [lost, open] = [await completedBefore(at(45)), await completedBefore(at(9))];
  if (lost) {
    await dispute(at(30), lost, "needs_response");
    await dispute(at(12), lost, "lost");
    const admin: User = {
      id: demoId("person", "andre"),
      sessionId: "",
      signedInAt: "",
      roles: ["renter", "admin"],
    };
    for (const { id, times } of await findIncidents(ctx.db, "open", { after: undefined, limit: 1 }))
      await closeIncidentRow(at(11), admin, id, times);
  }
  if (open && open.id !== lost?.id) await dispute(at(2), open, "needs_response");
  await receiveEvent(at(1), {
    id: "evt_test_of_somebody_else",
    type: "payment_intent.succeeded",
    sessionId: null,
    intentId: "pi_test_of_somebody_else",
    bookingId: demoId("booking", "unknown"),
    renterId: demoId("person", MAIN_RENTER),
    disputeId: null,
    payload: "{}",
  });
}

/** A rental that had ended by then without any refund, if there is one. */
const completedBefore = (ctx: DataCtx): Promise<Disputed | undefined> =>
  ctx.db
    .selectFrom("bookings")
    .innerJoin("sandbox_checkouts as checkout", "checkout.id", "bookings.stripe_session_id")
    .select(["checkout.id", "intent_id", "captured_cents"])
    .where("status", "=", "completed")
    .where("payment_status", "=", "paid")
    .where("renter_id", "<>", demoId("person", MAIN_RENTER))
    .where("end_date", "<", todayInNassau(ctx.clock.now()))
    .orderBy("end_date", "desc")
    .orderBy("bookings.id")
    .executeTakeFirst();

/** The action of the cardholder's bank, and its event. */
async function dispute(
  ctx: Ctx,
  { id, intent_id, captured_cents }: Disputed,
  dispute_status: "needs_response" | "lost",
): Promise<void> {
  const opened = { dispute_cents: captured_cents, disputed_at: ctx.clock.now().toISOString() };
  await ctx.db
    .updateTable("sandbox_checkouts")
    .set({ dispute_status, ...(dispute_status === "needs_response" && opened) })
    .where("id", "=", id)
    .execute();
  await settleDispute(
    ctx,
    { purchases: bookingPurchases, laterCharges },
    intent_id.replace("pi_", "dp_"),
  );
}
