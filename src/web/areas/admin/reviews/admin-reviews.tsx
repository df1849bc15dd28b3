// Reported reviews: what is wrong with each, who wrote it, and the decision.
import { useState } from "react";
import { Link } from "react-router";
import type { ReviewReport } from "../../../../contract/people/reviews.ts";
import { formatInstant } from "../../../../domain/text/format.ts";
import { AdminList, NothingFound } from "../admin-list.tsx";
import { RefineBar } from "../refine-bar.tsx";
import { TIME_SORTS, useRefinedList } from "../refinements.ts";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import type { ListFilters } from "../../../parts/list/list-view.ts";
import type { ReportFilter } from "../../../../contract/people/reviews.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { DataTable, type Column } from "../../../ui/data-table.tsx";
import { ListToolbar } from "../../../ui/form/list-toolbar.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Stars } from "../../../ui/stars.tsx";
import { PersonLink } from "../person-link.tsx";
import { DecisionDialog, type Deciding } from "./decision-dialog.tsx";
import { useReviewReports } from "./use-admin-reviews.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Reviews, Admin");

const FILTERS: ListFilters<ReportFilter> = [
  { value: "all", label: "All" },
  { value: "open", label: "Open" },
  { value: "decided", label: "Decided" },
];

const reportId = (id: string) => `report-${id}`;

export default function AdminReviews() {
  const { view, query, toolbar, refine, isRefined, showAll } = useRefinedList(
    FILTERS,
    null,
    paths.adminReviews,
    TIME_SORTS,
  );
  const { filter } = view;
  const focus = useFocusAfterwards();
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const list = useReviewReports(query);
  return (
    <>
      <h1 className="text-2xl">Reviews</h1>
      <ListToolbar {...toolbar} label="Search reports" placeholder="Name, booking or words" />
      <RefineBar {...refine} />
      <Panel flush>
        <AdminList
          of="reports"
          list={list}
          getItems={(page) => page.reports}
          empty={
            <NothingFound
              view={view}
              isRefined={isRefined}
              onShowAll={showAll}
              one="report"
              none="No reports yet"
              {...(filter === "open" && { inState: "Every report has been decided." })}
            />
          }
          elementId={({ id }) => reportId(id)}
          focus={focus}
        >
          {(reports) => (
            <DataTable
              label="Reports"
              columns={columns(setDeciding)}
              rows={reports}
              rowKey={({ id }) => id}
            />
          )}
        </AdminList>
      </Panel>
      {deciding && (
        <DecisionDialog
          deciding={deciding}
          onClose={(decided) => {
            setDeciding(null);
            if (decided) focus(reportId(deciding.report.id));
          }}
        />
      )}
    </>
  );
}

const columns = (decide: (deciding: Deciding) => void): Column<ReviewReport>[] => [
  {
    label: "Review",
    kind: "lead",
    render: ({ id, author, review, booking_id, booking_number }) => (
      <div className="grid min-w-52 justify-items-start gap-1">
        <p id={reportId(id)} tabIndex={-1} className="font-bold wrap-anywhere">
          <PersonLink {...author} /> {review.side === "renter" ? "about" : "about the renter of"}{" "}
          {review.car.title}
        </p>
        <Stars value={review.stars} />
        <p className="max-w-[32rem] text-sm whitespace-pre-line wrap-anywhere">{review.body}</p>
        <Link
          to={paths.adminBooking(booking_id)}
          className="link inline-flex min-h-6 items-center text-xs"
        >
          Booking {booking_number}
        </Link>
      </div>
    ),
  },
  {
    label: "Reported",
    render: ({ reporter, reason, created_at: at }) => (
      <div className="min-w-40">
        <p className="max-w-[20rem] text-sm wrap-anywhere">&ldquo;{reason}&rdquo;</p>
        <p className="mt-1 text-xs text-muted-foreground">
          <PersonLink {...reporter} />, <time dateTime={at}>{formatInstant(new Date(at))}</time>
        </p>
      </div>
    ),
  },
  {
    label: "Status",
    render: ({ decision, decided_by, review }) => (
      <div className="grid justify-items-start gap-1">
        <Badge variant={review.is_hidden ? "destructive" : decision ? "palm" : "sun"}>
          {review.is_hidden ? "Hidden" : decision ? "Kept" : "Open"}
        </Badge>
        {decided_by && <p className="text-xs text-muted-foreground">{decided_by}</p>}
      </div>
    ),
  },
  {
    label: "Actions",
    kind: "act",
    render: (report) => <DecisionButtons report={report} decide={decide} />,
  },
];

interface DecisionButtonsProps {
  report: ReviewReport;
  decide: (deciding: Deciding) => void;
}

const DecisionButtons = ({ report, decide }: DecisionButtonsProps) => (
  <div className="flex justify-end gap-2">
    {!report.review.is_hidden && (
      <Button
        variant="outline"
        size="small"
        aria-label={`Hide, ${report.author.name}`}
        onClick={() => decide({ report, decision: "hide" })}
      >
        Hide
      </Button>
    )}
    {(report.review.is_hidden || !report.decision) && (
      <Button
        variant="secondary"
        size="small"
        aria-label={`Keep, ${report.author.name}`}
        onClick={() => decide({ report, decision: "keep" })}
      >
        Keep
      </Button>
    )}
  </div>
);
