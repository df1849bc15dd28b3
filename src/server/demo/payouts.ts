// The demo's payouts, made by the Monday job for each past Monday: the last batch is pending, the
// others are paid. The bank returned one payout, and one host has no bank details.
import { sql } from "kysely";
import {
  addDays,
  startOfDayInNassau,
  todayInNassau,
  type CalendarDate,
} from "../../domain/calendar/dates.ts";
import { lastSunday, payoutDay, endOfPayoutWeek } from "../../domain/money/payout.ts";
import type { PayoutDetails } from "../../domain/money/payout-details.ts";
import { markAllPaid, markFailed } from "../modules/payouts/admin-payouts.service.ts";
import { changePayoutDetails } from "../modules/payouts/payout-details.service.ts";
import { payOut } from "../modules/payouts/payouts.service.ts";
import { fixedClock } from "../platform/clock.ts";
import type { Ctx, DbCtx, NotifyCtx, User } from "../platform/context.ts";
import type { HostKey } from "./people.ts";
import { demoId } from "./seeded-random.ts";

const HOUR_MS = 3_600_000;
/** A quarter past six. */
const JOB_HOUR = 6.25;
const UNLUCKY: HostKey = "marvin";

const account = (
  account_holder: string,
  bank: PayoutDetails["bank"],
  transit: string,
  account_number: string,
): PayoutDetails => ({ account_holder, bank, transit, account_number, account_kind: "chequing" });
/** Leroy has no bank details. */
const ACCOUNTS: Partial<Record<HostKey, PayoutDetails>> = {
  keisha: account("Keisha Rolle", "rbc", "05165", "100234567"),
  deron: account("Deron Ferguson", "scotiabank", "70235", "4412907"),
  tamika: account("Tamika Russell", "cibc", "09706", "2014458831"),
  shantell: account("Shantell Albury", "commonwealth", "10101", "71500422"),
  marvin: account("Marvin Pinder", "bob", "01002", "5550001193"),
};

const person = (key: string, role: "host" | "admin"): User => ({
  id: demoId("person", key),
  sessionId: "",
  signedInAt: "",
  roles: ["renter", role],
});

/** Call it last in the transaction that has written bookings and their ledger. */
export async function writePayouts(ctx: Ctx): Promise<void> {
  const at = (date: CalendarDate, hours: number): Ctx => ({
    ...ctx,
    clock: fixedClock(new Date(startOfDayInNassau(date).getTime() + hours * HOUR_MS)),
    jobs: { ...ctx.jobs, send: async () => {} }, // sends no email about the past
  });
  await forgetEmptyBatches(ctx);
  const admin = person("andre", "admin");
  const today = lastSunday(todayInNassau(ctx.clock.now()));
  // On a Monday before the job's hour, the payouts of that day do not exist yet.
  const isEarly = at(payoutDay(today), JOB_HOUR).clock.now() > ctx.clock.now();
  const newest = isEarly ? addDays(today, -7) : today;
  const { first } = await ctx.db
    .selectFrom("bookings")
    .select((row) => row.fn.min("end_date").$notNull().as("first"))
    .where("status", "=", "completed")
    .executeTakeFirstOrThrow();
  for (const [key, details] of Object.entries(ACCOUNTS))
    await changePayoutDetails(at(first, 10), person(key, "host"), details);
  for (let sunday = endOfPayoutWeek(first); sunday <= newest; sunday = addDays(sunday, 7)) {
    await payOut(at(payoutDay(sunday), JOB_HOUR));
    if (sunday < newest) await settle(at(addDays(sunday, 2), 15), admin, sunday);
    if (sunday === addDays(newest, -7)) await sendBack(at(addDays(sunday, 4), 11), admin, sunday);
  }
}

/**
 * Removes the batches of a Monday job that ran before there was anything to pay. The lock keeps the
 * job from running until the transaction ends.
 */
async function forgetEmptyBatches(ctx: DbCtx): Promise<void> {
  await sql`lock table payout_batches in share row exclusive mode`.execute(ctx.db);
  await sql`delete from payout_batches as batch where not exists (select from payouts where batch_id = batch.id)`.execute(
    ctx.db,
  );
}

/** The bank has made all payouts of a week. */
async function settle(
  ctx: Pick<Ctx, "db" | "clock" | "log" | "jobs">,
  admin: User,
  sunday: CalendarDate,
): Promise<void> {
  const waiting = await ctx.db
    .selectFrom("payouts")
    .innerJoin("payout_batches as batch", "batch.id", "payouts.batch_id")
    .select("batch.id")
    .where("batch.period_end", "=", sunday)
    .executeTakeFirst();
  if (waiting) await markAllPaid(ctx, admin, waiting.id, `RBC-${sunday.replaceAll("-", "")}`);
}

/** The bank returns one payout, if there is one. */
async function sendBack(ctx: NotifyCtx, admin: User, sunday: CalendarDate): Promise<void> {
  const payout = await ctx.db
    .selectFrom("payouts")
    .innerJoin("payout_batches as batch", "batch.id", "payouts.batch_id")
    .select("payouts.id")
    .where("batch.period_end", "=", sunday)
    .where("host_id", "=", demoId("person", UNLUCKY))
    .executeTakeFirst();
  const reason = "The receiving bank could not find the account.";
  if (payout) await markFailed(ctx, admin, payout.id, { state: "paid", reason });
}
