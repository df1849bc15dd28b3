// A partial refund, decided by an admin and made by the card provider, so that the demo has one to
// show.
import { addDays, startOfDayInNassau } from "../../domain/calendar/dates.ts";
import { lockBooking, type BookingRow } from "../modules/bookings/bookings.repository.ts";
import { PROVIDER, takeStep } from "../modules/bookings/transitions.ts";
import { noteRefunds } from "../modules/payments/refunds.service.ts";
import { fixedClock } from "../platform/clock.ts";
import type { Ctx } from "../platform/context.ts";
import { demoId } from "./seeded-random.ts";

const BOOKING = "main camry-airport";
const AMOUNT_CENTS = 2_500;
const HOUR_MS = 3_600_000;

/** Call it in the transaction that has written bookings, before payouts. */
export async function writeRefunds(ctx: Ctx): Promise<void> {
  const row = await lockBooking(ctx.db, demoId("booking", BOOKING));
  const refundId = demoId("refund", BOOKING);
  const decidedAt = new Date(startOfDayInNassau(addDays(row.end_date, 2)).getTime() + 10 * HOUR_MS);
  // sends no email about the past
  const then: Ctx = {
    ...ctx,
    clock: fixedClock(decidedAt),
    jobs: { ...ctx.jobs, send: async () => {} },
  };
  const after = await takeStep(
    then,
    "refund_in_part",
    row,
    { kind: "admin", id: demoId("person", "andre") },
    {
      reason: "The car was handed over an hour late.",
      part: { id: refundId, size: { amountCents: AMOUNT_CENTS }, bearer: "platform" },
    },
  );
  await make(then, after, refundId);
}

/** The provider's refund, in its record and in ours. */
async function make(ctx: Ctx, row: BookingRow, refundId: string): Promise<void> {
  await ctx.db
    .updateTable("sandbox_checkouts")
    .set({ refunded_cents: AMOUNT_CENTS, refund_keys: [`refund_${refundId}`] })
    .where("client_reference_id", "=", row.id)
    .execute();
  await noteRefunds(ctx, row.id, { made: [{ id: refundId }], refusals: [] });
  await ctx.db
    .updateTable("payments")
    .set({ refunded_cents: AMOUNT_CENTS, wanted: null, wanted_since: null })
    .where("booking_id", "=", row.id)
    .execute();
  const made = { cents: AMOUNT_CENTS, by: "provider" as const, refundIds: [refundId] };
  await takeStep(ctx, "refund_in_part_succeeded", row, PROVIDER, { made });
}
