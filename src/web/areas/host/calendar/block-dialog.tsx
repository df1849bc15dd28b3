// Blocks days of a car: the first and last day, and a private note. Errors keep what was entered.
import { useId, useState } from "react";
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
import { CALENDAR_DAYS_AHEAD } from "../../../../domain/calendar/host-calendar.ts";
import { ApiError } from "../../../api/api.ts";
import { useKeptText } from "../../../forms/kept-text.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Input, Select } from "../../../ui/form/controls.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { ErrorSummary, type FormFault } from "../../../ui/form/error-summary.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { wholeDays, type Renters } from "./range-words.ts";
import type { BlockDraft } from "./use-calendar-view.ts";
import { useBlock } from "./use-host-calendar.ts";

/** The contract's limit. */
const MAX_NOTE_LENGTH = 200;

type DayField = "first" | "last";
type Faults = Partial<Record<DayField, string>>;

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

/** The errors that are visible without the server. */
function faultsOf({ first, last }: Pick<BlockDraft, DayField>): Faults {
  return {
    ...(!isCalendarDate(first) && { first: "Choose the first day" }),
    ...(!isCalendarDate(last)
      ? { last: "Choose the last day" }
      : last < first && { last: "The last day is before the first" }),
  };
}

/** The days to block; null while a field has an error. */
const daysOf = ({ first, last }: Pick<BlockDraft, DayField>): DateRange | null =>
  isCalendarDate(first) && isCalendarDate(last) && first <= last
    ? { start: first, end: dayAfter(last) }
    : null;

/** The field that a server error belongs to, or null if there is none. */
function fieldOf({ code, details }: ApiError): DayField | null {
  if (code === "dates_past") return "first";
  if (code === "block_too_far" || code === "dates_reversed") return "last";
  if (code === "dates_invalid") return details["field"] === "start_date" ? "first" : "last";
  return null;
}

export function BlockDialog({ draft, cars, today, renters, onKeep, onClose }: BlockDialogProps) {
  const formId = useId();
  const [entered, setEntered] = useState(draft);
  const [note, setNote] = useKeptText(`block.${draft.carId}`);
  const [missing, setMissing] = useState<Faults>({});
  const [attempt, setAttempt] = useState(0);
  const block = useBlock(() => {
    setNote("");
    onClose();
  });
  const change = (part: Partial<BlockDraft>) => {
    setEntered({ ...entered, ...part });
    setMissing({});
    block.reset();
  };
  const refusal = block.failure;
  const field = refusal instanceof ApiError ? fieldOf(refusal) : null;
  const faults: Faults = field ? { [field]: sentenceFor(refusal, "") } : missing;
  const booked =
    refusal instanceof ApiError && refusal.code === "dates_booked"
      ? (refusal.details.ranges as readonly BookedRange[])
      : [];
  const days = daysOf(entered);
  const submit = () => {
    const found = faultsOf(entered);
    setMissing(found);
    setAttempt((count) => count + 1);
    if (!days)
      return document.getElementById(`${formId}-${found.first ? "first" : "last"}`)?.focus();
    onKeep(entered);
    block.mutate({ carId: entered.carId, ...days, note: note.trim() });
  };
  const dayField = (name: DayField, label: string) => (
    <Field label={label} id={`${formId}-${name}`} error={faults[name]}>
      <Input
        type="date"
        required
        min={name === "last" && isCalendarDate(entered.first) ? entered.first : today}
        max={addDays(today, CALENDAR_DAYS_AHEAD - 1)}
        value={entered[name]}
        onChange={({ target }) => change({ [name]: target.value })}
      />
    </Field>
  );
  return (
    <Dialog
      open
      onOpenChange={() => !block.isPending && onClose()}
      title="Block dates"
      description="No one can book the car on these days. Days that are already booked can't be blocked."
      actions={
        <>
          <Button variant="outline" disabled={block.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={block.isPending} busyLabel="Blocking...">
            Block dates
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!block.isPending) submit();
        }}
      >
        {refusal && !field && (
          <Refusal
            error={refusal}
            booked={booked}
            renters={renters}
            attempt={attempt}
            today={today}
          />
        )}
        {cars.length > 1 && (
          <Field label="Car">
            <Select
              value={entered.carId}
              onChange={({ target }) => change({ carId: target.value })}
            >
              {cars.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          {dayField("first", "First day")}
          {dayField("last", "Last day")}
        </div>
        <p role="status" className="text-sm text-muted-foreground tabular-nums">
          {days && wholeDays(days, today)}
        </p>
        <Field label="Note" optional hint="Only you can see it.">
          <Input
            maxLength={MAX_NOTE_LENGTH}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}

interface RefusalProps extends Pick<BlockDialogProps, "renters" | "today"> {
  error: Error;
  booked: readonly BookedRange[];
  attempt: number;
}

/** Why the days were not blocked. Conflicting bookings are named and link to their details. */
function Refusal({ error, booked, renters, attempt, today }: RefusalProps) {
  const faults: FormFault[] =
    booked.length > 0
      ? [
          {
            message: `Booked days can't be blocked. ${booked.length === 1 ? "This booking is" : "These bookings are"} in the way:`,
          },
        ]
      : [{ message: sentenceFor(error, "Please try again in a moment.") }];
  return (
    <ErrorSummary title="Nothing was blocked" faults={faults} attempt={attempt}>
      {booked.length > 0 && (
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
      )}
    </ErrorSummary>
  );
}
