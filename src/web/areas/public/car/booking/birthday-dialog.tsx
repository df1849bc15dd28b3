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
import { sentenceFor } from "../../../../api/problem-sentences.ts";
import { Button } from "../../../../ui/button.tsx";
import { TextInput } from "../../../../ui/form/controls.tsx";
import { Dialog } from "../../../../ui/overlay/dialog.tsx";
import { Field } from "../../../../ui/form/field.tsx";
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

function useBirthday(
  { startDate, onSave }: Pick<BirthdayDialogProps, "startDate" | "onSave">,
  fieldId: string,
) {
  const [birthday, setBirthday] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [today] = useState(() => todayInNassau(new Date()));

  const refuse = (sentence: string) => {
    setProblem(sentence);
    document.getElementById(fieldId)?.focus();
  };

  const save = async () => {
    if (busy) return;
    const found = findError(birthday, today, startDate);
    if (found) return refuse(found);
    setBusy(true);
    setProblem(undefined);
    try {
      await onSave(birthday);
    } catch (error) {
      const refused = error instanceof ApiError ? error.fields[0]?.message : undefined;
      refuse(
        refused ?? sentenceFor(error, "We couldn't save your date of birth. Please try again."),
      );
    }
    setBusy(false);
  };

  return { birthday, setBirthday, problem, busy, today, save };
}

export default function BirthdayDialog({ startDate, onClose, onSave }: BirthdayDialogProps) {
  const formId = useId();
  const fieldId = useId();
  const { birthday, setBirthday, problem, busy, today, save } = useBirthday(
    { startDate, onSave },
    fieldId,
  );

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title="What's your date of birth?"
      description={`You must be ${MINIMUM_RENTER_AGE} or older on the start date. We'll save it to your profile.`}
      actions={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" form={formId} busy={busy} busyLabel={BUSY_LABEL}>
            Save and book
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field label="Date of birth" id={fieldId} error={problem}>
          <TextInput
            type="date"
            autoComplete="bday"
            min={EARLIEST_BIRTH}
            max={today}
            required
            value={birthday}
            onChange={({ target }) => setBirthday(target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
