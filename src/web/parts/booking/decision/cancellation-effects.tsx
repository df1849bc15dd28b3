// What a cancellation by a host or an admin gives and costs each side, with the host's fee.
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import {
  cancellationEffects,
  type RefundEffects,
} from "../../../../domain/money/refund-effects.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { useApi } from "../../../api/use-api.ts";
import { Breakdown } from "../../../ui/breakdown.tsx";
import { Well } from "../../../ui/panel.tsx";
import { NotLoaded } from "../../list/not-loaded.tsx";
import { explainFee } from "./cancellation-causes.ts";
import { effectLines } from "./effect-lines.ts";

interface CancellationEffectsProps {
  booking: Booking;
  isHost: boolean;
  fee: FeeQuery;
}

/** What cancelling now would cost. Read while a host can still send the cancellation. */
export const useHostFee = ({ id }: Booking, { enabled }: { enabled: boolean }) =>
  useApi(
    "GET /api/bookings/{id}/host-cancellation-fee",
    { params: { id } },
    { enabled, staleTime: 0 },
  );
type FeeQuery = ReturnType<typeof useHostFee>;

/** What each side gets or loses. */
export function CancellationEffects({ booking, isHost, fee }: CancellationEffectsProps) {
  const effects = listEffects(booking);
  const { refund_cents, credit_cents } = booking.cancellation;
  const { data } = fee;
  return (
    <Well>
      <Breakdown
        lines={[
          {
            label: `${booking.renter.first_name} gets back`,
            // Hosts don't learn how the renter paid.
            amount: formatUsd(isHost ? refund_cents + credit_cents : refund_cents),
            kind: "line",
          },
          ...(!isHost && credit_cents > 0
            ? [
                {
                  label: "Credit returned",
                  amount: formatUsd(credit_cents),
                  kind: "line",
                } as const,
              ]
            : []),
          ...(isHost
            ? [
                {
                  label: "Change to your earnings",
                  amount: formatUsd(effects.hostCents),
                  kind: "sub",
                } as const,
                {
                  label: "Cancellation fee",
                  amount: data
                    ? formatUsd(-data.fee_cents)
                    : fee.isError
                      ? "Not known"
                      : "Loading...",
                  kind: "sub",
                } as const,
              ]
            : effectLines(effects)),
        ]}
      />
      {data && (
        <p className="text-sm text-muted-foreground">
          {explainFee(data, booking.renter.first_name)}
        </p>
      )}
      {!data && fee.isError && <NotLoaded what="The cancellation fee" query={fee} />}
    </Well>
  );
}

const listEffects = ({
  cancellation,
  host_share_cents,
  borne_by_host_cents,
}: Booking): RefundEffects =>
  cancellationEffects({
    refundCents: cancellation.refund_cents,
    creditCents: cancellation.credit_cents,
    hostShareCents: host_share_cents ?? 0,
    borneByHostCents: borne_by_host_cents ?? 0,
  });
