// The open request of a booking: who asked for what, what it costs, the deadline for an answer, and
// what the viewer can do.
import { useEffect, useState } from "react";
import { formatUsd } from "../../../../domain/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Note } from "../../../ui/note.tsx";
import { explainChange } from "../explain-change.ts";
import { AcceptWithRefund } from "./accept-with-refund.tsx";
import { ChangeLines, MovedParts, sumChange } from "./change-parts.tsx";
import {
  describeRequest,
  formatChangeDeadline,
  formatTimeLeft,
  type BookingChange,
  type ChangeNames,
  type ChangeViewer,
} from "./change-text.ts";
import { useChangeSteps } from "./use-changes.ts";

const TICK_MS = 30_000;

export interface OpenChangeProps {
  bookingId: string;
  change: BookingChange;
  viewer: ChangeViewer;
  names: ChangeNames;
}

export function OpenChange({ bookingId, change, viewer, names }: OpenChangeProps) {
  const { message, agreed_refund_max_cents: agreedMax } = change;
  const paysLabel =
    viewer !== "renter"
      ? `${names.renter} pays`
      : change.state === "requested"
        ? PAY_LATER
        : "To pay";
  return (
    <div className="grid gap-4">
      <p className="text-lg font-bold" role="status">
        {describeRequest(change, viewer, names)}
      </p>
      {message && <p className="wrap-anywhere">“{message}”</p>}
      <MovedParts {...change} />
      <ChangeLines
        lines={change.lines}
        viewer={viewer}
        sums={[
          ...sumChange(change, { viewer, requestedBy: change.requested_by, pay: paysLabel }),
          ...(agreedMax > 0 && change.requested_by === "renter" && change.state === "requested"
            ? [
                {
                  label: `Up to this much more, if ${viewer === "host" ? "you agree" : `${names.host} agrees`}`,
                  amount: formatUsd(agreedMax),
                  kind: "sub" as const,
                },
              ]
            : []),
        ]}
      />
      <Waiting change={change} viewer={viewer} names={names} />
      <Steps bookingId={bookingId} change={change} viewer={viewer} names={names} />
    </div>
  );
}

const PAY_LATER = "To pay if accepted";

/** Whose turn it is, and until when. */
function Waiting({ change, viewer, names }: Omit<OpenChangeProps, "bookingId">) {
  const now = useNow();
  const until = formatChangeDeadline(change.expires_at);
  const left = formatTimeLeft(change.expires_at, now);
  return (
    <Note variant={change.declined ? "conch" : "sun"} icon={<Icon name="clock" />}>
      {describeWaiting(change, viewer, names, until)} {left && `(${left})`}
    </Note>
  );
}

function describeWaiting(
  { state, requested_by, declined, may }: BookingChange,
  viewer: ChangeViewer,
  { renter, host }: ChangeNames,
  until: string,
): string {
  const other = requested_by === "renter" ? host : renter;
  if (state === "requested")
    return viewer === requested_by || viewer === "admin"
      ? `${other} has until ${until} to answer. The days are held until then. Without an answer, the trip stays as it is and nothing is charged.`
      : `Answer by ${until}. Without an answer, the trip stays as it is.`;
  if (viewer !== "renter")
    return declined
      ? `Agreed, but we couldn't charge the card. ${renter} has until ${until} to pay. Until then, the days are held and the trip stays as it is.`
      : "Agreed. The trip changes once the renter has paid.";
  if (!declined && may.includes("withdraw"))
    return "Agreed. We haven't charged your card yet. The trip changes once you've paid.";
  if (!declined) return "Agreed. We're charging your card. The trip changes once you've paid.";
  return declined === "needs_authentication"
    ? `Your bank wants you to confirm this payment. Pay by ${until} to keep the change.`
    : `We couldn't charge your card. Pay by ${until} to keep the change.`;
}

function Steps({ bookingId, change, viewer }: OpenChangeProps) {
  const { accept, decline, withdraw, pay } = useChangeSteps(bookingId, change.id);
  const { may } = change;
  const busy = [accept, decline, withdraw, pay].some(({ isPending }) => isPending);
  const splitsRefund =
    viewer === "host" && may.includes("accept") && change.agreed_refund_max_cents > 0;
  // The form for the refund shows its own failure.
  const failure = [...(splitsRefund ? [] : [accept]), decline, withdraw, pay].find(
    (step) => step.failure,
  )?.failure;
  if (may.length === 0) return null;
  return (
    <div className="grid gap-3">
      {splitsRefund && (
        <AcceptWithRefund change={change} accept={accept} disabled={busy && !accept.isPending} />
      )}
      <div className="flex flex-wrap gap-3">
        {may.includes("accept") && !splitsRefund && (
          <Button
            busy={accept.isPending}
            disabled={busy && !accept.isPending}
            busyLabel="Accepting..."
            onClick={() => accept.mutate(undefined)}
          >
            {nameAcceptance(change, viewer)}
          </Button>
        )}
        {may.includes("pay") && (
          <Button
            busy={pay.isPending}
            disabled={busy && !pay.isPending}
            busyLabel="Opening..."
            onClick={() => pay.mutate()}
          >
            Pay {formatUsd(change.amount_due_cents)}
          </Button>
        )}
        {may.includes("decline") && (
          <Button
            variant="outline"
            busy={decline.isPending}
            disabled={busy && !decline.isPending}
            busyLabel="Declining..."
            onClick={() => decline.mutate()}
          >
            Decline
          </Button>
        )}
        {may.includes("withdraw") && (
          <Button
            variant="outline"
            busy={withdraw.isPending}
            disabled={busy && !withdraw.isPending}
            busyLabel="Withdrawing..."
            onClick={() => withdraw.mutate()}
          >
            Withdraw
          </Button>
        )}
      </div>
      <p role="alert" className="text-sm text-destructive-text empty:hidden">
        {failure && explainChange(failure, NO_REPLY)}
      </p>
    </div>
  );
}

const NO_REPLY = "We didn't get a reply. Please try again: nothing is charged twice.";

/** The money is on the button, because pressing it moves the money. */
const nameAcceptance = (change: BookingChange, viewer: ChangeViewer): string =>
  viewer === "renter" && change.amount_due_cents > 0
    ? `Accept and pay ${formatUsd(change.amount_due_cents)}`
    : (change.host_share_cents ?? 0) > 0
      ? `Accept, you earn ${formatUsd(change.host_share_cents ?? 0)}`
      : "Accept";

/** The current time, updated so that the time left counts down. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
