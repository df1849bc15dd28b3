// The sandbox's balance, and its weekly payouts to a bank that exists nowhere. As at Stripe, money
// becomes available two days after it moved, and each payout consists of what was available.
import { randomBytes, randomUUID } from "node:crypto";
import { sql, type Insertable } from "kysely";
import type { Clock } from "../clock.ts";
import type { Db } from "../database/database.ts";
import type { SandboxBalanceTransactionsTable } from "../database/schema.ts";
import type { ProviderPayout, ProviderPayoutLine } from "./provider.ts";
import { DISPUTE_FEE_CENTS, type SandboxCheckout } from "./sandbox-states.ts";

const DAY_MS = 24 * 3_600_000;
const AVAILABLE_AFTER_MS = 2 * DAY_MS;
const ARRIVES_AFTER_MS = DAY_MS;
/** Monday, January 5, 1970: payouts are made at midnight (UTC) on Mondays. */
const A_MONDAY_MS = 4 * DAY_MS;

type Moved = Insertable<SandboxBalanceTransactionsTable>;

/** Records what a change of a checkout moved. */
export async function recordBalance(
  db: Db,
  before: SandboxCheckout,
  after: SandboxCheckout,
  now: Date,
): Promise<void> {
  const moved: Pick<Moved, "kind" | "amount_cents" | "fee_cents">[] = [];
  if (after.captured_cents > before.captured_cents)
    moved.push({ kind: "charge", amount_cents: after.captured_cents, fee_cents: after.fee_cents });
  if (after.refunded_cents > before.refunded_cents) {
    const amount_cents = before.refunded_cents - after.refunded_cents;
    moved.push({ kind: "refund", amount_cents, fee_cents: 0 });
  }
  if (before.dispute_status === null && after.dispute_status !== null)
    moved.push({
      kind: "dispute",
      amount_cents: -after.dispute_cents,
      fee_cents: DISPUTE_FEE_CENTS,
    });
  if (before.dispute_status === "needs_response" && after.dispute_status === "won")
    moved.push({ kind: "dispute", amount_cents: after.dispute_cents, fee_cents: 0 });
  if (moved.length === 0) return;
  await db
    .insertInto("sandbox_balance_transactions")
    .values(
      moved.map((each) => ({
        ...each,
        id: `txn_test_${randomUUID().replaceAll("-", "")}`,
        intent_id: after.intent_id,
        created_at: now.toISOString(),
      })),
    )
    .execute();
}

/** The Monday on which a movement is paid out. */
const payoutTime = (createdAt: string): number => {
  const available = Date.parse(createdAt) + AVAILABLE_AFTER_MS - A_MONDAY_MS;
  return Math.ceil(available / (7 * DAY_MS)) * 7 * DAY_MS + A_MONDAY_MS;
};

/** Makes the payouts of all Mondays that have passed, each once. */
async function payOutAvailable(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`lock table sandbox_payouts in share row exclusive mode`.execute(tx);
    const waiting = await tx
      .selectFrom("sandbox_balance_transactions")
      .select(["id", "created_at", sql<number>`amount_cents - fee_cents`.as("net_cents")])
      .where("payout_id", "is", null)
      .where("created_at", "<", new Date(now.getTime() - AVAILABLE_AFTER_MS).toISOString())
      .orderBy("created_at")
      .execute();
    const mondays = Map.groupBy(waiting, (each) => payoutTime(each.created_at));
    let ids: string[] = [];
    let cents = 0;
    for (const [monday, lines] of [...mondays].filter(([time]) => time <= now.getTime())) {
      ids.push(...lines.map((line) => line.id));
      cents += lines.reduce((sum, line) => sum + line.net_cents, 0);
      if (cents <= 0) continue; // waits for a week with more
      await insertPayout(tx, { monday, cents, ids });
      ids = [];
      cents = 0;
    }
  });
}

async function insertPayout(
  db: Db,
  { monday, cents, ids }: { monday: number; cents: number; ids: readonly string[] },
): Promise<void> {
  const id = `po_test_${randomBytes(12).toString("hex")}`;
  await db
    .insertInto("sandbox_payouts")
    .values({ id, amount_cents: cents, created_at: new Date(monday).toISOString() })
    .execute();
  await db
    .updateTable("sandbox_balance_transactions")
    .set({ payout_id: id })
    .where("id", "in", ids)
    .execute();
}

export async function listSandboxPayouts(
  { db, clock }: { db: Db; clock: Clock },
  since: Date,
): Promise<ProviderPayout[]> {
  const now = clock.now();
  await payOutAvailable(db, now);
  const rows = await db
    .selectFrom("sandbox_payouts")
    .selectAll()
    .where("created_at", ">=", since.toISOString())
    .orderBy("created_at", "desc")
    .execute();
  return rows.map((row) => {
    const createdAt = new Date(row.created_at);
    const arrivesAt = new Date(createdAt.getTime() + ARRIVES_AFTER_MS);
    return {
      id: row.id,
      amountCents: row.amount_cents,
      currency: "usd",
      status: now < arrivesAt ? "in_transit" : "paid",
      createdAt,
      arrivesAt,
      isCompiled: true,
    };
  });
}

export async function listSandboxPayoutLines(
  db: Db,
  payoutId: string,
): Promise<ProviderPayoutLine[]> {
  const rows = await db
    .selectFrom("sandbox_balance_transactions")
    .selectAll()
    .where("payout_id", "=", payoutId)
    .orderBy("created_at")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    type: row.kind === "dispute" ? "adjustment" : row.kind,
    amountCents: row.amount_cents,
    feeCents: row.fee_cents,
    intentId: row.intent_id,
    createdAt: new Date(row.created_at),
  }));
}

/** Records what checkouts moved that were written directly into the table, as the demo data are. */
export async function recordWrittenCheckouts(db: Db): Promise<void> {
  await sql`
    insert into sandbox_balance_transactions (id, intent_id, kind, amount_cents, fee_cents, created_at)
    select 'txn_test_' || replace(gen_random_uuid()::text, '-', ''), intent_id, moved.kind, cents, fee, at
    from sandbox_checkouts s cross join lateral (values
      ('charge', captured_cents, fee_cents, s.created_at),
      ('refund', -refunded_cents, 0, s.created_at),
      ('dispute', case when dispute_status is not null then -dispute_cents end, ${DISPUTE_FEE_CENTS}::bigint, disputed_at),
      ('dispute', case dispute_status when 'won' then dispute_cents end, 0, disputed_at)
    ) as moved (kind, cents, fee, at)
    where cents <> 0 and not exists (
      select from sandbox_balance_transactions known where known.intent_id = s.intent_id)`.execute(
    db,
  );
}
