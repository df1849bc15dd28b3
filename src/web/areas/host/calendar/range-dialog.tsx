// The dialog of a range that is not a booking: a block that can be removed, whole or in part; days
// taken by another site; a checkout.
import { useId, useState } from "react";
import { Link } from "react-router";
import type { CalendarRange } from "../../../../contract/host/calendar.ts";
import {
  addDays,
  dayAfter,
  isCalendarDate,
  type CalendarDate,
  toCalendarDate,
  fromWireRange,
} from "../../../../domain/calendar/dates.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Input } from "../../../ui/form/controls.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { ErrorSummary } from "../../../ui/form/error-summary.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { datesOfRange, wholeDays, wordsFor } from "./range-words.ts";
import { useUnblock } from "./use-host-calendar.ts";

export interface RangeDialogProps {
  range: CalendarRange;
  /** The car's title. */
  title: string;
  carId: string;
  today: CalendarDate;
  onClose: () => void;
}

export function RangeDialog(props: RangeDialogProps) {
  return props.range.kind === "block" ? <UnblockDialog {...props} /> : <TakenDialog {...props} />;
}

/** Days that cannot be freed here, and where they can be. */
function TakenDialog({ range, title, carId, today, onClose }: RangeDialogProps) {
  const isImport = range.kind === "import";
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isImport ? wordsFor(range, undefined, today).what : "Held for a checkout"}
      description={
        <>
          <b>{title}</b>, {datesOfRange(range, today)}
        </>
      }
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          {isImport && (
            <Button asChild>
              <Link to={paths.hostCarCalendar(carId)}>Linked calendars</Link>
            </Button>
          )}
        </>
      }
    >
      <p>
        {isImport
          ? "These days are taken on another site. They're free again when that site frees them, or when you disconnect its calendar here."
          : "Someone is paying for these days. They'll be booked, or free again within the hour."}
      </p>
    </Dialog>
  );
}

function UnblockDialog({ range, title, today, onClose }: RangeDialogProps) {
  const formId = useId();
  const lastDay = addDays(range.end_date, -1);
  const [first, setFirst] = useState<string>(range.start_date);
  const [last, setLast] = useState<string>(lastDay);
  const [attempt, setAttempt] = useState(0);
  const unblock = useUnblock(onClose);
  const within = (day: string): boolean =>
    isCalendarDate(day) && day >= range.start_date && day <= lastDay;
  const fault =
    !within(first) || !within(last)
      ? "Choose days within the block"
      : last < first && "The last day is before the first";
  const { failure } = unblock;
  const isWhole = first === range.start_date && last === lastDay;
  const dayField = (
    label: string,
    value: string,
    change: (day: string) => void,
    error?: string,
  ) => (
    <Field label={label} {...(error && { error })}>
      <Input
        type="date"
        required
        min={range.start_date}
        max={lastDay}
        value={value}
        onChange={({ target }) => change(target.value)}
      />
    </Field>
  );
  return (
    <Dialog
      open
      onOpenChange={() => !unblock.isPending && onClose()}
      title="Blocked dates"
      description={
        <>
          <b>{title}</b>, {wholeDays(fromWireRange(range), today)}
        </>
      }
      actions={
        <>
          <Button variant="outline" disabled={unblock.isPending} onClick={onClose}>
            Keep blocked
          </Button>
          <Button type="submit" form={formId} busy={unblock.isPending} busyLabel="Unblocking...">
            {isWhole || fault ? "Unblock" : "Unblock these days"}
          </Button>
        </>
      }
    >
      {range.note && <p className="wrap-anywhere">{range.note}</p>}
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setAttempt((count) => count + 1);
          if (!fault && !unblock.isPending)
            unblock.mutate({ id: range.id, from: first, to: dayAfter(toCalendarDate(last)) });
        }}
      >
        {failure && (
          <ErrorSummary
            title="Nothing was changed"
            faults={[{ message: sentenceFor(failure, "Please try again in a moment.") }]}
            attempt={attempt}
          />
        )}
        <p className="text-sm text-muted-foreground">
          Choose a shorter range to unblock only those days.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          {dayField("First day", first, setFirst)}
          {dayField("Last day", last, setLast, (attempt > 0 && fault) || undefined)}
        </div>
      </form>
    </Dialog>
  );
}
