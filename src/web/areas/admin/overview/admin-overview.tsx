// The admin's first page: six figures that link to their lists, money that needs attention, and
// pending decisions.
import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import type { Api } from "../../../../contract/index.ts";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import {
  formatCount,
  formatCounted,
  formatList,
  formatLong,
  formatUsd,
} from "../../../../domain/text/format.ts";
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import { WORK_KINDS } from "../../../../domain/work-queue.ts";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { useApi, useFailureToast } from "../../../api/use-api.ts";
import { paths } from "../../../paths.ts";
import { useSession } from "../../../session/session.ts";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Note } from "../../../ui/note.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Stat, Stats } from "../../../ui/stat.tsx";
import { Approvals } from "../approvals/approvals.tsx";
import { BookingManagement } from "../bookings/booking-management.tsx";
import { ListingApproval } from "../listings/listing-approval.tsx";
import { useQueueCounts } from "../queue/queue-counts.ts";
import { KIND_LABELS } from "../queue/work-text.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { Icon } from "../../../ui/icon.tsx";

export const meta = () => pageMeta("Admin Dashboard");

export default function AdminPage() {
  return (
    <AdminOverview>
      {(figures) => (
        <>
          <BookingManagement pending={figures?.pending_bookings} />
          <ListingApproval />
        </>
      )}
    </AdminOverview>
  );
}

type AdminFigures = Api["GET /api/admin/figures"]["output"];

/** `children` renders the pending decisions; the figures are undefined until they are known. */
function AdminOverview({
  children,
}: {
  children: (figures: AdminFigures | undefined) => ReactNode;
}) {
  const [today] = useState(() => todayInNassau(new Date()));
  const mayReadMoney = mayAsAdmin("read_money", useSession());
  const { data, error, isPending, isFetching, refetch } = useApi("GET /api/admin/figures", {});
  useFailureToast(data ? null : error, "Failed to load admin dashboard data");
  return (
    <>
      <div>
        <h1 className="text-2xl">Admin Dashboard</h1>
        <p className="text-muted-foreground">{formatLong(today)}</p>
      </div>
      {data ? (
        <>
          <div className="grid gap-3">
            <Figures figures={data} />
            {mayReadMoney && <Fees figures={data} />}
          </div>
          {mayReadMoney && <MoneyProblems problems={data.money_troubles} />}
          <WaitingWork />
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
      <Approvals />
      {children(data)}
    </>
  );
}

function Figures({ figures }: { figures: AdminFigures }) {
  const { pending_bookings, pending_listings } = figures;
  const count = (value: number) => formatCount(value);
  return (
    <Stats six>
      <Stat
        label={<To to={paths.adminUsers()}>Total Users</To>}
        value={count(figures.total_users)}
        detail="All accounts"
      />
      <Stat
        label={<To to={paths.adminListings()}>Total Cars</To>}
        value={count(figures.total_cars)}
        detail="Any status"
      />
      <Stat
        label={<To to={paths.adminBookings()}>Total Bookings</To>}
        value={count(figures.total_bookings)}
        detail="Any status"
      />
      <Stat
        label={<To to={paths.adminBookings({ filter: "completed" })}>Platform Revenue</To>}
        value={formatUsd(dollarsToCents(figures.platform_revenue))}
        detail="Turnover: completed rentals"
      />
      <Stat
        label={<To to={paths.adminBookings({ filter: "pending" })}>Pending Bookings</To>}
        value={count(pending_bookings)}
        detail="Waiting for an answer"
        hot={pending_bookings > 0}
      />
      <Stat
        label={<To to={paths.adminListings({ filter: "pending" })}>Pending Listings</To>}
        value={count(pending_listings)}
        detail="Not approved"
        hot={pending_listings > 0}
      />
    </Stats>
  );
}

/** What the platform has earned, because its "revenue" is turnover. */
function Fees({
  figures: { platform_fees_cents, provider_fees_cents },
}: {
  figures: AdminFigures;
}) {
  return (
    <p className="text-sm text-muted-foreground tabular-nums">
      Most of the turnover belongs to hosts. {PRODUCT_NAME} earned{" "}
      <b className="text-foreground">{formatUsd(platform_fees_cents)}</b> in fees:{" "}
      <b className="text-foreground">{formatUsd(platform_fees_cents - provider_fees_cents)}</b>{" "}
      after {formatUsd(provider_fees_cents)} for the card provider.{" "}
      <Link to={paths.adminMoney({ figure: "platform_fees" })} className="link whitespace-nowrap">
        Fees by month
      </Link>
    </p>
  );
}

/** One line that links to the money page; renders nothing if nothing is wrong. */
function MoneyProblems({ problems }: { problems: AdminFigures["money_troubles"] }) {
  const { incidents, refused_refunds, disputes, inquiries } = problems;
  const said = [
    counted(incidents, "payment problem", "payment problems"),
    counted(refused_refunds, "refused refund", "refused refunds"),
    counted(disputes, "open dispute", "open disputes"),
    counted(inquiries, "bank inquiry", "bank inquiries"),
  ].filter((text) => text !== null);
  if (said.length === 0) return null;
  return (
    <Note variant="sun" icon={<Icon name="circle-exclamation-point" />}>
      <p>
        {formatList(said)}{" "}
        {incidents + refused_refunds + disputes + inquiries === 1 ? "needs" : "need"} attention.{" "}
        <Link to={paths.adminMoney()} className="font-medium whitespace-nowrap underline">
          See the money page
        </Link>
      </p>
    </Note>
  );
}

/** How much of each kind waits in the queue; renders nothing while nothing waits. */
function WaitingWork() {
  const counts = useQueueCounts()?.counts;
  const waiting = WORK_KINDS.filter((kind) => (counts?.[kind] ?? 0) > 0);
  if (!counts || waiting.length === 0) return null;
  return (
    <Note variant="sun" icon={<Icon name="list" />}>
      <p>In the queue:</p>
      <ul className="flex flex-wrap gap-x-4">
        {waiting.map((kind) => (
          <li key={kind}>
            <Link
              to={paths.adminQueue({ kind })}
              className="inline-flex min-h-6 items-center font-medium underline"
            >
              {KIND_LABELS[kind]} ({formatCount(counts[kind] ?? 0)})
            </Link>
          </li>
        ))}
      </ul>
    </Note>
  );
}

const counted = (count: number, one: string, many: string): string | null =>
  count === 0 ? null : formatCounted(count, one, many);

/** A link that covers the whole figure and leads to its list. */
const To = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="after:absolute after:inset-0 after:rounded-lg hover:underline">
    {children}
  </Link>
);

function FiguresSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-3 xl:grid-cols-6">
        {[1, 2, 3, 4, 5, 6].map((key) => (
          <Skeleton key={key} className="h-26 rounded-lg" />
        ))}
      </div>
    </>
  );
}
