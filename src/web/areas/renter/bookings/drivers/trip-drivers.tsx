// The additional drivers of a renter's booking: who they are, and inviting, reminding and removing
// them until the pickup.
import { lazy, Suspense, useId, useState } from "react";
import type { Booking } from "../../../../../contract/bookings/bookings.ts";
import type { BookingDriver } from "../../../../../contract/bookings/booking-drivers.ts";
import { MAX_ADDITIONAL_DRIVERS } from "../../../../../domain/booking/drivers/limits.ts";
import { formatDeadline } from "../../../../../domain/text/format.ts";
import { emailError } from "../../../../forms/email-error.ts";
import { TextField } from "../../../../forms/fields.tsx";
import { FormDialog } from "../../../../forms/form-dialog.tsx";
import { useAppForm } from "../../../../forms/use-app-form.ts";
import { useFocusAfterwards } from "../../../../ui/focus/focus-afterwards.ts";
import { DriversSection, nameDriver } from "../../../../parts/booking/trip/drivers-list.tsx";
import { Button } from "../../../../ui/button.tsx";
import { useInviteDriver, useRemoveDriver, useResendInvitation } from "./use-drivers.ts";

const ConfirmDialog = lazy(() => import("../../../../ui/overlay/confirm-dialog.tsx"));

/** Renders nothing if there are no drivers and none can be invited. */
export function TripDrivers({ booking }: { booking: Booking }) {
  const [isInviting, setIsInviting] = useState(false);
  const [removed, setRemoved] = useState<BookingDriver | null>(null);
  const focus = useFocusAfterwards();
  const sectionId = useId();
  const remove = useRemoveDriver(booking.id, () => {
    setRemoved(null);
    focus(sectionId); // the button that had the focus is gone
  });
  const { drivers, may } = booking;
  const active = drivers.filter(({ state }) => state !== "declined").length;
  const mayInvite =
    may.includes("invite_driver") && !booking.on_hold && active < MAX_ADDITIONAL_DRIVERS;
  if (drivers.length === 0 && !mayInvite) return null;
  return (
    <div id={sectionId} tabIndex={-1}>
      <DriversSection
        drivers={drivers}
        renderActions={(driver) => (
          <DriverActions booking={booking} driver={driver} onRemove={() => setRemoved(driver)} />
        )}
      >
        {mayInvite && (
          <div className="grid justify-items-start gap-2 pt-1">
            <p className="text-sm text-muted-foreground">
              Up to {MAX_ADDITIONAL_DRIVERS} people can share the driving, for free. Each one
              accepts with a verified licence.
            </p>
            <Button variant="outline" size="small" onClick={() => setIsInviting(true)}>
              Invite a driver
            </Button>
          </div>
        )}
        {isInviting && <InviteDialog booking={booking} onClose={() => setIsInviting(false)} />}
        {removed && (
          <Suspense>
            <ConfirmDialog
              title="Remove this driver?"
              text={`${nameDriver(removed)} won't be allowed to drive on this trip. You can invite someone else until the pickup.`}
              cancelLabel="Keep driver"
              confirmLabel="Remove driver"
              busy={remove.isPending}
              onClose={() => setRemoved(null)}
              onConfirm={() => remove.mutate(removed)}
            />
          </Suspense>
        )}
      </DriversSection>
    </div>
  );
}

interface DriverActionsProps {
  booking: Booking;
  driver: BookingDriver;
  onRemove: () => void;
}

function DriverActions({ booking, driver, onRemove }: DriverActionsProps) {
  const resend = useResendInvitation(booking.id);
  const { state, email, expires_at } = driver;
  const sendLabel = state === "unsent" ? "Send now" : "Send again";
  const isAmbiguous =
    booking.drivers.filter((each) => nameDriver(each) === nameDriver(driver)).length > 1;
  return (
    <>
      {expires_at && (
        <p className="text-sm text-muted-foreground">
          Can accept until {formatDeadline(new Date(expires_at))}
        </p>
      )}
      {booking.may.includes("remove_driver") && state !== "declined" && (
        <p className="flex flex-wrap gap-2">
          {state !== "accepted" && !booking.on_hold && (
            <Button
              variant="outline"
              size="small"
              busy={resend.isPending}
              busyLabel="Sending..."
              aria-label={`${sendLabel} to ${nameDriver(driver)}`}
              onClick={() => resend.mutate(driver)}
            >
              {sendLabel}
            </Button>
          )}
          <Button
            variant="ghost-destructive"
            size="small"
            aria-label={`Remove ${nameDriver(driver)}${isAmbiguous && email ? `, ${email}` : ""}`}
            onClick={onRemove}
          >
            Remove
          </Button>
        </p>
      )}
    </>
  );
}

function InviteDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const invite = useInviteDriver(booking.id, onClose);
  const form = useAppForm({
    id: useId(),
    initial: { email: "" },
    check: ({ email }) => ({
      email: email.trim() ? emailError(email) : "Enter the driver's email",
    }),
    isLive: true,
    findField: () => "email",
    send: ({ email }) => invite.mutateAsync(email.trim()),
  });
  return (
    <FormDialog
      form={form}
      title="Invite a driver"
      description="We'll email them a link. They can drive once they've accepted with a verified licence."
      failureTitle="The invitation wasn't sent"
      cancelLabel="Cancel"
      confirmLabel="Send invitation"
      busyLabel="Sending..."
      onClose={onClose}
    >
      <TextField
        form={form}
        name="email"
        label="Driver's email"
        type="email"
        inputMode="email"
        required
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  );
}
