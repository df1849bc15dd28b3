// What renter and host can do with a case: accept, answer, withdraw, appeal.
import { lazy, Suspense, useState } from "react";
import type { TripCase } from "../../../../contract/bookings/trip-cases.ts";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { BOOKINGS } from "../../../api/endpoint-groups.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { Button } from "../../../ui/button.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { explainCase } from "./explain-case.ts";
import { StatementForm } from "./statement-form.tsx";

const ConfirmDialog = lazy(() => import("../../../ui/overlay/confirm-dialog.tsx"));

interface CaseStepsProps {
  trip: Trip;
  found: TripCase;
}

const Failure = ({ error }: { error: Error | null }) => (
  <p role="alert" className="text-sm text-destructive-text empty:hidden">
    {error && explainCase(error, "Please try again.")}
  </p>
);

export function CaseSteps({ trip, found }: CaseStepsProps) {
  const params = { id: found.booking_id, case_id: found.id };
  const answer = useApiMutation("POST /api/bookings/{id}/cases/{case_id}/answer", {
    invalidates: BOOKINGS,
  });
  const appeal = useApiMutation("POST /api/bookings/{id}/cases/{case_id}/appeals", {
    invalidates: BOOKINGS,
  });
  const { may } = found;
  return (
    <>
      {may.includes("answer") && (
        <Panel as="section" aria-labelledby="your-answer" className="grid gap-4">
          <h2 id="your-answer" className="text-xl">
            Your answer
          </h2>
          <StatementForm
            trip={trip}
            storageName={`case.answer.${found.id}`}
            label="What happened?"
            hint="Use your own words. If you don't answer, that doesn't mean you agree: a person decides without your side of the story."
            submitLabel="Send my answer"
            send={(body) => answer.mutateAsync({ params, body })}
          />
        </Panel>
      )}
      {may.includes("accept") && <Accept trip={trip} found={found} />}
      {may.includes("appeal") && (
        <Panel as="section" aria-labelledby="your-appeal" className="grid gap-4">
          <h2 id="your-appeal" className="text-xl">
            Not right?
          </h2>
          <p>
            You can appeal once. We&rsquo;ll look at everything again, and nothing is charged before
            the new decision.
          </p>
          <StatementForm
            trip={trip}
            storageName={`case.appeal.${found.id}`}
            label="What should we look at again?"
            hint="The other side and our team read this."
            submitLabel="Appeal"
            send={(body) => appeal.mutateAsync({ params, body })}
          />
        </Panel>
      )}
      {may.includes("withdraw") && <Withdraw found={found} />}
    </>
  );
}

const describeWhatPays = ({ deposit }: Trip): string =>
  deposit?.state === "held"
    ? "we take it from your deposit, and charge what's left to the card you booked with"
    : "we charge the card you booked with";

function Accept({ found, trip }: CaseStepsProps) {
  const [isOpen, setOpen] = useState(false);
  const accept = useApiMutation("POST /api/bookings/{id}/cases/{case_id}/acceptance", {
    invalidates: BOOKINGS,
    onSettled: () => setOpen(false),
  });
  const amount = formatUsd(found.claimed_cents);
  return (
    <Panel className="grid justify-items-start gap-3">
      <p>
        Do you agree with {found.host_name}? If you accept, {describeWhatPays(trip)}, and the case
        is closed. If that card is no longer saved, you can pay here with any card.
      </p>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Accept and pay {amount}
      </Button>
      <Failure error={accept.failure} />
      {isOpen && (
        <Suspense>
          <ConfirmDialog
            title={`Accept and pay ${amount}?`}
            text={`If you accept, ${describeWhatPays(trip)}. ${found.host_name} gets the whole amount. This can't be undone.`}
            cancelLabel="Back"
            confirmLabel={`Accept ${amount}`}
            busyLabel="Accepting..."
            busy={accept.isPending}
            onConfirm={() => accept.mutate({ params: { id: found.booking_id, case_id: found.id } })}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Panel>
  );
}

function Withdraw({ found }: { found: TripCase }) {
  const [isOpen, setOpen] = useState(false);
  const withdraw = useApiMutation("POST /api/bookings/{id}/cases/{case_id}/withdrawal", {
    invalidates: BOOKINGS,
    onSettled: () => setOpen(false),
  });
  return (
    <Panel className="grid justify-items-start gap-3">
      <p>
        Your payout for this trip isn&rsquo;t held up. Only the {formatUsd(found.claimed_cents)}{" "}
        waits until the case is closed.
      </p>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Withdraw the claim
      </Button>
      <Failure error={withdraw.failure} />
      {isOpen && (
        <Suspense>
          <ConfirmDialog
            title="Withdraw the claim?"
            text={`${found.renter_name} then pays nothing, and the case is closed. This can't be undone.`}
            cancelLabel="Back"
            confirmLabel="Withdraw"
            busyLabel="Withdrawing..."
            busy={withdraw.isPending}
            onConfirm={() =>
              withdraw.mutate({ params: { id: found.booking_id, case_id: found.id } })
            }
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Panel>
  );
}
