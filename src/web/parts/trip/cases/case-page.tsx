// The page of a case for its renter, its host or an admin: its state, the photos, the statements,
// and what the reader can do.
import type { ReactNode } from "react";
import type { TripCase } from "../../../../contract/bookings/trip-cases.ts";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { CHARGE_NAMES } from "../../../../domain/tariff/charge-names.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { streamAsUser } from "../../../api/as-user.ts";
import { saveFile } from "../../../api/save-file.ts";
import { useApi, useApiAction } from "../../../api/use-api.ts";
import { BackLink } from "../../page/back-link.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { LaterCharges } from "../charges/later-charges.tsx";
import { CaseStatements } from "./case-statements.tsx";
import { CaseSteps } from "./case-steps.tsx";
import { CASE_BADGES, describeCase, listEvents } from "./case-text.ts";
import { Comparisons } from "./comparisons.tsx";
import { explainCase } from "./explain-case.ts";

export interface CasePageProps {
  bookingId: string;
  caseId: string;
  back: { label: string; to: string };
  /** For admins: the form that decides. */
  decision?: ((found: TripCase, trip: Trip) => ReactNode) | undefined;
}

export function CasePage({ bookingId, caseId, back, decision }: CasePageProps) {
  const params = { params: { id: bookingId } };
  const query = useApi("GET /api/bookings/{id}/cases", params);
  const trip = useApi("GET /api/bookings/{id}/trip", params);
  const found = query.data?.cases.find(({ id }) => id === caseId);
  const error = query.error ?? trip.error;
  return (
    <>
      <BackLink {...back} />
      {found && trip.data ? (
        <Content found={found} trip={trip.data} decision={decision} />
      ) : error ? (
        <Panel>
          <FailedState
            level={1}
            title="The case didn't load."
            text={explainCase(error, "Check your connection and try again.")}
            busy={query.isFetching}
            onRetry={() => {
              void query.refetch();
              void trip.refetch();
            }}
          />
        </Panel>
      ) : query.data ? (
        <Panel>
          <EmptyState
            level={1}
            title="There's no case here"
            text="The link may be incomplete or belong to another account."
          />
        </Panel>
      ) : (
        <>
          <p role="status" className="sr-only">
            Loading
          </p>
          <Skeleton className="h-72 rounded-lg" />
        </>
      )}
    </>
  );
}

interface ContentProps {
  found: TripCase;
  trip: Trip;
  decision: CasePageProps["decision"];
}

function Content({ found, trip, decision }: ContentProps) {
  const badge = CASE_BADGES[found.state];
  return (
    <>
      <Panel as="section" aria-labelledby="case" className="grid gap-3">
        <p className="flex flex-wrap items-center gap-3 text-muted-foreground">
          Case {found.number}, {found.car}, {found.booking_number}
          <Badge variant={badge.variant}>{badge.label}</Badge>
        </p>
        <h1 id="case" className="text-3xl">
          {CHARGE_NAMES[found.kind]}: {formatUsd(found.claimed_cents)} claimed
        </h1>
        <p className="text-lg" role="status">
          {describeCase(found)}
        </p>
        {found.file_sha256 && <FileButton found={found} />}
      </Panel>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-6">
          <Comparisons trip={trip} found={found} />
          <CaseStatements trip={trip} found={found} />
          <CaseSteps trip={trip} found={found} />
          {decision?.(found, trip)}
          {(found.final_cents ?? 0) > found.deposit_cents && <Charges found={found} />}
        </div>
        <div className="grid gap-6">
          <Amounts found={found} />
          <Timeline found={found} />
        </div>
      </div>
    </>
  );
}

/** The charges after the trip, so that the renter can pay what the saved card did not. */
const Charges = ({ found }: { found: TripCase }) => (
  <Panel as="section" aria-labelledby="charges" className="grid gap-4">
    <h2 id="charges" className="text-xl">
      Charges after the trip
    </h2>
    <LaterCharges bookingId={found.booking_id} side={found.side} />
  </Panel>
);

function Amounts({ found }: { found: TripCase }) {
  const { kind, claimed_cents, kind_max_cents, ceiling_cents, ceiling_left_cents } = found;
  return (
    <Panel as="section" aria-labelledby="amounts" className="grid gap-4">
      <h2 id="amounts" className="text-xl">
        Amounts
      </h2>
      <Facts
        className="grid-cols-1"
        facts={[
          { label: "Claimed", value: formatUsd(claimed_cents) },
          ...(found.decided_cents === null
            ? []
            : [{ label: "Decided", value: formatUsd(found.decided_cents) }]),
          ...(found.deposit_cents > 0
            ? [{ label: "From the deposit", value: formatUsd(found.deposit_cents) }]
            : []),
          {
            label: `Maximum for ${CHARGE_NAMES[kind].toLowerCase()}`,
            value: formatUsd(kind_max_cents),
          },
          { label: "Maximum for all cases of this trip", value: formatUsd(ceiling_cents) },
          { label: "Still available", value: formatUsd(ceiling_left_cents) },
        ]}
      />
      <p className="text-sm text-muted-foreground">Opening a case is free.</p>
    </Panel>
  );
}

function Timeline({ found }: { found: TripCase }) {
  return (
    <Panel as="section" aria-labelledby="what-when" className="grid gap-4">
      <h2 id="what-when" className="text-xl">
        Timeline
      </h2>
      <ol className="grid gap-3">
        {listEvents(found).map(({ what, when, isNext }) => (
          <li key={`${what} ${when}`} className={cx("grid", isNext && "font-bold")}>
            <span>{what}</span>
            <span className="text-sm text-muted-foreground">{when}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function FileButton({ found }: { found: TripCase }) {
  const params = { id: found.booking_id, case_id: found.id };
  const saving = useApiAction(
    async () =>
      (await streamAsUser("GET /api/bookings/{id}/cases/{case_id}/file", { params })).blob(),
    {
      failed: "We couldn't open the case file. Please try again.",
      onSuccess: (file) => saveFile(file, `case-${found.number}.pdf`),
    },
  );
  return (
    <Button
      variant="outline"
      className="justify-self-start"
      busy={saving.isPending}
      busyLabel="Opening..."
      onClick={() => saving.mutate()}
    >
      <Icon name="download" size={18} />
      Case file (PDF)
    </Button>
  );
}
