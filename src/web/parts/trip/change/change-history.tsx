// The closed changes to a booking: what changed, when, by whom, and what it cost.
import type { ChangeState } from "../../../../domain/booking/changes/booking-change.ts";
import { formatInstant, formatUsd } from "../../../../domain/text/format.ts";
import { Badge, type BadgeVariant } from "../../../ui/badge.tsx";
import {
  listMovedParts,
  nameActor,
  titleChange,
  type BookingChange,
  type ChangeNames,
  type ChangeViewer,
} from "./change-text.ts";

export interface ChangeHistoryProps {
  changes: readonly BookingChange[];
  viewer: ChangeViewer;
  names: ChangeNames;
}

export const ChangeHistory = ({ changes, viewer, names }: ChangeHistoryProps) => (
  <ol className="grid gap-4 text-sm" aria-label="Earlier changes">
    {changes.map((change) => (
      <li key={change.id} className="grid gap-1 border-l-2 border-input pl-3">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {titleChange(change)}
          <Badge variant={BADGES[change.state].variant}>{nameState(change)}</Badge>
        </span>
        {listMovedParts(change).map(({ label, was, now }) => (
          <span key={label} className="text-muted-foreground">
            {label}: {was}, then {now}
          </span>
        ))}
        {describeMoney(change, viewer) && <span>{describeMoney(change, viewer)}</span>}
        <span className="text-muted-foreground">{describeRecord(change, viewer, names)}</span>
      </li>
    ))}
  </ol>
);

const BADGES: Record<ChangeState, { label: string; variant: BadgeVariant }> = {
  requested: { label: "Waiting for an answer", variant: "sun" },
  awaiting_payment: { label: "Waiting for payment", variant: "sun" },
  accepted: { label: "Changed", variant: "palm" },
  declined: { label: "Declined", variant: "secondary" },
  withdrawn: { label: "Withdrawn", variant: "secondary" },
  expired: { label: "Not answered in time", variant: "secondary" },
};

function nameState({ state, answered_at, closed_at, expires_at }: BookingChange): string {
  if (state !== "expired") return BADGES[state].label;
  // The booking was cancelled, or the car came back.
  if (closed_at !== null && closed_at < expires_at) return "No longer possible";
  return answered_at === null ? BADGES.expired.label : "Not paid in time";
}

/** "$71.00 paid, card ending in 4242. You earn $55.25 more."; empty if no money moved. */
function describeMoney(change: BookingChange, viewer: ChangeViewer): string {
  const { state, amount_due_cents, card_last4, host_share_cents, refunded_cents: refund } = change;
  if (state !== "accepted")
    return viewer !== "host" && refund > 0
      ? `${formatUsd(refund)} was paid too late and will be refunded to the card.`
      : "";
  const share = host_share_cents ?? 0;
  const earns = viewer === "host" ? "You earn" : "The host earns";
  return [
    ...(viewer !== "host" && amount_due_cents > 0
      ? [
          `${formatUsd(amount_due_cents)} paid${card_last4 ? `, card ending in ${card_last4}` : ""}.`,
        ]
      : []),
    ...(viewer !== "host" && refund > 0 ? [`${formatUsd(refund)} refunded.`] : []),
    ...(viewer !== "renter" && share !== 0
      ? [`${earns} ${formatUsd(Math.abs(share))} ${share > 0 ? "more" : "less"}.`]
      : []),
  ].join(" ");
}

/** Who asked and who answered, with their times. */
function describeRecord(change: BookingChange, viewer: ChangeViewer, names: ChangeNames): string {
  const { requested_by, requested_at, answered_at, closed_at, state } = change;
  const other = requested_by === "renter" ? "host" : "renter";
  const at = (instant: string | null) => (instant ? formatInstant(new Date(instant)) : "");
  const asked = `${nameActor(requested_by, viewer, names)} asked on ${at(requested_at)}.`;
  const answerer = nameActor(other, viewer, names);
  if (state === "declined") return `${asked} ${answerer} declined on ${at(answered_at)}.`;
  if (state === "accepted") return `${asked} Agreed on ${at(answered_at ?? closed_at)}.`;
  if (state === "withdrawn") return `${asked} Withdrawn on ${at(closed_at)}.`;
  return asked;
}
