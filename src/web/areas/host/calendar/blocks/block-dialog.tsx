// Blocks days of cars, or takes the cars out of service: the cars, the first and last day, why, and
// a private note. Errors keep what was entered.
import { useId, useState } from "react";
import { Link } from "react-router";
import {
  addDays,
  dayAfter,
  fromWireRange,
  isCalendarDate,
  type BookedRange,
  type CalendarDate,
  type DateRange,
} from "../../../../../domain/calendar/dates.ts";
import { formatDayRange } from "../../../../../domain/text/format.ts";
import {
  CALENDAR_DAYS_AHEAD,
  MAX_CARS_AT_ONCE,
  MAX_NOTE_LENGTH,
  OUTAGE_REASONS,
} from "../../../../../domain/calendar/host-calendar.ts";
import { ApiError } from "../../../../api/api.ts";
import { SelectField, TextField } from "../../../../forms/fields.tsx";
import { FormDialog } from "../../../../forms/form-dialog.tsx";
import { storedTexts } from "../../../../forms/form-draft.ts";
import type { FieldErrors } from "../../../../forms/form-errors.ts";
import { useAppForm, type AppForm } from "../../../../forms/use-app-form.ts";
import { paths } from "../../../../paths.ts";
import { Button } from "../../../../ui/button.tsx";
import { toast } from "../../../../ui/overlay/toast.ts";
import { CarChoice } from "./car-choice.tsx";
import { describeClosed } from "./closed-text.ts";
import { wholeDays, type Renters } from "../range-text.ts";
import type { BlockDraft, BlockValues, CarOption } from "./use-block-draft.ts";
import { useClosing } from "../use-host-calendar.ts";
import { fullName } from "../../../../parts/person/full-name.ts";

interface MissingCars {
  busy: boolean;
  onRetry: () => void;
}

export interface BlockDialogProps {
  draft: BlockDraft;
  /** The cars to choose from. There is no choice if there is only one. */
  cars: readonly CarOption[];
  /** Set if some of the host's cars failed to load. */
  missing?: MissingCars | undefined;
  today: CalendarDate;
  renters: Renters;
  /** Receives the values that are about to be sent. */
  onKeep: (draft: BlockDraft) => void;
  onClose: () => void;
}

/** The errors that are visible without the server. */
const checkDays = ({ carIds, first, last }: BlockDraft): FieldErrors<BlockValues> => ({
  carIds:
    carIds.length === 0
      ? "Choose at least one car"
      : carIds.length > MAX_CARS_AT_ONCE
        ? `Choose at most ${MAX_CARS_AT_ONCE} cars at a time`
        : undefined,
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

const stored = storedTexts({ note: "block.note", reason: "block.reason" });

/** The cars and days, as one text. */
const toKey = ({ carIds, first, last }: BlockDraft): string => [...carIds, first, last].join();

/** Sends the form. Bookings on the days are named first; the next attempt leaves them out. */
function useBlockForm({ draft, cars, today, onKeep, onClose }: BlockDialogProps) {
  const [named, setNamed] = useState<string | null>(null);
  const closing = useClosing((requested, booked) => {
    stored.drop();
    toast(describeClosed({ ...requested, booked, cars, today }));
    onClose();
  });
  const form = useAppForm<BlockValues>({
    id: useId(),
    initial: { ...draft, reason: "", note: "" },
    check: checkDays,
    isLive: true,
    draft: stored,
    findField,
    describe: describeBooked,
    send: async ({ note, reason, ...days }) => {
      const range = rangeToBlock(days);
      if (!range) return;
      onKeep(days);
      try {
        await closing.mutateAsync({
          carIds: days.carIds,
          ...range,
          note: note.trim(),
          reason: OUTAGE_REASONS.find((each) => each === reason),
          skipsBooked: named === toKey(days),
        });
      } catch (error) {
        if (bookedRanges(error).length > 0) setNamed(toKey(days));
        throw error;
      }
    },
  });
  return { form, isOffered: named === toKey(form.values) };
}

export function BlockDialog(props: BlockDialogProps) {
  const { cars, missing, today, renters, onClose } = props;
  const { form, isOffered } = useBlockForm(props);
  const booked = bookedRanges(form.refusal);
  const isOutage = form.values.reason !== "";
  return (
    <FormDialog
      form={form}
      title="Block dates"
      description={
        cars.length > 1
          ? "No one can book the cars on these days."
          : "No one can book the car on these days."
      }
      failureTitle={isOutage ? "Nothing was changed yet" : "Nothing was blocked"}
      summaryNote={
        booked.length > 0 && (
          <Booked {...{ booked, cars, renters, today }}>
            {isOutage
              ? "Bookings stay as they are until you cancel them."
              : "Booked days can't be blocked, but you can block the free days around them."}
          </Booked>
        )
      }
      cancelLabel="Cancel"
      confirmLabel={
        isOutage
          ? isOffered
            ? "Keep the bookings and continue"
            : "Take out of service"
          : isOffered
            ? "Block the free days"
            : "Block dates"
      }
      busyLabel={isOutage ? "Saving..." : "Blocking..."}
      onClose={() => {
        stored.drop();
        onClose();
      }}
    >
      {cars.length > 1 && <CarChoice form={form} cars={cars} />}
      {missing && <SomeCarsMissing {...missing} />}
      <Days form={form} today={today} />
      <SelectField form={form} name="reason" label="Reason">
        <option value="">Not for rent</option>
        <optgroup label="Out of service">
          <option value="mechanic">At the mechanic</option>
          <option value="accident">Accident</option>
          <option value="other">Something else</option>
        </optgroup>
      </SelectField>
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

const SomeCarsMissing = ({ busy, onRetry }: MissingCars) => (
  <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
    Some of your cars didn&rsquo;t load.
    <Button
      variant="outline"
      size="small"
      busy={busy}
      busyLabel="Trying again..."
      onClick={onRetry}
    >
      Try again
    </Button>
  </div>
);

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
  return length === 1 ? "There's a booking on these days:" : "There are bookings on these days:";
}

interface BookedProps extends Pick<BlockDialogProps, "cars" | "renters" | "today"> {
  booked: readonly BookedRange[];
  /** What can be done about them. */
  children: string;
}

/** The bookings in the way, which link to their details. */
function Booked({ booked, cars, renters, today, children }: BookedProps) {
  return (
    <>
      <ul className="grid gap-1">
        {booked.map(({ booking_id: id, car_id, ...dates }) => {
          const renter = renters?.get(id);
          const car = cars.length > 1 && cars.find((each) => each.id === car_id);
          return (
            <li key={id}>
              <Link to={paths.hostBookings({ booking: id })} className="font-medium underline">
                {car && `${car.title}: `}
                {renter && `${fullName(renter)}, ${renter.number}, `}
                {formatDayRange(fromWireRange(dates), today)}
              </Link>
            </li>
          );
        })}
      </ul>
      <p>{children}</p>
    </>
  );
}
