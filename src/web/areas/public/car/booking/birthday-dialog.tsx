// Asks for the date of birth once, at the first booking (product decision: renters are 21 or
// older). Imported lazily.
import { useId, useState } from "react";
import { todayInNassau, type CalendarDate } from "../../../../../domain/calendar/dates.ts";
import {
  ageOn,
  EARLIEST_BIRTH,
  isDateOfBirth,
  MINIMUM_RENTER_AGE,
} from "../../../../../domain/person/renter.ts";
import { ApiError } from "../../../../api/api.ts";
import { TextField } from "../../../../forms/fields.tsx";
import { FormDialog } from "../../../../forms/form-dialog.tsx";
import { useAppForm } from "../../../../forms/use-app-form.ts";
import { BUSY_LABEL } from "./use-create-checkout.ts";

export interface BirthdayDialogProps {
  /** The start of the rental, the day on which the minimum age applies. */
  startDate: CalendarDate;
  onClose: () => void;
  /** @throws when it could not be saved */
  onSave: (dateOfBirth: string) => Promise<void>;
}

/** Checked before saving, so that a typing error does not end up in the profile. */
function findError(
  birthday: string,
  today: CalendarDate,
  startDate: CalendarDate,
): string | undefined {
  if (!isDateOfBirth(birthday, today)) return "Enter your date of birth.";
  if (ageOn(birthday, startDate) < MINIMUM_RENTER_AGE)
    return `You must be at least ${MINIMUM_RENTER_AGE} on the start date. Please check your date of birth.`;
  return undefined;
}

export default function BirthdayDialog({ startDate, onClose, onSave }: BirthdayDialogProps) {
  const [today] = useState(() => todayInNassau(new Date()));
  const form = useAppForm({
    id: useId(),
    initial: { date_of_birth: "" },
    check: (values) => ({ date_of_birth: findError(values.date_of_birth, today, startDate) }),
    send: (values) => onSave(values.date_of_birth),
    failed: "We couldn't save your date of birth. Please try again.",
    describe: (error) => (error instanceof ApiError ? error.fields[0]?.message : undefined),
    findField: () => "date_of_birth",
  });
  return (
    <FormDialog
      form={form}
      title="What's your date of birth?"
      description={`You must be ${MINIMUM_RENTER_AGE} or older on the start date. We'll save it to your profile.`}
      cancelLabel="Not now"
      confirmLabel="Save and book"
      busyLabel={BUSY_LABEL}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="date_of_birth"
        label="Date of birth"
        type="date"
        autoComplete="bday"
        min={EARLIEST_BIRTH}
        max={today}
        required
      />
    </FormDialog>
  );
}
