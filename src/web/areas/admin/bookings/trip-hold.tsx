// A trip on hold: why, and the decision to let it go ahead. Cancelling it is a decision like for
// any other booking (DecisionButtons).
import type { AdminBooking } from "../../../../contract/admin/admin-bookings.ts";
import type { HoldReason } from "../../../../domain/booking/admin/trip-hold.ts";
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import { BOOKINGS, QUEUE } from "../../../api/endpoint-groups.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { useSession } from "../../../session/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/note.tsx";
import { toast } from "../../../ui/overlay/toast.ts";

const REASONS: Record<HoldReason, string> = {
  renter_suspended: "The renter is suspended.",
  host_suspended: "The host is suspended.",
  charged_back: "The renter's bank took a payment back.",
};

export function TripHold({ booking }: { booking: AdminBooking }) {
  const session = useSession();
  const keeping = useApiMutation("POST /api/admin/bookings/{id}/hold", {
    invalidates: [...BOOKINGS, ...QUEUE],
    failed: "The trip is still on hold. Please try again in a moment.",
    onSuccess: () => toast({ title: "The trip goes ahead" }),
  });
  if (!booking.hold_reason) return null;
  return (
    <Note variant="sun">
      <p>
        <b>This trip is on hold.</b> {REASONS[booking.hold_reason]}{" "}
        {booking.hold_reason === "host_suspended"
          ? "We've asked the renter not to travel to the pickup."
          : "We've asked the host not to hand over the car."}{" "}
        The payout waits. Keep the trip or cancel it.
      </p>
      {mayAsAdmin("decide_bookings", session) && (
        <Button
          size="small"
          className="mt-2"
          busy={keeping.isPending}
          busyLabel="One moment..."
          onClick={() => keeping.mutate({ params: { id: booking.id }, body: { choice: "keep" } })}
        >
          Keep Trip
        </Button>
      )}
    </Note>
  );
}
