// What the reader may do with a charge after the booking.
import { lazy, Suspense, useState } from "react";
import type { LaterCharge } from "../../../../contract/bookings/later-charges.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { BOOKINGS } from "../../../api/endpoint-groups.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { Button } from "../../../ui/button.tsx";
import { TripFailure } from "../explain-trip.tsx";
import { ContestDialog } from "./contest-dialog.tsx";

// Only admins load these.
const WaiveDialog = lazy(() => import("./waive-dialog.tsx"));
const RefundChargeDialog = lazy(() => import("./refund-charge-dialog.tsx"));

export interface ChargeStepsProps {
  bookingId: string;
  charge: LaterCharge;
}

export function ChargeSteps({ bookingId, charge }: ChargeStepsProps) {
  const [isContesting, setContesting] = useState(false);
  const call = () => ({ params: { id: bookingId, charge_id: charge.id } });
  const pay = useApiMutation("POST /api/bookings/{id}/charges/{charge_id}/payment", {
    call,
    invalidates: BOOKINGS,
    onSuccess: ({ checkout_url }) => {
      if (checkout_url !== null) location.assign(checkout_url);
    },
  });
  const waive = useApiMutation("POST /api/bookings/{id}/charges/{charge_id}/waiver", {
    call,
    invalidates: BOOKINGS,
  });
  const busy = pay.isPending || waive.isPending;
  const amount = formatUsd(charge.amount_cents);
  if (charge.may.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {charge.may.includes("pay") && (
        <Button
          size="small"
          busy={pay.isPending}
          busyLabel="Paying..."
          onClick={() => pay.mutate()}
        >
          Pay {amount}
        </Button>
      )}
      {charge.may.includes("contest") && !busy && (
        <Button size="small" variant="outline" onClick={() => setContesting(true)}>
          Contest
        </Button>
      )}
      {charge.may.includes("waive") && (
        <Button
          size="small"
          variant="outline"
          busy={waive.isPending}
          busyLabel="Waiving..."
          onClick={() => waive.mutate()}
        >
          Waive {amount}
        </Button>
      )}
      <TripFailure
        error={pay.error ?? waive.error}
        otherwise="We didn't get a reply. Please try again: nothing is charged twice."
      />
      {isContesting && (
        <ContestDialog bookingId={bookingId} charge={charge} onClose={() => setContesting(false)} />
      )}
      <AdminSteps bookingId={bookingId} charge={charge} />
    </div>
  );
}

/** An admin states a reason. */
function AdminSteps({ bookingId, charge }: ChargeStepsProps) {
  const [dialog, setDialog] = useState<"waive" | "refund" | null>(null);
  const props = { bookingId, charge, onClose: () => setDialog(null) };
  return (
    <>
      {charge.may.includes("waive_for_reason") && (
        <Button size="small" variant="outline" onClick={() => setDialog("waive")}>
          Waive {formatUsd(charge.amount_cents)}
        </Button>
      )}
      {charge.may.includes("refund") && charge.refundable_cents > 0 && (
        <Button size="small" variant="outline" onClick={() => setDialog("refund")}>
          Refund
        </Button>
      )}
      <Suspense>
        {dialog === "waive" && <WaiveDialog {...props} />}
        {dialog === "refund" && <RefundChargeDialog {...props} />}
      </Suspense>
    </>
  );
}
