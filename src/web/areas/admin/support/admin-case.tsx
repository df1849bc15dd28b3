// One support case: the thread, the reply, the assignee and the requester.
import { Link, useLocation } from "react-router";
import type { SupportCase } from "../../../../contract/people/support.ts";
import { formatInstant } from "../../../../domain/text/format.ts";
import { isRefused } from "../../../api/api.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { CATEGORY_LABELS } from "../../../parts/page/support-text.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { CaseSteps } from "./case-steps.tsx";
import { CaseThread } from "./case-thread.tsx";
import { CasePerson } from "./case-person.tsx";
import { useCase } from "./use-cases.ts";
import { ORIGIN_LABELS, STATE_BADGES } from "./case-labels.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import type { Route } from "./+types/admin-case";
import { Icon } from "../../../ui/icon.tsx";

export const meta = () => pageMeta("Case, Admin");

export default function AdminCasePage({ params: { caseId } }: Route.ComponentProps) {
  return <AdminCase key={caseId} caseId={caseId} />;
}

function AdminCase({ caseId }: { caseId: string }) {
  const query = useCase(caseId);
  const { data: ticket, error } = query;
  if (!ticket && error)
    return (
      <Panel>
        {isRefused(error) ? (
          <EmptyState
            level={1}
            title="Case not found"
            text="Cases are deleted along with their account."
            actions={
              <Button asChild>
                <Link to={paths.adminSupport()}>See all cases</Link>
              </Button>
            }
          />
        ) : (
          <FailedState
            level={1}
            title="The case didn't load."
            text={sentenceFor(error, "Please try again in a moment.")}
            busy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        )}
      </Panel>
    );
  if (!ticket) return <CaseSkeleton />;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      {/* On a phone, the heading and the thread with its reply fill the first screen together. */}
      <div className="max-md:flex max-md:h-[calc(100dvh-var(--header)-8rem-var(--banner,0rem))] max-md:min-h-[30rem] max-md:flex-col max-md:gap-4 md:contents">
        <div className="flex flex-wrap items-end justify-between gap-4 lg:col-span-2">
          <div className="grid gap-1">
            <BackToList />
            <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl">
              {ticket.number}, {ticket.name}
              <Badge variant={STATE_BADGES[ticket.state].variant}>
                {STATE_BADGES[ticket.state].label}
              </Badge>
            </h1>
          </div>
          <CaseSteps ticket={ticket} admins={ticket.admins} />
        </div>
        <Panel
          flush
          className="max-md:min-h-0 max-md:flex-1 md:h-[calc(100dvh-13rem-var(--banner,0rem))] md:min-h-[28rem]"
        >
          <CaseThread ticket={ticket} />
        </Panel>
      </div>
      <div className="grid gap-6">
        <About ticket={ticket} />
        {ticket.account_id && <CasePerson accountId={ticket.account_id} />}
      </div>
    </div>
  );
}

/** Links back to the list, with its filter and search. */
function BackToList() {
  const state: unknown = useLocation().state;
  const list =
    typeof state === "object" && state !== null && "list" in state && typeof state.list === "string"
      ? state.list
      : paths.adminSupport();
  return (
    <Link to={list} className="link flex w-fit items-center gap-1 text-sm">
      <Icon name="arrow-left" size={16} />
      Support cases
    </Link>
  );
}

function About({ ticket }: { ticket: SupportCase }) {
  const { id, email, category, booking, origin, account_id, created_at } = ticket;
  return (
    <Panel as="section" aria-labelledby="case-about" className="grid gap-4">
      <h2 id="case-about" className="text-lg">
        Case details
      </h2>
      <Facts
        className="grid-cols-1"
        facts={[
          {
            label: "Email",
            value: (
              <a href={`mailto:${email}`} className="link wrap-anywhere">
                {email}
              </a>
            ),
          },
          ...(booking
            ? [
                {
                  label: "Booking",
                  value: (
                    <Link to={paths.adminBooking(booking.id)} className="link tabular-nums">
                      {booking.number}
                    </Link>
                  ),
                },
              ]
            : []),
          ...(category ? [{ label: "Topic", value: CATEGORY_LABELS[category] }] : []),
          { label: "Opened", value: formatInstant(new Date(created_at)) },
          { label: "Sent by", value: ORIGIN_LABELS[origin] },
          ...(account_id ? [] : [{ label: "Account", value: "Not signed in at the time" }]),
        ]}
      />
      <p className="grid justify-items-start gap-2 text-sm">
        {!account_id && (
          <Link to={paths.adminUsers({ search: email })} className="link">
            Find an account with this email
          </Link>
        )}
        <Link to={paths.adminAudit({ about: id })} className="link">
          View in audit log
        </Link>
      </p>
    </Panel>
  );
}

const CaseSkeleton = () => (
  <>
    <p role="status" className="sr-only">
      Loading the case
    </p>
    <Skeleton className="h-14 w-48" />
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Skeleton className="h-[28rem] rounded-lg" />
      <Skeleton className="h-72 rounded-lg" />
    </div>
  </>
);
