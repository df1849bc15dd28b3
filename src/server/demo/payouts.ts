// The payouts of the demo, made by the Monday job itself on the Mondays that are over: those before the last were paid, the last one waits
// for the bank. One came back from the bank, and one host has not said where to pay.
import { addDays, startOfDayInNassau, todayInNassau, type CalendarDate } from "../../domain/dates.ts";
import { lastSunday, payoutDay } from "../../domain/payout.ts";
import type { PayoutDetails } from "../../domain/payout-details.ts";
import { markAllPaid, markFailed } from "../modules/payouts/admin-payouts.service.ts";
import { changePayoutDetails } from "../modules/payouts/payout-details.service.ts";
import { payOut } from "../modules/payouts/payouts.service.ts";
import { fixedClock } from "../platform/clock.ts";
import type { Ctx, User } from "../platform/context.ts";
import type { HostKey } from "./people.ts";
import { demoId } from "./seeded.ts";

const WEEKS = 6;
const HOUR_MS = 3_600_000;

const account = (
  account_holder: string,
  bank: PayoutDetails["bank"],
  transit: string,
  account_number: string,
): PayoutDetails => ({ account_holder, bank, transit, account_number, account_kind: "chequing" });
/** Leroy has not said. */
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
  roles: ["renter", role],
});

/** Call it last in the transaction that has written bookings and their ledger. */
export async function writePayouts(ctx: Ctx): Promise<void> {
  const at = (date: CalendarDate, hours: number): Ctx => ({
    ...ctx,
    clock: fixedClock(new Date(startOfDayInNassau(date).getTime() + hours * HOUR_MS)),
    jobs: { send: async () => {} }, // nobody gets mail about the past
  });
  const admin = person("andre", "admin");
  const last = lastSunday(todayInNassau(ctx.clock.now()));
  const first = addDays(last, -7 * (WEEKS - 1));
  for (const [key, details] of Object.entries(ACCOUNTS))
    await changePayoutDetails(at(addDays(first, -40), 10), person(key, "host"), details);
  for (let sunday = first; sunday < last; sunday = addDays(sunday, 7)) {
    await payOut(at(payoutDay(sunday), 6.25));
    const tuesday = addDays(payoutDay(sunday), 1);
    const batch = await ctx.db
      .selectFrom("payout_batches")
      .select("id")
      .where("period_end", "=", sunday)
      .executeTakeFirstOrThrow();
    const isPending = ctx.db.selectFrom("payouts").select("id").where("batch_id", "=", batch.id);
    if ((await isPending.executeTakeFirst()) === undefined) continue;
    await markAllPaid(at(tuesday, 15), admin, batch.id, `RBC-${tuesday.replaceAll("-", "")}`);
    const back = await isPending.where("host_id", "=", demoId("person", "marvin")).executeTakeFirst();
    if (back && sunday === addDays(last, -7))
      await markFailed(at(addDays(tuesday, 2), 11), admin, back.id, "The receiving bank could not find the account.");
  }
  // On a Monday before the job's hour it is still to come.
  const monday = at(payoutDay(last), 6.25);
  if (monday.clock.now() <= ctx.clock.now()) await payOut(monday);
}
