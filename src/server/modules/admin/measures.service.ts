// Business and queue metrics for monitoring, read on a scrape in a few short statements and cached
// briefly. All processes report the same values, so aggregate them with the maximum, not the sum.
import { sql } from "kysely";
import type { LedgerSum } from "../../../domain/money/money-figures.ts";
import type { Ctx, DataCtx } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { countQueues, type QueueCounts } from "../../platform/jobs/job-queues.ts";
import type { Metrics } from "../../platform/observability/metrics.ts";
import { within } from "../../platform/http/deadline.ts";
import { bookingTotals } from "../bookings/admin/admin-bookings.service.ts";
import { measureCases } from "../cases/admin-cases.service.ts";
import { readLedgerSums, type OpenMoney } from "../ledger/money.service.ts";

/** Several scrapes in a row, or a second Prometheus, share one reading. */
const CACHE_MS = 10_000;
const STATEMENT_MS = 1000;
const TIMEOUT_MS = 4000;

interface Measures {
  queues: QueueCounts[];
  sums: LedgerSum[];
  open: OpenMoney;
  bookings: { total: number; pending: number };
  cases: { to_decide: number; overdue: number };
}

/** @param db connections reserved for the metrics */
export function watchBusiness(ctx: Pick<Ctx, "clock" | "log" | "metrics">, db: Db): void {
  const { metrics, log } = ctx;
  let measures: Measures | undefined;
  let until = 0;
  let seconds = 0;
  let reading = Promise.resolve();
  const readAnew = async (): Promise<void> => {
    const begun = performance.now();
    try {
      measures = await within(TIMEOUT_MS, measure({ ...ctx, db }));
    } catch (error) {
      // Reports nothing rather than stale values: an alert on missing figures then fires.
      measures = undefined;
      log.warn({ err: error }, "the figures could not be read");
    }
    seconds = (performance.now() - begun) / 1000;
  };
  metrics.prepare(() => {
    if (performance.now() >= until) {
      until = performance.now() + CACHE_MS;
      reading = readAnew();
    }
    return reading;
  });

  const current = () => measures;
  watchQueues(metrics, current);
  watchBookingsAndMoney(metrics, current);
  metrics.watch("figures_read", "Whether the figures above could be read.", [], () =>
    measures ? 1 : 0,
  );
  metrics.watch("figures_seconds", "How long reading them took.", [], () => seconds);
}

/** The measures that were read last; undefined if they could not be read. */
type Current = () => Measures | undefined;

function watchQueues(metrics: Metrics, current: Current): void {
  const queue = (name: string, help: string, of: (counts: QueueCounts) => number): void =>
    metrics.watch(`jobs_${name}`, help, ["queue"], () =>
      (current()?.queues ?? []).map((counts) => ({
        labels: { queue: counts.name },
        value: of(counts),
      })),
    );
  queue("waiting", "Background jobs that could be done now.", ({ waiting }) => waiting);
  queue(
    "scheduled",
    "Background jobs for later, or for their next try.",
    ({ scheduled }) => scheduled,
  );
  queue("active", "Background jobs that are being done on any process.", ({ active }) => active);
  queue(
    "failed",
    "Background jobs that have failed for good; see /admin/jobs.",
    ({ failed }) => failed,
  );
  queue(
    "oldest_seconds",
    "How long the first of the jobs that could be done has waited.",
    ({ oldest_seconds }) => oldest_seconds,
  );
}

function watchBookingsAndMoney(metrics: Metrics, current: Current): void {
  metrics.watch(
    "bookings",
    "Bookings: all that count, and requests that wait for an answer.",
    ["which"],
    () => {
      const { bookings } = current() ?? {};
      return bookings
        ? [
            { labels: { which: "all" }, value: bookings.total },
            { labels: { which: "pending" }, value: bookings.pending },
          ]
        : [];
    },
  );
  metrics.watch(
    "cases",
    "Cases of trips that an admin has to decide, and those of them that are overdue.",
    ["which"],
    () =>
      Object.entries(current()?.cases ?? {}).map(([which, value]) => ({
        labels: { which },
        value,
      })),
  );
  metrics.watch(
    "ledger_cents",
    "What was booked since the beginning, by kind and account; debit positive.",
    ["kind", "account"],
    () =>
      [
        ...Map.groupBy(current()?.sums ?? [], ({ kind, account }) => `${kind} ${account}`).values(),
      ].map((sums) => ({
        labels: { kind: sums[0]!.kind, account: sums[0]!.account },
        value: sumLedger(sums),
      })),
  );
  metrics.watch(
    "ledger_imbalance_cents",
    "The sum of the whole ledger. Anything but 0 is a fault.",
    [],
    () => {
      const { sums } = current() ?? {};
      return sums ? sumLedger(sums) : [];
    },
  );
  metrics.watch(
    "money_open",
    "What is open: cards held, refunds on their way or refused, disputes, incidents.",
    ["what"],
    () => {
      const { open } = current() ?? {};
      return open ? countOpenMoney(open).map(([what, value]) => ({ labels: { what }, value })) : [];
    },
  );
}

const sumLedger = (sums: readonly LedgerSum[]): number =>
  sums.reduce((sum, { cents }) => sum + cents, 0);

const countOpenMoney = ({
  authorizations,
  refunds,
  disputes,
  later_charges: later,
  incidents,
}: OpenMoney): [string, number][] => [
  ["authorizations", authorizations.count],
  ["refunds", refunds.count],
  ["refunds_refused", refunds.refused],
  ["disputes", disputes.count],
  ["inquiries", disputes.inquiries],
  ["balances_outstanding", later.count],
  ["charges_contested", later.contested],
  ["incidents", incidents],
];

/** Uses one connection, with no statement longer than a second, so that a scrape does no harm. */
const measure = (ctx: DataCtx): Promise<Measures> =>
  ctx.db.transaction().execute(async (db) => {
    await sql`select set_config('statement_timeout', ${String(STATEMENT_MS)}, true)`.execute(db);
    const { sums, open } = await readLedgerSums({ ...ctx, db });
    return {
      queues: await countQueues(db),
      sums,
      open,
      bookings: await bookingTotals(db),
      cases: await measureCases({ ...ctx, db }),
    };
  });
