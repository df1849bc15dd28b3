// The button that opens the form for a refund in part; the refund that is written there keeps its id until it is stored.
import { useState } from "react";
import type { AdminBooking } from "../../../../contract/admin/admin-bookings.ts";
import { Button } from "../../../ui/button.tsx";
import { RefundDialog } from "./refund-dialog.tsx";

/** Nothing where no part can be given back. */
export function RefundButton({ booking, mostCents }: { booking: AdminBooking; mostCents: number }) {
  const [open, setOpen] = useState(false);
  const [refundId, setRefundId] = useState(() => crypto.randomUUID());
  if (mostCents <= 0 && !open) return null;
  return (
    <>
      <Button variant="outline" size="small" onClick={() => setOpen(true)}>
        Refund a Part
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
