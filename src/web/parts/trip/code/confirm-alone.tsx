// Lets the host confirm a late return alone, for a renter who left without entering a code.
import { lazy, Suspense, useState } from "react";
import { formatCount } from "../../../../domain/text/format.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { Button } from "../../../ui/button.tsx";
import { TripFailure } from "../explain-trip.tsx";
import type { HandoverProps } from "../handover-props.ts";
import { TRIP } from "../use-entry.ts";

const ConfirmDialog = lazy(() => import("../../../ui/overlay/confirm-dialog.tsx"));

export function ConfirmAlone({ trip }: Pick<HandoverProps, "trip">) {
  const [id] = useState(() => crypto.randomUUID());
  const [isAsking, setAsking] = useState(false);
  const { reading } = trip.return;
  const confirming = useApiMutation("POST /api/bookings/{id}/trip/return", {
    call: () => ({
      params: { id: trip.booking_id },
      body: { id, reading_id: reading?.id ?? null },
    }),
    invalidates: [TRIP],
    onSettled: () => setAsking(false),
  });
  const name = trip.renter.first_name;
  return (
    <div className="grid gap-3 border-t border-border pt-4">
      <p className="text-muted-foreground">
        Did {name} leave the car without entering a code? Confirm on your own that it&rsquo;s back.
        The record will say so.
      </p>
      <Button
        variant="outline"
        className="justify-self-start"
        busy={confirming.isPending}
        busyLabel="Confirming..."
        onClick={() => setAsking(true)}
      >
        I have the car back
      </Button>
      <TripFailure error={confirming.failure} otherwise="Not confirmed. Please try again." />
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            title="Is the car back with you?"
            text={`The record will say that you confirmed alone, ${reading ? `with ${formatCount(reading.miles)} miles` : "without a reading"}. A code that waits on ${name}'s phone then no longer counts, and a late return, distance and ${trip.car.is_electric ? "charging" : "fuel"} can't be charged. ${name} can add photos and marks for 24 hours.`}
            cancelLabel="Not yet"
            confirmLabel="Yes, it's back"
            busyLabel="Confirming..."
            busy={confirming.isPending}
            onClose={() => setAsking(false)}
            onConfirm={() => confirming.mutate()}
          />
        </Suspense>
      )}
    </div>
  );
}
