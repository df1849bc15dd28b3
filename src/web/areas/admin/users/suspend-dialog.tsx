// Asks what becomes of each open booking before a person is suspended. One request carries the
// reason and all choices; if a booking has changed in the meantime, nothing happened and the dialog
// shows the current list.
import { useId, useState } from "react";
import type { AdminUser } from "../../../../contract/admin/admin-users.ts";
import { DEFAULT_CHOICES, type BookingChoice } from "../../../../domain/booking/admin/trip-hold.ts";
import { MAX_REASON_LENGTH } from "../../../../domain/text/limits.ts";
import { ApiError } from "../../../api/api.ts";
import { isSettled, useApi, useApiMutation } from "../../../api/use-api.ts";
import { ADMIN_LISTINGS, BOOKINGS, USERS } from "../../../api/endpoint-groups.ts";
import { clearStoredText } from "../../../forms/stored-text.ts";
import { TextareaField } from "../../../forms/fields.tsx";
import { FormDialog } from "../../../forms/form-dialog.tsx";
import { storedTexts } from "../../../forms/form-draft.ts";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { toast } from "../../../ui/overlay/toast.ts";
import { OpenBookingsChoice, type OpenBooking } from "./open-bookings-choice.tsx";
import { userReasonKey } from "./use-admin-users.ts";

export interface SuspendDialogProps {
  person: AdminUser;
  /** Called after a cancellation, a success, or a change that is no longer possible. */
  onClose: () => void;
}

export function SuspendDialog({ person, onClose }: SuspendDialogProps) {
  const name = `${person.first_name} ${person.last_name}`;
  const params = { id: person.id };
  const open = useApi("GET /api/admin/users/{id}/open-bookings", { params });
  const bookings = open.data?.bookings;
  const [chosen, setChosen] = useState<Record<string, BookingChoice>>({});
  const [isChanged, setIsChanged] = useState(false);
  const choiceOf = ({ id, state, may_cancel }: OpenBooking): BookingChoice =>
    chosen[id] ?? (may_cancel ? DEFAULT_CHOICES[state] : "hold");
  const suspending = useSuspension(person, { onChanged: setIsChanged, onClose });
  const form = useAppForm({
    id: useId(),
    initial: { reason: "" },
    check: ({ reason }) => ({ reason: reason.trim() ? undefined : "Enter a reason." }),
    isLive: true,
    draft: storedTexts({ reason: userReasonKey(person.id) }),
    send: ({ reason }) => {
      if (bookings)
        suspending.mutate({
          params,
          body: {
            suspended: true,
            reason: reason.trim(),
            bookings: bookings.map((booking) => ({
              id: booking.id,
              state: booking.state,
              version: booking.version,
              choice: choiceOf(booking),
            })),
          },
        });
    },
  });
  return (
    <FormDialog
      form={form}
      busy={suspending.isPending}
      title="Suspend Account"
      description={`${name} is signed out and can't sign in. Their listings are hidden.`}
      cancelLabel="Keep Account"
      confirmLabel="Suspend Account"
      busyLabel="Suspending..."
      variant="destructive"
      className="md:w-[min(46rem,100%)]"
      onClose={onClose}
    >
      <TextareaField
        form={form}
        name="reason"
        label="Reason"
        hint={`We'll email it to ${person.first_name}.`}
        required
        maxLength={MAX_REASON_LENGTH}
      />
      <OpenBookingsChoice
        query={open}
        firstName={person.first_name}
        isChanged={isChanged}
        choiceOf={choiceOf}
        onChoose={(changes) => setChosen((before) => ({ ...before, ...changes }))}
      />
    </FormDialog>
  );
}

interface SuspensionOptions {
  /** Whether the open bookings turned out to have changed; then the dialog stays open. */
  onChanged: (isChanged: boolean) => void;
  onClose: () => void;
}

function useSuspension(person: AdminUser, { onChanged, onClose }: SuspensionOptions) {
  return useApiMutation("POST /api/admin/users/{id}/suspension", {
    invalidates: [
      ...USERS,
      "GET /api/admin/users/{id}/open-bookings",
      "GET /api/admin/approvals",
      "GET /api/admin/audit",
      ...ADMIN_LISTINGS,
      ...BOOKINGS,
    ],
    failed: "The account wasn't changed. Please try again in a moment.",
    onSuccess: () => {
      clearStoredText(userReasonKey(person.id));
      toast({ title: `${person.first_name} ${person.last_name} is suspended` });
    },
    onSettled: (_after, error) => {
      const isOutdated = error instanceof ApiError && error.code === "open_bookings_changed";
      onChanged(isOutdated);
      if (!isOutdated && isSettled(error)) onClose();
    },
  });
}
