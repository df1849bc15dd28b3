// Blocks days of a car: the first and last day, and a private note. Errors keep what was entered.
import { useId } from "react";
import { Link } from "react-router";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import {
  addDays,
  dayAfter,
  isCalendarDate,
  type CalendarDate,
  type DateRange,
} from "../../../../domain/calendar/dates.ts";
import { formatRange } from "../../../../domain/text/format.ts";
import type { BookedRange } from "../../../../domain/errors.ts";
import { CALENDAR_DAYS_AHEAD, MAX_NOTE_LENGTH } from "../../../../domain/calendar/host-calendar.ts";
import { ApiError } from "../../../api/api.ts";
import { SelectField, TextField } from "../../../forms/fields.tsx";
import { FormDialog } from "../../../forms/form-dialog.tsx";
import { storedTexts } from "../../../forms/form-draft.ts";
import type { FieldErrors } from "../../../forms/form-errors.ts";
import { useAppForm, type AppForm } from "../../../forms/use-app-form.ts";
import { paths } from "../../../paths.ts";
import { wholeDays, type Renters } from "./range-text.ts";
import type { BlockDraft } from "./use-calendar-view.ts";
import { useBlock } from "./use-host-calendar.ts";

export interface BlockDialogProps {
  draft: BlockDraft;
  /** The cars to choose from. There is no choice if there is only one. */
  cars: readonly { id: string; title: string }[];
  today: CalendarDate;
  renters: Renters;
  /** Receives the values that are about to be sent. */
  onKeep: (draft: BlockDraft) => void;
  onClose: () => void;
}

type BlockValues = BlockDraft & { note: string };

/** The errors that are visible without the server. */
const checkDays = ({ first, last }: BlockDraft): FieldErrors<BlockValues> => ({
  first: isCalendarDate(first) ? undefined : "Choose the first day",
  last: !isCalendarDate(last)
    ? "Choose the last day"
    : last < first
      ? "The last day is before the first"
      : undefined,
});

/** The days to block; null while a field has an error. */
const rangeToBlock = ({ first, last }: BlockDraft): DateRange | null =>
  isCalendarDate(first) && isCalendarDate(last) && first <= last
    ? { start: first, end: dayAfter(last) }
    : null;

/** The field that a server error belongs to. */
function findField(error: unknown): "first" | "last" | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { code, details } = error;
  if (code === "dates_past") return "first";
  if (code === "block_too_far" || code === "dates_reversed") return "last";
  if (code === "dates_invalid") return details["field"] === "start_date" ? "first" : "last";
  return undefined;
}

export function BlockDialog({ draft, cars, today, renters, onKeep, onClose }: BlockDialogProps) {
  const stored = storedTexts({ note: `block.${draft.carId}` });
  const block = useBlock(() => {
    stored.drop();
    onClose();
  });
  const form = useAppForm<BlockValues>({
    id: useId(),
    initial: { ...draft, note: "" },
    check: checkDays,
    isLive: true,
    draft: stored,
    findField,
    describe: describeBooked,
    send: async ({ note, ...days }) => {
      const range = rangeToBlock(days);
      if (!range) return;
      onKeep(days);
      await block.mutateAsync({ carId: days.carId, ...range, note: note.trim() });
    },
  });
  const booked = bookedRanges(form.refusal);
  return (
    <FormDialog
      form={form}
      title="Block dates"
      description="No one can book the car on these days."
      failureTitle="Nothing was blocked"
      summaryNote={booked.length > 0 && <Booked {...{ booked, renters, today }} />}
      cancelLabel="Cancel"
      confirmLabel="Block dates"
      busyLabel="Blocking..."
      onClose={onClose}
    >
      {cars.length > 1 && (
        <SelectField form={form} name="carId" label="Car">
          {cars.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
      )}
      <Days form={form} today={today} />
      <TextField
        form={form}
        name="note"
        label="Note"
        optional
        hint="Only you can see it."
        maxLength={MAX_NOTE_LENGTH}
      />
    </FormDialog>
  );
}

/** The first and the last day, and how many days they are. */
function Days({ form, today }: { form: AppForm<BlockValues>; today: CalendarDate }) {
  const { first } = form.values;
  const range = rangeToBlock(form.values);
  const day = {
    type: "date",
    required: true,
    max: addDays(today, CALENDAR_DAYS_AHEAD - 1),
  } as const;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="first" label="First day" {...day} min={today} />
        <TextField
          form={form}
          name="last"
          label="Last day"
          {...day}
          min={isCalendarDate(first) ? first : today}
        />
      </div>
      <p role="status" className="text-sm text-muted-foreground tabular-nums">
        {range && wholeDays(range, today)}
      </p>
    </>
  );
}

const bookedRanges = (refusal: unknown): readonly BookedRange[] =>
  refusal instanceof ApiError && refusal.code === "dates_booked"
    ? (refusal.details.ranges as readonly BookedRange[])
    : [];

function describeBooked(error: unknown): string | undefined {
  const { length } = bookedRanges(error);
  if (length === 0) return undefined;
  return `Booked days can't be blocked. ${length === 1 ? "This booking is" : "These bookings are"} in the way:`;
}

interface BookedProps extends Pick<BlockDialogProps, "renters" | "today"> {
  booked: readonly BookedRange[];
}

/** The bookings in the way, which link to their details. */
function Booked({ booked, renters, today }: BookedProps) {
  return (
    <ul className="grid gap-1">
      {booked.map(({ booking_id: id, ...dates }) => {
        const renter = renters?.get(id);
        return (
          <li key={id}>
            <Link to={paths.hostBookings({ booking: id })} className="font-medium underline">
              {renter && `${renter.first_name} ${renter.last_name}, `}
              {formatRange(toRentalPeriod(dates), today)}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
