// The admin's page about money: what is open, what moved month by month, where the money is and whose it is, disputes, what was set
// aside, and the comparison with the card provider.
import { Link } from "react-router";
import type { Money } from "../../../../contract/admin/admin-money.ts";
import { formatUsd } from "../../../../domain/money/money.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { useFailureToast } from "../../../api/query.tsx";
import { paths } from "../../../paths.ts";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Stat, Stats } from "../../../ui/stat.tsx";
import { Balance } from "./balance.tsx";
import { Comparison } from "./comparison.tsx";
import { Disputes } from "./disputes.tsx";
import { Incidents } from "./incidents.tsx";
import { Months } from "./months.tsx";
import { useMoney } from "./use-admin-money.ts";

export function AdminMoney() {
  const { data, error, isPending, isFetching, refetch } = useMoney();
  useFailureToast(data ? null : error, "Failed to load admin dashboard data");
  return (
    <>
      <div>
        <h1 className="text-2xl">Money</h1>
        <p className="text-muted-foreground">Every cent, as the ledger has it.</p>
      </div>
      {data ? (
        <>
          <Open money={data} />
          <Months months={data.months} />
          <Balance balances={data.balances} />
        </>
      ) : isPending ? (
        <FiguresSkeleton />
      ) : (
        <Panel>
          <FailedState
            title="The figures did not load."
            text={sentenceFor(error, "Nothing was changed. Please try again in a moment.")}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </Panel>
      )}
      <Disputes />
      <Incidents />
      <Comparison />
    </>
  );
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

function Open({ money: { authorizations, refunds, disputes, incidents } }: { money: Money }) {
  const inquiries =
    disputes.inquiries > 0 && counted(disputes.inquiries, "more is asked about", "more are asked about");
  return (
    <Stats>
      <Stat
        label="Cards held"
        value={formatUsd(authorizations.cents)}
        detail={`${counted(authorizations.count, "request", "requests")}, not charged`}
      />
      <Stat
        label="Refunds on their way"
        value={formatUsd(refunds.cents)}
        detail={
          refunds.refused > 0
            ? `${counted(refunds.refused, "booking's was", "bookings' were")} refused, tried again`
            : refunds.count > 0
              ? `${counted(refunds.count, "refund", "refunds")}, decided and not made`
              : "None waits"
        }
        hot={refunds.refused > 0}
      />
      <Stat
        label={<To part="disputes">Open disputes</To>}
        value={formatUsd(disputes.cents)}
        detail={[counted(disputes.count, "charge taken back", "charges taken back"), inquiries]
          .filter(Boolean)
          .join(", ")}
        hot={disputes.count + disputes.inquiries > 0}
      />
      <Stat
        label={<To part="incidents">Incidents</To>}
        value={incidents.toLocaleString("en-US")}
        detail={incidents === 1 ? "needs a look" : "need a look"}
        hot={incidents > 0}
      />
    </Stats>
  );
}

/** All of the figure leads to its list further down. */
const To = ({ part, children }: { part: "disputes" | "incidents"; children: string }) => (
  <Link to={paths.adminMoney({}, part)} className="after:absolute after:inset-0 after:rounded-lg hover:underline">
    {children}
  </Link>
);

function FiguresSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading the figures
      </p>
      <div className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
        {[1, 2, 3, 4].map((key) => (
          <Skeleton key={key} className="h-26 rounded-lg" />
        ))}
      </div>
      <Skeleton className="h-108 rounded-lg" />
      <Skeleton className="h-80 rounded-lg" />
    </>
  );
}
