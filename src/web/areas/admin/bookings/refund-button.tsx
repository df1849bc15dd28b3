// The button that opens the partial refund form. A refund keeps its id until it is stored, so that
// retrying cannot refund twice.
import { useState } from "react";
import type { AdminBooking } from "../../../../contract/admin/admin-bookings.ts";
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import { useSession } from "../../../session/session.ts";
import { Button } from "../../../ui/button.tsx";
import { RefundDialog } from "./refund-dialog.tsx";

/** Renders nothing if no partial refund is possible. */
export function RefundButton({ booking, mostCents }: { booking: AdminBooking; mostCents: number }) {
  const [open, setOpen] = useState(false);
  const [refundId, setRefundId] = useState(() => crypto.randomUUID());
  const session = useSession();
  if ((mostCents <= 0 && !open) || !mayAsAdmin("move_money", session)) return null;
  return (
    <>
      <Button variant="outline" size="small" onClick={() => setOpen(true)}>
        Partial Refund
      </Button>
      {open && (
        <RefundDialog
          booking={booking}
          mostCents={mostCents}
          refundId={refundId}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            setRefundId(crypto.randomUUID());
          }}
        />
      )}
    </>
  );
}
