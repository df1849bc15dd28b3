// SQL for the card provider's payouts to our bank and their lines, compared with our records.
import { sql, type Selectable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Position } from "../../platform/database/cursor.ts";
import type {
  ProviderPayoutLinesTable,
  ProviderPayoutsTable,
} from "../../platform/database/schema.ts";
import type { ProviderPayout, ProviderPayoutLine } from "../../platform/payments/provider.ts";

/** The number of lines per statement. */
const AT_ONCE = 1000;

export type ProviderPayoutRow = Selectable<ProviderPayoutsTable>;

/** Stores what the provider says. Concurrent calls wait for each other. @returns what was stored
 *  before */
export async function storePayout(
  db: Db,
  { id, amountCents, status, createdAt, arrivesAt }: ProviderPayout,
): Promise<ProviderPayoutRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`provider_payout:${id}`}, 0))`.execute(
    db,
  );
  const before = await db
    .selectFrom("provider_payouts")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  const stored = { amount_cents: amountCents, status, arrives_at: arrivesAt.toISOString() };
  await db
    .insertInto("provider_payouts")
    .values({ id, created_at: createdAt.toISOString(), ...stored })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(stored))
    .execute();
  return before;
}

export const hasLines = async (db: Db, payoutId: string): Promise<boolean> =>
  (await db
    .selectFrom("provider_payout_lines")
    .select("id")
    .where("payout_id", "=", payoutId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export async function storeLines(
  db: Db,
  payoutId: string,
  lines: readonly ProviderPayoutLine[],
): Promise<void> {
  for (let from = 0; from < lines.length; from += AT_ONCE)
    await db
      .insertInto("provider_payout_lines")
      .values(
        lines.slice(from, from + AT_ONCE).map((line) => ({
          id: line.id,
          payout_id: payoutId,
          kind: line.kind,
          type: line.type,
          amount_cents: line.amountCents,
          fee_cents: line.feeCents,
          intent_id: line.intentId,
          created_at: line.createdAt.toISOString(),
        })),
      )
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
}

/** Whether any payout is known. */
export const hasPayouts = async (db: Db): Promise<boolean> =>
  (await db.selectFrom("provider_payouts").select("id").limit(1).executeTakeFirst()) !== undefined;

/** What was charged: for bookings, after them, and from deposits. */
const chargesOfIntents = sql<{
  intent_id: string;
  booking_id: string;
  later_charge_id: string | null;
  amount_cents: number;
  fee_cents: number | null;
  refunded_cents: number;
}>`(select intent_id, booking_id, null::uuid as later_charge_id,
    case when state = 'captured' then amount_cents end as amount_cents, fee_cents, 0 as refunded_cents from payments
  union all select intent_id, booking_id, id, amount_cents, fee_cents, refunded_cents + coalesce((
      select sum(refund.amount_cents) from refunds refund where refund.later_charge_id = later_charges.id and refund.made_by = 'provider'), 0)
    from later_charges where state = 'paid'
  -- Its refunds are those of the dashboard, as for a charge after the trip.
  union all select intent_id, booking_id, id, captured_cents, fee_cents, refunded_cents
    from deposit_holds where state = 'captured')`.as("payment");

/** How many lines of all payouts say the same about a payment, up to and including this one. */
const NTH_OF_ITS_KIND = sql<number>`(select count(*) from provider_payout_lines same
  where same.intent_id = line.intent_id and same.kind = line.kind and same.amount_cents = line.amount_cents
    and (same.created_at, same.id) <= (line.created_at, line.id))`;

/** What the lines of a payment up to and including this one refunded, in cents. */
const REFUNDED_SO_FAR = sql<number>`(select -sum(same.amount_cents) from provider_payout_lines same
  where same.intent_id = line.intent_id and same.kind = 'refund' and (same.created_at, same.id) <= (line.created_at, line.id))`;

/**
 * Whether our records contain what a line says: the charge with its fee, a refund of this amount
 * that the provider made, or the dispute. Each record matches one line, so that a refund made twice
 * stands out. ledger:check proves that the ledger agrees with the records.
 */
const IS_MATCHED = sql<boolean>`(line.intent_id is not null and ${NTH_OF_ITS_KIND} <= case line.kind
  when 'charge' then coalesce(payment.amount_cents = line.amount_cents and coalesce(payment.fee_cents = line.fee_cents, false), false)::int
  when 'refund' then case when payment.later_charge_id is null
    then (select count(*) from refunds refund where refund.booking_id = payment.booking_id
      and refund.later_charge_id is null and refund.made_by = 'provider' and refund.amount_cents = -line.amount_cents)
    else case when ${REFUNDED_SO_FAR} <= payment.refunded_cents then ${NTH_OF_ITS_KIND} end end
  when 'dispute' then (select count(*) from disputes dispute where dispute.booking_id = payment.booking_id
    and coalesce(dispute.later_charge_id, dispute.deposit_hold_id) is not distinct from payment.later_charge_id
    and dispute.amount_cents = abs(line.amount_cents)
    and (line.amount_cents > 0 or dispute.fee_cents >= line.fee_cents))
  else 0 end)`;

/** A payout with how many lines it has, their sum, and how many our records do not contain. */
export type ComparedPayout = ProviderPayoutRow & {
  lines: number;
  lines_cents: number;
  unmatched: number;
  /** The exact time, to continue after. */
  key: string;
};

const compared = (db: Db) =>
  db
    .selectFrom("provider_payouts as payout")
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom("provider_payout_lines as line")
          .leftJoin(chargesOfIntents, (join) =>
            join.onRef("payment.intent_id", "=", "line.intent_id"),
          )
          .whereRef("line.payout_id", "=", "payout.id")
          .select([
            sql<number>`count(*)::int`.as("lines"),
            sql<number>`coalesce(sum(line.amount_cents - line.fee_cents), 0)::bigint`.as(
              "lines_cents",
            ),
            sql<number>`(count(*) filter (where (${IS_MATCHED}) is not true))::int`.as("unmatched"),
          ])
          .as("sums"),
      (join) => join.onTrue(),
    )
    .selectAll("payout")
    .select(["lines", "lines_cents", "unmatched", sql<string>`payout.created_at::text`.as("key")]);

export const findComparedPayout = (db: Db, id: string): Promise<ComparedPayout | undefined> =>
  compared(db).where("payout.id", "=", id).executeTakeFirst();

/** Newest first, after a position whose key is the time. */
export const findComparedPayouts = (
  db: Db,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<ComparedPayout[]> =>
  compared(db)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(payout.created_at, payout.id) < (${after?.key}::timestamptz, ${after?.id})`,
      ),
    )
    .orderBy("payout.created_at", "desc")
    .orderBy("payout.id", "desc")
    .limit(limit)
    .execute();

export type ComparedLine = Selectable<ProviderPayoutLinesTable> & {
  is_matched: boolean;
  booking_id: string | null;
  booking_number: number | null;
};

/** The lines of a payout: those without a match first, then oldest first. */
export const findComparedLines = (db: Db, payoutId: string): Promise<ComparedLine[]> =>
  db
    .selectFrom("provider_payout_lines as line")
    .leftJoin(chargesOfIntents, (join) => join.onRef("payment.intent_id", "=", "line.intent_id"))
    .leftJoin("bookings as booking", "booking.id", "payment.booking_id")
    .selectAll("line")
    .select([
      "booking.id as booking_id",
      "booking.number as booking_number",
      sql<boolean>`coalesce(${IS_MATCHED}, false)`.as("is_matched"),
    ])
    .where("line.payout_id", "=", payoutId)
    .orderBy(sql`coalesce(${IS_MATCHED}, false)`)
    .orderBy("line.created_at")
    .orderBy("line.id")
    .execute();
