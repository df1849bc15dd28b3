// A booking's refunds (who decided, who bears them, their progress) and disputed charges.
import type { Api } from "../../../../contract/index.ts";
import { DISPUTE_LABELS } from "../../../../domain/booking/shown-status.ts";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { formatCounted, formatInstant, formatUsd } from "../../../../domain/text/format.ts";
import { actorLabel } from "../audit/audit-text.ts";
import { DetailsSection } from "../../../parts/list/details-dialog.tsx";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { Badge, type BadgeVariant } from "../../../ui/badge.tsx";

type Details = Api["GET /api/admin/bookings/{id}"]["output"];
type Refund = Details["refunds"][number];
type Dispute = Details["disputes"][number];

const instant = (at: string): string => formatInstant(new Date(at));

/** Renders nothing if there are neither refunds nor disputes. */
export function Refunds({ refunds, disputes }: Pick<Details, "refunds" | "disputes">) {
  return (
    <>
      {refunds.length > 0 && (
        <DetailsSection title="Refunds">
          <ul className="grid gap-3 text-sm">
            {refunds.map((refund) => (
              <RefundLine key={refund.id} refund={refund} />
            ))}
          </ul>
        </DetailsSection>
      )}
      {disputes.length > 0 && (
        <DetailsSection title="Disputes">
          <ul className="grid gap-3 text-sm">
            {disputes.map((dispute) => (
              <DisputeLine key={dispute.id} dispute={dispute} />
            ))}
          </ul>
        </DetailsSection>
      )}
    </>
  );
}

function toStateBadge({ made_at, made_by }: Refund): { label: string; variant: BadgeVariant } {
  if (made_at === null) return { label: "Pending", variant: "sun" };
  if (made_by === "credit") return { label: "Returned as credit", variant: "palm" };
  return made_by === "dispute"
    ? { label: "Settled by a dispute", variant: "secondary" }
    : { label: "Made", variant: "palm" };
}

function bearerText({ borne_by, amount_cents, borne_by_host_cents }: Refund): string {
  if (borne_by === null) return "The rest of the payment, on cancellation.";
  const restCents = amount_cents - borne_by_host_cents;
  if (restCents === 0) return "Paid by the host.";
  if (borne_by_host_cents === 0) return `Paid by ${PRODUCT_NAME}.`;
  return `The host pays ${formatUsd(borne_by_host_cents)}, ${PRODUCT_NAME} ${formatUsd(restCents)}.`;
}

function RefundLine({ refund }: { refund: Refund }) {
  const { label, variant } = toStateBadge(refund);
  return (
    <li className="grid gap-1 border-l-2 border-input pl-3">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="tabular-nums">{formatUsd(refund.amount_cents)}</b>
        {refund.days && <span>for {formatCounted(refund.days, "day", "days")}</span>}
        <Badge variant={variant}>{label}</Badge>
      </span>
      <span>{bearerText(refund)}</span>
      {refund.reason && <span className="wrap-anywhere">“{refund.reason}”</span>}
      <span className="text-muted-foreground">
        {actorLabel(refund.actor_kind, refund.actor_name)},{" "}
        <time dateTime={refund.created_at}>{instant(refund.created_at)}</time>
        {refund.made_at && (
          <>
            ; made <time dateTime={refund.made_at}>{instant(refund.made_at)}</time>
          </>
        )}
      </span>
    </li>
  );
}

const DISPUTE_VARIANTS: Record<Dispute["state"], BadgeVariant> = {
  inquiry: "sun",
  dropped: "quiet",
  open: "destructive",
  won: "palm",
  lost: "destructive",
};

export function DisputeLine({ dispute }: { dispute: Omit<Dispute, "fee_cents"> }) {
  return (
    <li className="grid gap-1 border-l-2 border-input pl-3">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="tabular-nums">{formatUsd(dispute.amount_cents)}</b>
        <Badge variant={DISPUTE_VARIANTS[dispute.state]}>{DISPUTE_LABELS[dispute.state]}</Badge>
      </span>
      <span className="wrap-anywhere">
        {capitalised(dispute.reason.replaceAll("_", " "))}, {dispute.id}
      </span>
      <span className="text-muted-foreground">
        <time dateTime={dispute.opened_at}>{instant(dispute.opened_at)}</time>
        {dispute.closed_at && (
          <>
            {" "}
            to <time dateTime={dispute.closed_at}>{instant(dispute.closed_at)}</time>
          </>
        )}
      </span>
    </li>
  );
}
