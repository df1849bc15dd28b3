// Writes and reads the double-entry ledger. domain/money/ledger.ts defines the entries of a
// movement.
import type { LedgerAccount, LedgerKind, Movement } from "../../../domain/money/ledger.ts";
import type { DataCtx, DbCtx } from "../../platform/context.ts";

export { findLedgerLines, type DayRange, type LedgerLine } from "./ledger-lines.repository.ts";

/** The number of movements per statement. */
const AT_ONCE = 1000;

/**
 * Books a movement once under its key; a repeat books nothing. Call it in the transaction of the
 * change that it records.
 * @param at the instant of the change, if it is not now
 */
export const book = (
  ctx: DataCtx,
  key: string,
  movement: Movement,
  bookingId: string | null,
  at?: string,
): Promise<void> => bookAll(ctx, [{ key, movement, bookingId }], at);

/** Books movements with different keys, each once, in few statements. */
export async function bookAll(
  ctx: DataCtx,
  given: readonly { key: string; movement: Movement; bookingId: string | null }[],
  at = ctx.clock.now().toISOString(),
): Promise<void> {
  for (let from = 0; from < given.length; from += AT_ONCE) {
    const some = new Map(given.slice(from, from + AT_ONCE).map(({ key, ...each }) => [key, each]));
    const rows = await ctx.db
      .insertInto("ledger_transactions")
      .values(
        [...some].map(([key, { movement, bookingId }]) => ({
          key,
          kind: movement.kind,
          booking_id: bookingId,
          at,
          memo: null,
        })),
      )
      .onConflict((conflict) => conflict.column("key").doNothing())
      .returning(["id", "key"])
      .execute();
    const entries = rows.flatMap(({ id, key }) =>
      (some.get(key)?.movement.entries ?? []).map(({ account, ownerId, amountCents }) => ({
        transaction_id: id,
        account,
        owner_id: ownerId,
        amount_cents: amountCents,
      })),
    );
    if (entries.length > 0) await ctx.db.insertInto("ledger_entries").values(entries).execute();
  }
}

/** The ledger transactions of a booking, oldest first. Debit is positive. */
export async function readMovements(
  ctx: DbCtx,
  bookingId: string,
): Promise<
  { at: string; kind: LedgerKind; entries: { account: LedgerAccount; amount_cents: number }[] }[]
> {
  const transactions = await ctx.db
    .selectFrom("ledger_transactions")
    .select(["id", "at", "kind"])
    .where("booking_id", "=", bookingId)
    .orderBy("at")
    // A card is often authorised and charged at the same moment.
    .orderBy((row) => row("kind", "<>", "authorized"))
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
