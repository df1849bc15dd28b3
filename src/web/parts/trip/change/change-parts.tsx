// What a change moves, and what it costs or gives back.
import type { ChangeSide } from "../../../../domain/booking/changes/booking-change.ts";
import type { ChargeLineDetails } from "../../../../domain/money/charge-line.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { Breakdown, type BreakdownLine } from "../../../ui/breakdown.tsx";
import { Icon } from "../../../ui/icon.tsx";
import {
  listAddedExtras,
  listMovedParts,
  sumRefund,
  type BookingChange,
  type ChangeViewer,
} from "./change-text.ts";

/** What it was and what it becomes, side by side. */
export function MovedParts(terms: Pick<BookingChange, "from" | "to">) {
  const added = listAddedExtras(terms);
  return (
    <ul className="grid gap-2">
      {listMovedParts(terms).map(({ label, was, now }) => (
        <li
          key={label}
          className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3 rounded-md bg-surface-2 px-4 py-3 leading-[1.35]"
        >
          <span>
            <span className="block text-xs text-muted-foreground">{label}</span>
            <s className="text-muted-foreground">
              <span className="sr-only">Before: </span>
              {was}
            </s>
          </span>
          <Icon name="arrow-right" size={18} className="text-muted-foreground" />
          <span>
            <span className="block text-xs text-muted-foreground">New</span>
            <b>{now}</b>
          </span>
        </li>
      ))}
      {added.length > 0 && (
        <li className="rounded-md bg-surface-2 px-4 py-3">
          <span className="block text-xs text-muted-foreground">Added</span>
          <b>{added.join(", ")}</b>
        </li>
      )}
    </ul>
  );
}

export interface ChangeLinesProps {
  lines: readonly ChargeLineDetails[];
  viewer: ChangeViewer;
  /** The sums, below the lines. */
  sums: readonly BreakdownLine[];
}

/** The differences. A host sees only the lines that the host earns. */
export const ChangeLines = ({ lines, viewer, sums }: ChangeLinesProps) => (
  <Breakdown
    lines={[
      ...lines
        .filter(({ earner }) => viewer !== "host" || earner === "host")
        .map(({ label, amount_cents, earner }) => ({
          label,
          amount: formatUsd(amount_cents),
          kind: earner === "platform" ? ("sub" as const) : ("line" as const),
        })),
      ...sums,
    ]}
  />
);

interface Money {
  amount_due_cents: number;
  refund_cents: number;
  agreed_refund_max_cents: number;
  host_share_cents: number | null;
}

interface Sums {
  viewer: ChangeViewer;
  requestedBy: ChangeSide;
  /** Says when the renter pays. */
  pay: string;
}

/** What the viewer pays, gets back or earns. */
export function sumChange(money: Money, { viewer, requestedBy, pay }: Sums): BreakdownLine[] {
  const { amount_due_cents: due, host_share_cents: share } = money;
  const back = sumRefund(money, requestedBy);
  if (viewer === "host")
    return [
      ...(back > 0
        ? [{ label: "The renter gets back", amount: formatUsd(back), kind: "total" as const }]
        : []),
      // The host's part of what is agreed is not known yet.
      ...(back > money.refund_cents
        ? []
        : [
            share !== null && share < 0
              ? { label: "You earn less", amount: formatUsd(share), kind: "due" as const }
              : { label: "You earn more", amount: formatUsd(share ?? 0), kind: "due" as const },
          ]),
    ];
  const backLabel = viewer === "admin" ? "Refunded to the renter" : "You get back";
  return [
    ...(due > 0 || back === 0
      ? [{ label: pay, amount: formatUsd(due), kind: "due" as const }]
      : []),
    ...(back > 0 ? [{ label: backLabel, amount: formatUsd(back), kind: "due" as const }] : []),
  ];
}
