// Why a host cancelled, and the fee, which an admin can waive on proof.
import { useState } from "react";
import type { AdminBooking } from "../../../../contract/admin/admin-bookings.ts";
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { BOOKINGS } from "../../../api/endpoint-groups.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { clearStoredText } from "../../../forms/stored-text.ts";
import { ReasonDialog } from "../../../forms/reason-dialog.tsx";
import { HOST_CAUSE_LABELS } from "../../../../domain/booking/host-cancellation/cause-text.ts";
import { useSession } from "../../../session/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/note.tsx";
import { toast } from "../../../ui/overlay/toast.ts";

export function HostFee({ booking }: { booking: AdminBooking }) {
  const [isAsking, setAsking] = useState(false);
  const session = useSession();
  const storageName = `host-fee-waiver.${booking.id}`;
  const waiving = useApiMutation("POST /api/admin/bookings/{id}/host-fee-waiver", {
    invalidates: BOOKINGS,
    failed: "The fee wasn't waived",
    onSuccess: () => {
      clearStoredText(storageName);
      setAsking(false);
      toast({ title: "Fee waived" });
    },
  });
  const { host_cancellation: cancelled } = booking;
  if (!cancelled?.reason) return null;
  const fee = formatUsd(cancelled.fee_cents);
  return (
    <Note>
      <p>
        <b>The host cancelled:</b> {HOST_CAUSE_LABELS[cancelled.reason].toLowerCase()}.{" "}
        {cancelled.fee_cents === 0
          ? "There was no fee."
          : `The renter got ${fee} as credit, ${cancelled.is_waived ? "at our expense because the fee was waived." : "which is taken off the host's next payout."}`}
      </p>
      {cancelled.fee_cents > 0 && !cancelled.is_waived && mayAsAdmin("move_money", session) && (
        <Button size="small" variant="outline" className="mt-2" onClick={() => setAsking(true)}>
          Waive Fee
        </Button>
      )}
      {isAsking && (
        <ReasonDialog
          title="Waive Fee"
          description={`The host won't pay ${fee}. ${booking.renter.first_name} keeps the credit, and we cover it. This action cannot be undone.`}
          hint="Say what the host showed you. We'll email this to them."
          cancelLabel="Keep Fee"
          confirmLabel={`Waive ${fee}`}
          busyLabel="Waiving..."
          storageName={storageName}
          busy={waiving.isPending}
          onClose={() => setAsking(false)}
          onConfirm={(reason) => waiving.mutate({ params: { id: booking.id }, body: { reason } })}
        />
      )}
    </Note>
  );
}
