// A trip whose car was picked up and not returned, with the action that closes it if neither side
// confirms the return.
import { useId, useState } from "react";
import type { AdminBooking } from "../../../../contract/admin/admin-bookings.ts";
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import { MAX_REASON_LENGTH } from "../../../../domain/text/limits.ts";
import { BOOKINGS, QUEUE } from "../../../api/endpoint-groups.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { TextareaField } from "../../../forms/fields.tsx";
import { FormDialog } from "../../../forms/form-dialog.tsx";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { useSession } from "../../../session/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/note.tsx";
import { toast } from "../../../ui/overlay/toast.ts";

export function TripOut({ booking }: { booking: AdminBooking }) {
  const session = useSession();
  const [isClosing, setClosing] = useState(false);
  if (!booking.is_car_out) return null;
  return (
    <Note variant="sun">
      <p>
        <b>The car is out.</b> It was picked up, and nobody has confirmed its return.
      </p>
      {mayAsAdmin("decide_bookings", session) && (
        <Button variant="outline" size="small" className="mt-2" onClick={() => setClosing(true)}>
          Close the Trip
        </Button>
      )}
      {isClosing && <CloseTripDialog booking={booking} onClose={() => setClosing(false)} />}
    </Note>
  );
}

function CloseTripDialog({ booking, onClose }: { booking: AdminBooking; onClose: () => void }) {
  const closing = useApiMutation("POST /api/bookings/{id}/trip/close", {
    invalidates: [...BOOKINGS, ...QUEUE],
    failed: "The trip is still open. Please try again in a moment.",
    onSuccess: () => {
      toast({ title: "The trip is closed" });
      onClose();
    },
  });
  const form = useAppForm({
    id: useId(),
    initial: { reason: "" },
    check: ({ reason }) => ({ reason: reason.trim() ? undefined : "Enter a reason." }),
    send: ({ reason }) =>
      closing.mutate({ params: { id: booking.id }, body: { reason: reason.trim() } }),
  });
  return (
    <FormDialog
      form={form}
      busy={closing.isPending}
      title="Close the Trip"
      description="The record will say that our team confirmed the return. Both sides get an email. This can't be undone."
      cancelLabel="Back"
      confirmLabel="Close the Trip"
      busyLabel="Closing..."
      variant="destructive"
      onClose={onClose}
    >
      <TextareaField
        form={form}
        name="reason"
        label="Reason"
        hint="Only for the audit log."
        required
        maxLength={MAX_REASON_LENGTH}
      />
    </FormDialog>
  );
}
