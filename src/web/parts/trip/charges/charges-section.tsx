// The charges after a trip in the details of a booking.
import { useApi } from "../../../api/use-api.ts";
import { DetailsSection } from "../../list/details-dialog.tsx";
import { LaterCharges, type LaterChargesProps } from "./later-charges.tsx";

/** Renders nothing if there are none. */
export function ChargesSection({ bookingId, side }: LaterChargesProps) {
  const { data } = useApi("GET /api/bookings/{id}/charges", { params: { id: bookingId } });
  if (!data || data.charges.length === 0) return null;
  return (
    <DetailsSection title="Charges after the trip">
      <LaterCharges bookingId={bookingId} side={side} />
    </DetailsSection>
  );
}
