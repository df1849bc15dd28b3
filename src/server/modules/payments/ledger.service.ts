// Writes and reads the double-entry ledger; what a movement consists of is in domain/ledger.ts.
import type { Movement } from "../../../domain/ledger.ts";
import type { Ctx } from "../../platform/context.ts";

/** Books a movement once under its key; a repeat books nothing. Call it in the transaction that changes what it is about. */
export async function book(ctx: Ctx, key: string, movement: Movement, bookingId: string): Promise<void> {
  const row = await ctx.db
    .insertInto("ledger_transactions")
    .values({ key, kind: movement.kind, booking_id: bookingId, at: ctx.clock.now().toISOString(), memo: null })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!row || movement.entries.length === 0) return;
  await ctx.db
    .insertInto("ledger_entries")
    .values(
      movement.entries.map(({ account, ownerId, amountCents }) => ({
        transaction_id: row.id,
        account,
        owner_id: ownerId,
        amount_cents: amountCents,
      })),
    )
    .execute();
}

/** What the ledger holds of a booking, oldest first. Debit is positive. */
export async function readMovements(
  ctx: Ctx,
  bookingId: string,
): Promise<{ at: string; kind: string; entries: { account: string; amount_cents: number }[] }[]> {
  const transactions = await ctx.db
    .selectFrom("ledger_transactions")
    .select(["id", "at", "kind"])
    .where("booking_id", "=", bookingId)
    .orderBy("at")
    .orderBy((row) => row("kind", "<>", "authorized")) // a card is often authorised and charged in one moment
    .orderBy((row) => row("kind", "<>", "captured"))
    .orderBy("id")
    .execute();
  const entries = await ctx.db
    .selectFrom("ledger_entries")
    .innerJoin("ledger_transactions as movement", "movement.id", "ledger_entries.transaction_id")
    .select(["transaction_id", "account", "amount_cents"])
    .where("movement.booking_id", "=", bookingId)
    .orderBy("ledger_entries.id")
    .execute();
  return transactions.map(({ id, at, kind }) => ({
    at,
    kind,
    entries: entries
      .filter((each) => each.transaction_id === id)
      .map(({ account, amount_cents }) => ({ account, amount_cents })),
  }));
}
