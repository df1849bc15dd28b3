// The double-entry ledger: every movement of money of a booking, integer cents, debit positive and credit negative (product.md, Money).
import type { Ctx } from "../../platform/context.ts";
import type { LedgerEntriesTable, LedgerTransactionsTable } from "../../platform/schema.ts";

type Kind = LedgerTransactionsTable["kind"];
type Entry = Pick<LedgerEntriesTable, "account" | "owner_id" | "amount_cents">;

/** The money of a booking, as it was made. */
export interface BookingMoney {
  id: string;
  hostId: string;
  amountDueCents: number;
  hostShareCents: number;
}

const entry = (account: Entry["account"], amount_cents: number, owner_id: string | null = null): Entry => ({
  account,
  amount_cents,
  owner_id,
});

/** The entries of each movement; an authorisation moves nothing and is a memo. All of the charge stays deferred until the rental is over. */
const ENTRIES: Record<
  "authorized" | "authorization_released" | "captured" | "refunded" | "earned",
  (money: BookingMoney) => Entry[]
> = {
  authorized: () => [],
  authorization_released: () => [],
  captured: (money) => [
    entry("card_clearing", money.amountDueCents),
    entry("deferred_bookings", -money.amountDueCents),
  ],
  refunded: (money) => [
    entry("deferred_bookings", money.amountDueCents),
    entry("card_clearing", -money.amountDueCents),
  ],
  earned: (money) => [
    entry("deferred_bookings", money.amountDueCents),
    entry("host_payable", -money.hostShareCents, money.hostId),
    entry("platform_fees", money.hostShareCents - money.amountDueCents),
  ],
};
export type BookingMovement = keyof typeof ENTRIES;

/** Books a movement of a booking's money once; a repeat books nothing. Call it in the transaction that changes the booking. */
export async function bookMovement(ctx: Ctx, kind: BookingMovement, money: BookingMoney): Promise<void> {
  await bookTransaction(ctx, {
    key: `booking:${money.id}:${kind}`,
    kind,
    bookingId: money.id,
    entries: ENTRIES[kind](money),
  });
}

async function bookTransaction(
  ctx: Ctx,
  movement: { key: string; kind: Kind; bookingId: string; entries: Entry[] },
): Promise<void> {
  const row = await ctx.db
    .insertInto("ledger_transactions")
    .values({
      key: movement.key,
      kind: movement.kind,
      booking_id: movement.bookingId,
      at: ctx.clock.now().toISOString(),
      memo: null,
    })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .returning("id")
    .executeTakeFirst();
  const entries = movement.entries.filter((each) => each.amount_cents !== 0);
  if (!row || entries.length === 0) return;
  await ctx.db
    .insertInto("ledger_entries")
    .values(entries.map((each) => ({ ...each, transaction_id: row.id })))
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
