// The money of a marketplace as the program would have booked it, made by PostgreSQL itself: every rental is over and owed to its host but
// a few that the payout job completes; of a hundred bookings one was rejected and one given back. npm run ledger:check finds nothing wrong with it.
import type pg from "pg";
import { addDays } from "../src/domain/calendar/dates.ts";
import { fillMarketplace, withoutIndexes } from "./data.ts";

/** Five slots of 20 days a car, two behind and three ahead: from so many days ago none reaches the last Sunday. */
const SLOTS = 5;
const DAYS_AGO = 90;
/** Rentals that are over and not completed yet. */
const TO_COMPLETE = 200;

/** Twenty cars a host, five bookings a car. */
export async function fillMoney(client: pg.Client, today: string, hosts: number): Promise<void> {
  const listings = hosts * 20;
  const past = addDays(today, -DAYS_AGO);
  await fillMarketplace(client, past, { listings, renters: listings, bookingsPerListing: SLOTS });
  await client.query("set synchronous_commit = off");
  await client.query(
    `with late as (select id from bookings where status = 'approved' order by id limit ${TO_COMPLETE})
     update bookings set status = 'completed', payment_status = 'paid'
     where status in ('pending', 'approved') and id not in (select id from late)`,
  );
  await client.query(
    `update bookings set cancelled_by = 'renter' where status = 'cancelled';
     delete from booking_totals;
     insert into booking_totals (bookings, completed_amount)
       select count(*), sum(total_amount) filter (where status = 'completed') from bookings where counts;
     delete from car_calendar where booking_id in (select id from bookings where status in ('rejected', 'cancelled'))`,
  );
  await addPayments(client);
  await withoutIndexes(client, "ledger_transactions", () =>
    withoutIndexes(client, "ledger_entries", () => addLedger(client)),
  );
  // One host in fifty has not said where to pay, and another one is suspended. What is sealed is copied, not opened.
  await client.query(
    `insert into payout_details (host_id, sealed, key_id, updated_at)
       select user_id, convert_to(repeat('x', 160), 'UTF8'), repeat('0', 16), created_at from (
         select *, row_number() over (order by user_id) as n from profiles where user_type = 'host') host where n % 50 <> 7;
     update accounts set suspended_at = created_at where id in (
       select user_id from (select user_id, row_number() over (order by user_id) as n from profiles where user_type = 'host') host where n % 50 = 9)`,
  );
  for (const statement of ["set synchronous_commit = on", "checkpoint", "vacuum (analyze)", "checkpoint"])
    await client.query(statement);
}

/** As sandboxFee() has it. */
const FEE = "(floor((b.amount_due_cents * 290 + 5000) / 10000) + 30)::bigint";
const CHARGED = "b.payment_status in ('paid', 'refunded')";

const addPayments = (client: pg.Client): Promise<unknown> =>
  client.query(
    `insert into payments (booking_id, provider, session_id, intent_id, amount_cents, currency, state, refunded_cents, fee_cents, expires_at, created_at, updated_at)
     select b.id, 'sandbox', 'cs_' || b.id, 'pi_' || b.id, b.amount_due_cents, 'usd', case when ${CHARGED} then 'captured' else 'voided' end,
       case when b.payment_status = 'refunded' then b.amount_due_cents else 0 end, case when ${CHARGED} then ${FEE} end, b.created_at, b.created_at, b.created_at
     from bookings b;
     insert into refunds (id, booking_id, amount_cents, actor_kind, actor_id, created_at, made_at, made_by)
     select b.id, b.id, b.amount_due_cents, 'renter', b.renter_id, b.created_at, b.created_at, 'provider' from bookings b where b.status = 'cancelled'`,
  );

/** What is booked of each booking: the kind, its key, when it happens, and its entries as account, owner and amount (domain/money/ledger.ts). */
const MOVEMENTS: [kind: string, key: string, when: string, entries: string[]][] = [
  ["authorized", "'booking:' || b.id || ':authorized'", "true", []],
  ["authorization_released", "'booking:' || b.id || ':authorization_released'", "b.status = 'rejected'", []],
  [
    "captured",
    "'booking:' || b.id || ':captured'",
    CHARGED,
    ["'card_clearing', null, b.amount_due_cents", "'renter', b.renter_id, -b.amount_due_cents"],
  ],
  [
    "provider_fee",
    "'booking:' || b.id || ':provider_fee'",
    CHARGED,
    [`'provider_fees', null, ${FEE}`, `'card_clearing', null, -${FEE}`],
  ],
  [
    "refund_decided",
    "'refund:' || b.id || ':decided'",
    "b.status = 'cancelled'",
    ["'renter', b.renter_id, b.amount_due_cents", "'refunds', null, -b.amount_due_cents"],
  ],
  [
    "refunded",
    "'refund:' || b.id || ':made'",
    "b.status = 'cancelled'",
    ["'refunds', null, b.amount_due_cents", "'card_clearing', null, -b.amount_due_cents"],
  ],
  [
    "earned",
    "'booking:' || b.id || ':earned'",
    "b.status = 'completed'",
    [
      "'renter', b.renter_id, b.amount_due_cents",
      "'host_payable', b.host_id, -b.host_share_cents",
      "'platform_fees', null, b.host_share_cents - b.amount_due_cents",
    ],
  ],
];

async function addLedger(client: pg.Client): Promise<void> {
  for (const [kind, key, when, entries] of MOVEMENTS) {
    await client.query(
      `insert into ledger_transactions (id, key, kind, booking_id, at)
       select md5(${key})::uuid, ${key}, '${kind}', b.id, b.created_at from bookings b where ${when}`,
    );
    if (entries.length === 0) continue;
    await client.query(
      `insert into ledger_entries (transaction_id, account, owner_id, amount_cents)
       select md5(${key})::uuid, entry.account, entry.owner_id::uuid, entry.cents from bookings b
         cross join lateral (values ${entries.map((each) => `(${each})`).join(", ")}) as entry (account, owner_id, cents) where ${when}`,
    );
  }
}
