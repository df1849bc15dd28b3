// The table of a batch's payouts, with the actions on each.
import { Link } from "react-router";
import type { AdminPayout } from "../../../../contract/admin/admin-payouts.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { mayBecome } from "../../../../domain/money/payout.ts";
import {
  describeAccount,
  formatPayoutDay,
  PAYOUT_BADGES,
} from "../../../parts/payout/payout-text.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import type { Column } from "../../../ui/data-table.tsx";
import type { PayoutStep } from "./use-admin-payouts.ts";

/** The id of the statement's link, which gets the focus back from the dialogs. */
export const payoutId = (id: string): string => `payout-${id}`;

export const payoutColumns = (
  onStep: (step: PayoutStep) => void,
): readonly Column<AdminPayout>[] => [
  {
    label: "Host",
    kind: "lead",
    render: ({ id, host }) => (
      <div className="min-w-36 @[56rem]:min-w-56">
        <Link
          id={payoutId(id)}
          to={paths.hostPayout(id)}
          className="font-bold wrap-anywhere hover:underline"
        >
          {host.name}
        </Link>
        <p className="wrap-anywhere text-muted-foreground">{host.email}</p>
      </div>
    ),
  },
  { label: "Account", render: describeAccount },
  { label: "Reference", className: "whitespace-nowrap", render: ({ reference }) => reference },
  { label: "Status", render: (payout) => <State payout={payout} /> },
  {
    label: "Amount",
    end: true,
    className: "font-bold",
    render: ({ amount_cents }) => formatUsd(amount_cents),
  },
  {
    label: "Actions",
    kind: "act",
    render: (payout) => (
      <div className="flex justify-end gap-2 empty:hidden">
        {mayBecome(payout.state, "paid") && (
          <Button
            variant="secondary"
            size="small"
            aria-label={`Mark paid, ${payout.host.name}`}
            onClick={() => onStep({ kind: "paid", payout })}
          >
            Mark paid
          </Button>
        )}
        {mayBecome(payout.state, "failed") && (
          <Button
            variant="outline"
            size="small"
            aria-label={`${failing(payout)}, ${payout.host.name}`}
            onClick={() => onStep({ kind: "failed", payout })}
          >
            {failing(payout)}
          </Button>
        )}
      </div>
    ),
  },
];

const failing = ({ state }: AdminPayout): string =>
  state === "paid" ? "Mark sent back" : "Mark failed";

function State({
  payout: { state, paid_at, bank_reference, failed_at, failure_reason },
}: {
  payout: AdminPayout;
}) {
  // A pending payout is "Waiting" for the admin who sends it, but "on its way" for its host.
  const { label, variant } =
    state === "pending" ? { label: "Waiting", variant: "sun" as const } : PAYOUT_BADGES[state];
  return (
    <div className="min-w-28">
      <Badge variant={variant}>{label}</Badge>
      {failed_at ? (
        <p
          title={failure_reason ?? undefined}
          className="mt-1 line-clamp-3 text-xs wrap-anywhere whitespace-pre-line text-muted-foreground"
        >
          {formatPayoutDay(failed_at)}: {failure_reason}
        </p>
      ) : (
        paid_at && (
          <p className="mt-1 text-xs wrap-anywhere text-muted-foreground">
            {formatPayoutDay(paid_at)}: {bank_reference}
          </p>
        )
      )}
    </div>
  );
}
