// The admin's money page: open items, monthly movements, balances, disputes, incidents and the
// reconciliation with the card provider.
import { Link } from "react-router";
import type { Money } from "../../../../contract/admin/admin-money.ts";
import { formatCount, formatCounted, formatUsd } from "../../../../domain/text/format.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { useFailureToast } from "../../../api/use-api.ts";
import { paths } from "../../../paths.ts";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Stat, Stats } from "../../../ui/stat.tsx";
import { Balance } from "./balance.tsx";
import { Comparison } from "./comparison.tsx";
import { Disputes } from "./disputes.tsx";
import { Exports } from "./exports.tsx";
import { Incidents } from "./incidents.tsx";
import { Months } from "./months.tsx";
import { ProviderPayouts } from "./provider-payouts.tsx";
import { TariffSettings } from "./tariff-settings.tsx";
import { Vat } from "./vat.tsx";
import { useMoney } from "./use-admin-money.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Money, Admin");

export default function AdminMoney() {
  const { data, error, isPending, isFetching, refetch } = useMoney();
  useFailureToast(data ? null : error, "Failed to load admin dashboard data");
  return (
    <>
      <h1 className="text-2xl">Money</h1>
      {data ? (
        <>
          <Open money={data} />
          <Months months={data.months} />
          <Balance balances={data.balances} />
          <Exports />
        </>
      ) : isPending ? (
        <FiguresSkeleton />
      ) : (
        <Panel>
          <FailedState
            title="The figures didn't load."
            text={sentenceFor(error, "Please try again in a moment.")}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </Panel>
      )}
      <Vat />
      <TariffSettings />
      <ProviderPayouts />
      <Disputes />
      <Incidents />
      <Comparison />
    </>
  );
}

const counted = (count: number, one: string, many: string): string =>
  formatCounted(count, one, many);

function Open({ money }: { money: Money }) {
  const { authorizations, refunds, disputes, later_charges: later, incidents } = money;
  const inquiries =
    disputes.inquiries > 0 && counted(disputes.inquiries, "bank inquiry", "bank inquiries");
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
            ? `Refused for ${counted(refunds.refused, "booking", "bookings")}, retrying`
            : refunds.count > 0
              ? `${counted(refunds.count, "refund", "refunds")}, not made yet`
              : "None pending"
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
      {later.count + later.contested > 0 && (
        <Stat
          label={<Waiting kind="outstanding_balance">Outstanding after trips</Waiting>}
          value={formatUsd(later.cents)}
          detail={
            <>
              {counted(later.count, "declined charge", "declined charges")}
              {later.contested > 0 && (
                <>
                  {", "}
                  <Waiting kind="contested_charge">{`${formatCount(later.contested)} contested`}</Waiting>
                </>
              )}
            </>
          }
        />
      )}
      <Stat
        label={<To part="incidents">Payment problems</To>}
        value={formatCount(incidents)}
        detail={incidents === 1 ? "needs attention" : "need attention"}
        hot={incidents > 0}
      />
    </Stats>
  );
}

/** A link that covers the whole figure and leads to its list further down. */
const To = ({ part, children }: { part: "disputes" | "incidents"; children: string }) => (
  <Link
    to={paths.adminMoney({}, part)}
    className="after:absolute after:inset-0 after:rounded-lg hover:underline"
  >
    {children}
  </Link>
);

/** Leads to the charges in the queue, longest waiting first. */
const Waiting = ({
  kind,
  children,
}: {
  kind: "contested_charge" | "outstanding_balance";
  children: string;
}) => (
  <Link to={paths.adminQueue({ kind })} className="hover:underline">
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
