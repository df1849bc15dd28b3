// The record of a trip for admins: both handovers with photos, marks and readings. Each photo that
// is shown is in the audit log, so the record is opened on purpose.
import { useState } from "react";
import { formatInstant, formatList, formatUsd } from "../../../../domain/text/format.ts";
import { useApi } from "../../../api/use-api.ts";
import { DetailsSection } from "../../../parts/list/details-dialog.tsx";
import { describeDepositState } from "../../../parts/trip/deposit/deposit-state-text.ts";
import { HandoverPanel } from "../../../parts/trip/handover-panel.tsx";
import { describeTrip, nameRepeatedTime } from "../../../parts/trip/trip-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Loaded } from "../page-section.tsx";

export function TripRecord({ bookingId }: { bookingId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <DetailsSection title="Trip">
      {isOpen ? (
        <OpenRecord bookingId={bookingId} />
      ) : (
        <div className="grid justify-items-start gap-2">
          <p className="text-sm text-muted-foreground">
            Photos, readings and marks of both handovers. Each photo you view is recorded in the
            audit log.
          </p>
          <Button variant="outline" size="small" onClick={() => setOpen(true)}>
            Show the record
          </Button>
        </div>
      )}
    </DetailsSection>
  );
}

function OpenRecord({ bookingId }: { bookingId: string }) {
  const params = { params: { id: bookingId } };
  const query = useApi("GET /api/bookings/{id}/trip", params);
  const chain = useApi("GET /api/admin/bookings/{id}/trip-check", params);
  return (
    <Loaded what="The trip" query={query}>
      {(trip) => (
        <div className="grid gap-4">
          <p>{describeTrip(trip).title}</p>
          {chain.data && (
            <p role="status" className="text-sm">
              {chain.data.broken_at === null && chain.data.differing.length === 0
                ? `The record is as it was received: ${chain.data.entries} entries, checked on ${formatInstant(new Date(chain.data.checked_at))}.`
                : chain.data.broken_at === null
                  ? `The booking's times differ from the record: ${formatList(chain.data.differing.map(nameRepeatedTime))}.`
                  : `The record was changed in the database, from entry ${chain.data.broken_at} on.`}
            </p>
          )}
          {trip.delay.reported && (
            <p className="text-sm">
              The renter reported a delay. New pickup time:{" "}
              {formatInstant(new Date(trip.delay.reported.pickup_at))}.
            </p>
          )}
          {trip.deposit && (
            <p className="text-sm">
              <b>Deposit {formatUsd(trip.deposit.amount_cents)}:</b>{" "}
              {describeDepositState(trip.deposit, trip, {
                isReturned: trip.return.confirmation !== null,
              })}
            </p>
          )}
          <HandoverPanel trip={trip} handover="return" />
          <HandoverPanel trip={trip} handover="pickup" />
        </div>
      )}
    </Loaded>
  );
}
