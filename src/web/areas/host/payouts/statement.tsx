// The statement of a payout. Only the statement is printed.
import { Link } from "react-router";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { formatLong, formatUsd } from "../../../../domain/text/format.ts";
import { isRefused } from "../../../api/api.ts";
import { ExportButton } from "../../../parts/list/export-button.tsx";
import {
  describeAccount,
  formatPayoutDay,
  PAYOUT_BADGES,
} from "../../../parts/payout/payout-text.ts";
import { KEEP_FOCUS } from "../../../ui/focus/focus-main.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Breakdown } from "../../../ui/breakdown.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Note } from "../../../ui/note.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { VatDocuments } from "../../../parts/payout/vat-documents.tsx";
import { PayoutLines } from "./payout-lines.tsx";
import { useStatement, type PayoutStatement } from "./use-host-payouts.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import type { Route } from "./+types/statement";
import { Icon } from "../../../ui/icon.tsx";

export const meta = () => pageMeta("Payout Statement");

export default function HostPayoutPage({ params: { payoutId } }: Route.ComponentProps) {
  return <Statement key={payoutId} payoutId={payoutId} />;
}

function Statement({ payoutId }: { payoutId: string }) {
  const { data, error, isPending, isFetching, refetch } = useStatement(payoutId);
  if (data) return <Loaded statement={data} />;
  if (isPending)
    return (
      <>
        <p role="status" className="sr-only">
          Loading
        </p>
        <Skeleton className="h-9 w-64" />
        <Skeleton className="h-40 rounded-lg" />
        <Skeleton className="h-96 rounded-lg" />
      </>
    );
  return (
    <Panel>
      {isRefused(error) ? (
        <EmptyState
          level={1}
          title="Payout not found"
          actions={
            <Button asChild>
              <Link to={paths.hostPayouts()}>See your payouts</Link>
            </Button>
          }
        />
      ) : (
        <FailedState
          level={1}
          title="The statement didn't load."
          text={sentenceFor(error, "Please try again in a moment.")}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Panel>
  );
}

function Loaded({ statement }: { statement: PayoutStatement }) {
  const { payout, lines } = statement;
  return (
    <>
      <Heading statement={statement} />
      {payout.failure_reason !== null && (
        <FailureNote reason={payout.failure_reason} isOwn={statement.is_own} />
      )}
      <PayoutFacts statement={statement} />
      <Panel flush className="print:shadow-none">
        <PayoutLines lines={lines} />
      </Panel>
      <Sum statement={statement} />
      <VatDocuments documents={statement.vat_documents} />
    </>
  );
}

function Heading({ statement: { payout, is_own: isOwn } }: { statement: PayoutStatement }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div className="grid gap-1">
        <Link
          to={isOwn ? paths.hostPayouts() : paths.adminPayouts()}
          className="link flex w-fit items-center gap-1 text-sm print:hidden"
        >
          <Icon name="arrow-left" size={16} />
          Payouts
        </Link>
        <p className="hidden font-display text-lg font-title print:block">{PRODUCT_NAME}</p>
        <h1 className="text-2xl">Payout statement</h1>
        <p className="text-muted-foreground">Rentals up to {formatLong(payout.period_end)}</p>
      </div>
      <div className="flex flex-wrap gap-3 print:hidden">
        <ExportButton
          route="GET /api/host/payouts/{id}/statement.csv"
          call={{ params: { id: payout.id } }}
          name={`payout-${payout.reference}`}
        />
        <Button onClick={() => print()}>
          <Icon name="printer" size={18} />
          Print
        </Button>
      </div>
    </div>
  );
}

function FailureNote({ reason, isOwn }: { reason: string; isOwn: boolean }) {
  return (
    <Note variant="conch" icon={<Icon name="circle-exclamation-point" />}>
      <p className="wrap-anywhere whitespace-pre-line">This payout didn't go through: {reason}</p>
      <p>Its rentals are part of a later payout.{isOwn && " Please check your bank details."}</p>
      {isOwn && (
        <Link
          to={paths.hostSettings("payouts")}
          state={KEEP_FOCUS}
          className="mt-1 block w-fit font-medium underline print:hidden"
        >
          Check bank details
        </Link>
      )}
    </Note>
  );
}

function PayoutFacts({ statement: { payout, host_name } }: { statement: PayoutStatement }) {
  const { label, variant } = PAYOUT_BADGES[payout.state];
  return (
    <Panel className="print:p-0 print:shadow-none">
      <Facts
        facts={[
          { label: "Amount", value: formatUsd(payout.amount_cents) },
          { label: "Status", value: <Badge variant={variant}>{label}</Badge> },
          { label: "Host", value: host_name },
          { label: "Account", value: describeAccount(payout), className: "sm:col-span-2" },
          { label: "Reference", value: payout.reference },
          { label: "Made on", value: formatPayoutDay(payout.created_at) },
          ...(payout.paid_at ? [{ label: "Paid on", value: formatPayoutDay(payout.paid_at) }] : []),
          ...(payout.bank_reference
            ? [{ label: "Bank reference", value: payout.bank_reference }]
            : []),
          ...(payout.failed_at
            ? [{ label: "Failed on", value: formatPayoutDay(payout.failed_at) }]
            : []),
        ]}
      />
    </Panel>
  );
}

/** From the rentals to the payout. */
function Sum({ statement: { payout, totals } }: { statement: PayoutStatement }) {
  return (
    <Breakdown
      className="ml-auto w-full max-w-[26rem] break-inside-avoid"
      lines={[
        { label: "Rentals", amount: formatUsd(totals.rental_cents) },
        ...(totals.meeting_place_cents === 0
          ? []
          : [{ label: "Meeting places", amount: formatUsd(totals.meeting_place_cents) }]),
        ...(totals.extras_cents === 0
          ? []
          : [{ label: "Extras", amount: formatUsd(totals.extras_cents) }]),
        ...(totals.later_charges_cents === 0
          ? []
          : [{ label: "Charges after trips", amount: formatUsd(totals.later_charges_cents) }]),
        { label: `${PRODUCT_NAME} fee`, amount: formatUsd(-totals.platform_share_cents) },
        ...(totals.adjustments_cents === 0
          ? []
          : [
              {
                label: "Your share",
                amount: formatUsd(totals.host_share_cents),
                kind: "total",
              } as const,
              { label: "Adjustments", amount: formatUsd(totals.adjustments_cents) },
            ]),
        { label: "Payout", amount: formatUsd(payout.amount_cents), kind: "due" },
      ]}
    />
  );
}
