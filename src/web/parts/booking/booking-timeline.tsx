// The timeline of a booking and of its money, from the server's records.
import type { ReactNode } from "react";
import type { Booking } from "../../../contract/bookings/bookings.ts";
import type { Api } from "../../../contract/index.ts";
import type { ActorKind, TransitionName } from "../../../domain/booking/booking.ts";
import { formatInstant, formatUsd } from "../../../domain/text/format.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useApi } from "../../api/use-api.ts";
import { STEP_LABELS } from "./booking-text.ts";
import { DetailsSection } from "../list/details-dialog.tsx";
import {
  moneyAmount,
  describeMoneyEvent,
  type ShownMoneyEvent,
  type MoneyViewer,
} from "./money-event-text.ts";

/** The actor, shown if the step alone does not imply them. */
const BY: Partial<Record<ActorKind, string>> = {
  renter: "by the renter",
  host: "by the host",
  admin: "by an admin",
};
const DECISIONS: readonly TransitionName[] = [
  "request_approval",
  "reject",
  "withdraw_request",
  "cancel_by_renter",
  "cancel_by_host",
  "cancel_by_admin",
];

/** The money timeline shows these, with their amounts. */
const MONEY_STEPS: readonly TransitionName[] = [
  "refund_after_appeal",
  "refund_in_part",
  "refund_in_part_succeeded",
  "refund_succeeded",
];

const stepText = (step: TransitionName, by: ActorKind): string => {
  const [first = "", ...rest] = STEP_LABELS[step].split(", ");
  const who = DECISIONS.includes(step) ? BY[by] : undefined;
  return [who ? `${first} ${who}` : first, ...rest].join(", ");
};

type Timelines = Api["GET /api/bookings/{id}/timeline"]["output"];

/** Refetched whenever the booking's status or payment changes. */
const useTimeline = ({
  id,
  status,
  payment_status,
  refunded_cents,
  refund_pending_cents,
}: Booking) =>
  useApi(
    "GET /api/bookings/{id}/timeline",
    { params: { id } },
    { dependsOn: [status, payment_status, refunded_cents, refund_pending_cents] },
  );

/** Shown in the dialog of booking-details.tsx. */
export function Timeline({ booking }: { booking: Booking }) {
  return (
    <LoadedTimelines booking={booking} title="Booking history" what="booking history">
      {({ steps }) => (
        <ol className="grid gap-2 text-sm">
          {steps
            .filter(({ step }) => !MONEY_STEPS.includes(step))
            .map(({ at, step, by }) => (
              <li key={step} className="border-l-2 border-input pl-3">
                <span className="block font-medium">{stepText(step, by)}</span>
                <Time at={at} />
              </li>
            ))}
        </ol>
      )}
    </LoadedTimelines>
  );
}

/** The payments of a booking, in the viewer's words and amounts. Empty before a card was
 *  authorised. */
export function MoneyTimeline({ booking, viewer }: { booking: Booking; viewer: MoneyViewer }) {
  const isNone = booking.payment_status === "unpaid" || booking.payment_status === "expired";
  if (isNone) return null;
  return (
    <LoadedTimelines booking={booking} title="Payment history" what="payment history">
      {({ money }) =>
        money.length === 0 ? (
          <p className="text-sm text-muted-foreground">No payments yet.</p>
        ) : (
          <ol aria-label="Payment history" className="grid gap-2 text-sm">
            {money.map((event, index) => (
              <MoneyLine key={index} event={event} viewer={viewer} />
            ))}
          </ol>
        )
      }
    </LoadedTimelines>
  );
}

function MoneyLine({ event, viewer }: { event: ShownMoneyEvent; viewer: MoneyViewer }) {
  const { title, note } = describeMoneyEvent(event, viewer);
  const amount = moneyAmount(event, viewer);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-l-2 border-input pl-3">
      <span className="font-medium">{title}</span>
      {amount !== null && <span className="font-medium tabular-nums">{formatUsd(amount)}</span>}
      <div className="col-span-full grid text-muted-foreground">
        {note && <span>{note}</span>}
        {event.reason && <span className="wrap-anywhere text-foreground">“{event.reason}”</span>}
        <Time at={event.at} />
      </div>
    </li>
  );
}

const Time = ({ at }: { at: string }) => (
  <time dateTime={at} className="text-muted-foreground">
    {formatInstant(new Date(at))}
  </time>
);

interface LoadedTimelinesProps {
  booking: Booking;
  title: string;
  /** What did not load. */
  what: string;
  children: (timelines: Timelines) => ReactNode;
}

function LoadedTimelines({ booking, title, what, children }: LoadedTimelinesProps) {
  const { data, isPending } = useTimeline(booking);
  return (
    <DetailsSection title={title}>
      {isPending ? (
        <Skeleton className="h-16 rounded-md" />
      ) : data ? (
        children(data)
      ) : (
        <p className="text-sm text-muted-foreground">
          We couldn&rsquo;t load the {what}. Close this and open it again.
        </p>
      )}
    </DetailsSection>
  );
}
