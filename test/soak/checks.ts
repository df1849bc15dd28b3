// What must be true once all faults are over: each acknowledged write, the calendar, the money here
// and at Stripe, jobs, files.
import { setTimeout as delay } from "node:timers/promises";
import { checkLedger } from "../../src/server/modules/ledger/ledger-check.service.ts";
import { FAILED_JOBS } from "../../src/server/platform/jobs/job-queues.ts";
import { INVARIANTS } from "../invariants.ts";
import { sql } from "kysely";
import type { Machine } from "./machine.ts";
import { TRIED, type SoakHold, type People } from "./soak-people.ts";

const CHARGED = ["paid", "partially_refunded", "refunded"];
const MOST = 5;

/** @returns descriptions of what is broken; empty if all is well */
export async function findBroken(machine: Machine, people: People): Promise<string[]> {
  const { ctx, stripe } = machine;
  const { acknowledged } = people;
  const broken: string[] = [];
  const none = (what: string, found: readonly unknown[]): void => {
    if (found.length > 0)
      broken.push(`${found.length} times ${what}, such as ${JSON.stringify(found.slice(0, MOST))}`);
  };
  const rows = async (statement: string): Promise<unknown[]> =>
    (await sql.raw(statement).execute(ctx.db)).rows;

  for (const what of TRIED)
    if (acknowledged[what].size === 0) broken.push(`nothing was tried: no ${what}`);
  const bookings = new Map(
    (await ctx.db.selectFrom("bookings").selectAll().execute()).map((row) => [row.id, row]),
  );
  const isKept = ({ id, car, renter, start, end, session }: SoakHold): boolean => {
    const row = bookings.get(id);
    return (
      row?.car_id === car &&
      row.renter_id === renter.id &&
      row.start_date === start &&
      row.end_date === end &&
      row.stripe_session_id === session
    );
  };
  none(
    "a booking that was acknowledged is not there",
    [...acknowledged.holds.values()].filter((hold) => !isKept(hold)),
  );
  const without = (
    ids: Set<string>,
    isIt: (row: { status: string; payment_status: string }) => boolean,
  ): string[] =>
    [...ids].filter((id) => !isIt(bookings.get(id) ?? { status: "", payment_status: "" }));
  none(
    "a charge that was acknowledged is not there",
    without(acknowledged.charged, (row) => CHARGED.includes(row.payment_status)),
  );
  none(
    "a rejection that was acknowledged is not there",
    without(acknowledged.rejected, (row) => row.status === "rejected"),
  );
  none(
    "a cancellation that was acknowledged is not there",
    without(acknowledged.cancelled, (row) => row.status === "cancelled"),
  );

  const refunds = new Map(
    (await ctx.db.selectFrom("refunds").selectAll().execute()).map((row) => [row.id, row]),
  );
  none(
    "a refund that was acknowledged is not there",
    [...acknowledged.refunds].filter(([id, { bookingId, cents }]) => {
      const row = refunds.get(id);
      return row?.booking_id !== bookingId || row.amount_cents !== cents;
    }),
  );
  const messages = new Map(
    (await ctx.db.selectFrom("messages").selectAll().execute()).map((row) => [row.id, row]),
  );
  none(
    "a message that was acknowledged is not there",
    [...acknowledged.messages].filter(([id, { conversation, sender, body }]) => {
      const row = messages.get(id);
      return (
        row?.conversation_id !== conversation || row.sender_id !== sender.id || row.body !== body
      );
    }),
  );
  for (const key of acknowledged.photos) {
    const response = await ask(`${machine.url}/storage/v1/object/public/car-images/${key}`);
    const bytes = (await response.arrayBuffer()).byteLength;
    if (!response.ok || bytes === 0)
      broken.push(`a photo that was acknowledged is not there: ${key} (${response.status})`);
  }
  none(
    "a photo that was never made",
    await rows("select id, state from photos where state <> 'ready'"),
  );

  for (const [what, statement] of Object.entries(INVARIANTS)) none(what, await rows(statement));
  // Three days later nothing is pending any more.
  none(
    "a hold over its time",
    await rows("select id, payment_status from bookings where status = 'pending'"),
  );
  none(
    "something left to do with a payment",
    await rows("select booking_id, wanted from payments where wanted is not null"),
  );

  const { discrepancies: errors } = await checkLedger(ctx);
  none("a fault of the ledger", errors);
  const charges = [...stripe.account.sessions.values()].flatMap(
    ({ client_reference_id: id, payment_intent: intent }) =>
      intent ? [{ id: id ?? "", intent, charge: intent.latest_charge }] : [],
  );
  none(
    "a card that is held without a booking",
    charges.filter(({ intent }) => intent.status === "requires_capture"),
  );
  const sums = Map.groupBy(charges, ({ id }) => id);
  none(
    "a booking that does not agree with its charge",
    [...bookings.values()].flatMap(({ id, status, payment_status, amount_due_cents }) => {
      const captured = (sums.get(id) ?? []).reduce(
        (sum, { charge }) => sum + (charge?.amount_captured ?? 0),
        0,
      );
      const expected = CHARGED.includes(payment_status) ? amount_due_cents : 0;
      return captured === expected ? [] : [{ id, status, payment_status, expected, captured }];
    }),
  );
  none(
    "a charge without a booking",
    [...sums.keys()].filter((id) => !bookings.has(id)),
  );
  const atStripe = charges.reduce(
    (sum, { charge }) =>
      charge?.captured
        ? sum +
          charge.amount_captured -
          charge.amount_refunded -
          (charge.balance_transaction?.fee ?? 0)
        : sum,
    0,
  );
  const [books] = (await rows(
    "select coalesce(sum(amount_cents), 0)::int as cents from ledger_entries where account = 'card_clearing'",
  )) as { cents: number }[];
  if (books?.cents !== atStripe)
    broken.push(`the ledger says ${books?.cents} cents, Stripe ${atStripe}`);
  none(
    "a refund that was made twice",
    [...Map.groupBy(stripe.account.refunds, ({ metadata }) => metadata["refund_key"])].filter(
      ([, made]) => made.length > 1,
    ),
  );
  none(
    "what Stripe says and we do not",
    await rows(
      "select booking_id, kind, details from payment_incidents where kind = 'record_differs'",
    ),
  );

  none(
    "a job that was given up",
    await rows(`select source_name, source_output from pgboss.job where name = '${FAILED_JOBS}'`),
  );
  none(
    "a job that is stuck",
    await rows(`select name, state, started_on, retry_count from pgboss.job where state <= 'active' and start_after < now() - interval '1 minute' and name <> '${FAILED_JOBS}'
      and name not like '\\_\\_pgboss%' and (state <> 'active' or started_on < now() - interval '5 minutes')`),
  );
  none(
    "a connection that holds a transaction open",
    await rows(
      `select pid, query from pg_stat_activity where state like 'idle in transaction%' and state_change < now() - interval '1 minute'`,
    ),
  );
  const ready = await fetch(`${machine.url}/readyz`);
  if (!ready.ok) broken.push(`not ready: ${await ready.text()}`);
  return [...machine.surprises, ...broken];
}

/** Retries after a 429: there are more photos than one visitor may request in a minute. */
async function ask(url: string): Promise<Response> {
  for (;;) {
    const response = await fetch(url);
    if (response.status !== 429) return response;
    await response.body?.cancel();
    await delay(Number(response.headers.get("retry-after")) * 1000);
  }
}
