// The charges after a booking with their arithmetic: the renter pays or contests them, the host may
// waive them, and an admin waives or refunds them.
import type { LaterCharge } from "../../../../contract/bookings/later-charges.ts";
import type { BookingParty } from "../../../../domain/policies/booking.ts";
import type { LaterChargeState } from "../../../../domain/money/later/later-charge.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { useApi } from "../../../api/use-api.ts";
import { Badge, type BadgeVariant } from "../../../ui/badge.tsx";
import { TripFailure } from "../explain-trip.tsx";
import { ChargeSteps } from "./charge-steps.tsx";
import { useConfirmation } from "./use-confirmation.ts";
import { formatAt, formatUntil } from "../trip-text.ts";
import { CHARGE_NAMES } from "../../../../domain/tariff/charge-names.ts";

export interface LaterChargesProps {
  bookingId: string;
  side: BookingParty;
}

/** Renders nothing while there are none. */
export function LaterCharges({ bookingId, side }: LaterChargesProps) {
  const { data } = useApi("GET /api/bookings/{id}/charges", { params: { id: bookingId } });
  const { id: paidId, isConfirming, error } = useConfirmation(bookingId, data?.charges);
  if (!data || data.charges.length === 0) return null;
  return (
    <ul className="grid gap-5" aria-label="Charges after the trip">
      {data.charges.map((charge) => (
        <li
          key={charge.id}
          className="grid gap-2 border-t border-border pt-4 first:border-0 first:pt-0"
        >
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <h3 className="text-base font-bold">{CHARGE_NAMES[charge.kind]}</h3>
            <span className="font-bold tabular-nums">{formatUsd(charge.amount_cents)}</span>
          </div>
          <p>{charge.explanation}</p>
          <p className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
            {charge.id === paidId && isConfirming ? (
              <span role="status">Confirming your payment…</span>
            ) : (
              <>
                <Badge variant={BADGES[charge.state].variant}>{BADGES[charge.state].label}</Badge>
                {describeCharge(charge, side)}
              </>
            )}
          </p>
          {charge.refunds.map((refund) => (
            <p key={refund.id} className="text-sm text-muted-foreground">
              {describeRefund(refund, side)}
            </p>
          ))}
          {charge.id === paidId && (
            <TripFailure
              error={error}
              otherwise="We couldn't check your payment. Paying again is safe: nothing is charged twice."
            />
          )}
          {!(charge.id === paidId && isConfirming) && (
            <ChargeSteps bookingId={bookingId} charge={charge} />
          )}
        </li>
      ))}
    </ul>
  );
}

const BADGES: Record<LaterChargeState, { label: string; variant: BadgeVariant }> = {
  announced: { label: "Announced", variant: "sun" },
  waived: { label: "Waived", variant: "secondary" },
  contested: { label: "Contested", variant: "sun" },
  paying: { label: "Charging", variant: "secondary" },
  outstanding: { label: "Outstanding", variant: "destructive" },
  paid: { label: "Paid", variant: "palm" },
};

/** What happens next, or what happened. */
function describeCharge(charge: LaterCharge, side: BookingParty): string {
  const { state, due_at, paid_at, card_last4, contest_words, host_share_cents } = charge;
  const earns =
    side === "host" && host_share_cents !== null ? ` You earn ${formatUsd(host_share_cents)}.` : "";
  switch (state) {
    case "announced":
      return side === "renter"
        ? `We'll charge the card you booked with on ${formatUntil(due_at)}.`
        : `The card is charged on ${formatUntil(due_at)}.${earns}`;
    case "waived":
      return `Nothing is charged. Waived on ${formatAt(charge.waived_at ?? due_at)}.${charge.waive_reason ? ` Reason: ${charge.waive_reason}` : ""}`;
    case "contested":
      return `“${contest_words ?? ""}” We won't charge it.`;
    case "paying":
      return "We're charging the card.";
    case "outstanding":
      return side === "renter"
        ? explainDecline(charge)
        : `${explainToHost(charge)} The renter has to pay. You can waive it.`;
    case "paid":
      return `On ${formatAt(paid_at ?? due_at)}${card_last4 ? `, card ending in ${card_last4}` : ""}.${earns}`;
  }
}

/** "$10.00 refunded on June 2, 10:00 AM, $8.50 of it from your earnings. Reason: Rain." */
function describeRefund(refund: LaterCharge["refunds"][number], side: BookingParty): string {
  const { amount_cents, borne_by_host_cents: byHost, reason, decided_at, made_at } = refund;
  const done =
    made_at === null
      ? `is being refunded, as decided on ${formatAt(decided_at)}`
      : `refunded on ${formatAt(made_at)}`;
  const host = byHost
    ? `, ${formatUsd(byHost)} of it from ${side === "host" ? "your" : "the host's"} earnings`
    : "";
  return `${formatUsd(amount_cents)} ${done}${host}.${reason === null ? "" : ` Reason: ${reason}`}`;
}

const explainDecline = ({ declined }: LaterCharge): string =>
  declined === "needs_authentication"
    ? "Your bank wants you to confirm this payment. You can't book another car until it's paid."
    : "We couldn't charge your card. You can't book another car until it's paid.";

const explainToHost = ({ declined }: LaterCharge): string =>
  declined === "needs_authentication"
    ? "The renter's bank wants them to confirm the payment."
    : declined === "no_card"
      ? "The card is no longer saved."
      : "The card was declined.";
