// The deposit of a trip: what is held, until when, and what the reader can do about it.
import { lazy, Suspense, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { Deposit } from "../../../../contract/bookings/deposits.ts";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { DEPOSIT_CARD_PARAMETER } from "../../../../domain/money/deposit/deposit.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { BOOKINGS } from "../../../api/endpoint-groups.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Note } from "../../../ui/note.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { TripFailure } from "../explain-trip.tsx";
import { describeDepositState, describeRenewal } from "./deposit-state-text.ts";

const ConfirmDialog = lazy(() => import("../../../ui/overlay/confirm-dialog.tsx"));

/** Renders nothing for a trip without a deposit, or stored before deposits existed. */
export function DepositPanel({ trip }: { trip: Trip }) {
  const deposit = (trip as Partial<Trip>).deposit ?? null;
  const isConfirming = useCardConfirmation(trip.booking_id, deposit);
  if (!deposit) return null;
  const isReturned = trip.return.confirmation !== null;
  const renewal = describeRenewal(deposit, trip);
  const needsSomebody = deposit.state === "declined" || deposit.state === "undecided";
  return (
    <Panel as="section" aria-labelledby="deposit" className="grid gap-4">
      <div className="flex gap-3">
        <Icon name="landmark" className="mt-1 flex-none text-link" />
        <div className="grid gap-1">
          <h2 id="deposit" className="text-xl">
            Deposit {formatUsd(deposit.amount_cents)}
          </h2>
          <p className="text-muted-foreground" role="status">
            {isConfirming
              ? "We're checking your new card."
              : describeDepositState(deposit, trip, { isReturned })}
          </p>
        </div>
      </div>
      {renewal && (
        <Note variant="sun" icon={<Icon name="clock" />}>
          {renewal}
        </Note>
      )}
      {!isConfirming && (deposit.may.length > 0 || needsSomebody) && (
        <DepositSteps trip={trip} deposit={deposit} />
      )}
    </Panel>
  );
}

/** Asks once whether the new card is held, when the renter returns from the checkout page. */
function useCardConfirmation(bookingId: string, deposit: Deposit | null): boolean {
  const [params] = useSearchParams();
  const confirmation = useApiMutation("POST /api/bookings/{id}/deposit/confirmation", {
    call: () => ({ params: { id: bookingId } }),
    invalidates: BOOKINGS,
  });
  const { mutate, isPending } = confirmation;
  const isWaiting =
    params.has(DEPOSIT_CARD_PARAMETER) && (deposit?.may.includes("provide_card") ?? false);
  useEffect(() => {
    if (isWaiting) mutate();
  }, [isWaiting, mutate]);
  return isPending;
}

function DepositSteps({ trip, deposit }: { trip: Trip; deposit: Deposit }) {
  const call = () => ({ params: { id: trip.booking_id } });
  const card = useApiMutation("POST /api/bookings/{id}/deposit/card", {
    call,
    onSuccess: ({ checkout_url }) => location.assign(checkout_url),
  });
  const clean = useApiMutation("POST /api/bookings/{id}/deposit/clean-return", {
    call,
    invalidates: BOOKINGS,
  });
  const { may } = deposit;
  return (
    <div className="flex flex-wrap gap-3">
      {may.includes("provide_card") && (
        <Button busy={card.isPending} busyLabel="Opening..." onClick={() => card.mutate()}>
          Use another card
        </Button>
      )}
      {may.includes("report_clean") && (
        <Button
          variant="outline"
          busy={clean.isPending}
          busyLabel="Sending..."
          onClick={() => clean.mutate()}
        >
          {trip.side === "host" ? "The car came back clean" : "I returned it clean"}
        </Button>
      )}
      <HostDecision trip={trip} may={may} />
      <TripFailure
        error={card.error ?? clean.error}
        otherwise="We didn't get a reply. Please try again."
      />
    </div>
  );
}

/** The host hands over without the deposit, or cancels. */
function HostDecision({ trip, may }: { trip: Trip; may: Deposit["may"] }) {
  const [dialog, setDialog] = useState<"hand_over" | "cancel" | null>(null);
  const close = () => setDialog(null);
  const then = {
    call: () => ({ params: { id: trip.booking_id } }),
    invalidates: BOOKINGS,
    onSettled: close,
  };
  const waive = useApiMutation("POST /api/bookings/{id}/deposit/waiver", then);
  const cancel = useApiMutation("POST /api/bookings/{id}/deposit/cancellation", then);
  const name = trip.renter.first_name;
  return (
    <>
      {may.includes("hand_over") && (
        <Button variant="outline" onClick={() => setDialog("hand_over")}>
          Hand over without a deposit
        </Button>
      )}
      {may.includes("cancel") && (
        <Button variant="destructive" onClick={() => setDialog("cancel")}>
          Cancel without a fee
        </Button>
      )}
      <TripFailure
        error={waive.error ?? cancel.error}
        otherwise="We didn't get a reply. Please try again."
      />
      <Suspense>
        {dialog === "hand_over" && (
          <ConfirmDialog
            title="Hand over without a deposit?"
            text={`Nothing will be held on ${name}'s card for this trip. Charges after the trip still go to the saved card. This can't be undone.`}
            cancelLabel="Back"
            confirmLabel="Hand over without it"
            busyLabel="Saving..."
            busy={waive.isPending}
            onClose={close}
            onConfirm={() => waive.mutate()}
          />
        )}
        {dialog === "cancel" && (
          <ConfirmDialog
            title="Cancel this booking?"
            text={`${name} gets a full refund, and the days are free again. It costs you no fee, because the deposit couldn't be held. This can't be undone.`}
            cancelLabel="Keep booking"
            confirmLabel="Cancel booking"
            busyLabel="Cancelling..."
            busy={cancel.isPending}
            onClose={close}
            onConfirm={() => cancel.mutate()}
          />
        )}
      </Suspense>
    </>
  );
}
