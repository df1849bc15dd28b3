// The dialog of a range that is not a booking: a block that can be removed, whole or in part; an
// outage that can end earlier; days taken by another site; a checkout.
import { useId } from "react";
import { Link } from "react-router";
import type { CalendarRange } from "../../../../../contract/host/calendar.ts";
import {
  addDays,
  dayAfter,
  fromWireRange,
  isCalendarDate,
  type CalendarDate,
} from "../../../../../domain/calendar/dates.ts";
import { TextField } from "../../../../forms/fields.tsx";
import { FormDialog } from "../../../../forms/form-dialog.tsx";
import { useAppForm } from "../../../../forms/use-app-form.ts";
import { paths } from "../../../../paths.ts";
import { Button } from "../../../../ui/button.tsx";
import { Dialog } from "../../../../ui/overlay/dialog.tsx";
import { datesOfRange, wholeDays, describeRange } from "../range-text.ts";
import { useEndOutage, useUnblock } from "../use-host-calendar.ts";

export interface RangeDialogProps {
  range: CalendarRange;
  /** The car's title. */
  title: string;
  carId: string;
  today: CalendarDate;
  onClose: () => void;
}

export function RangeDialog(props: RangeDialogProps) {
  const { outage } = props.range;
  if (outage) return <OutageDialog {...props} outage={outage} />;
  return props.range.kind === "block" ? <UnblockDialog {...props} /> : <TakenDialog {...props} />;
}

/** Days that cannot be freed here, and where they can be. */
function TakenDialog({ range, title, carId, today, onClose }: RangeDialogProps) {
  const isImport = range.kind === "import";
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isImport ? describeRange(range, undefined, today).what : "Held for a checkout"}
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
  const lastDay = addDays(range.end_date, -1);
  const unblock = useUnblock(onClose);
  const form = useAppForm({
    id: useId(),
    initial: { first: range.start_date, last: lastDay },
    check: (days) => ({ last: checkDays(days, range.start_date, lastDay) }),
    isLive: true,
    send: ({ first, last }) =>
      unblock.mutateAsync({ id: range.id, from: first, to: dayAfter(last) }),
  });
  const { first, last } = form.values;
  const isWhole = first === range.start_date && last === lastDay;
  const day = { type: "date", required: true, min: range.start_date, max: lastDay } as const;
  return (
    <FormDialog
      form={form}
      title="Blocked dates"
      description={
        <>
          <b>{title}</b>, {wholeDays(fromWireRange(range), today)}
        </>
      }
      failureTitle="Nothing was changed"
      cancelLabel="Keep blocked"
      confirmLabel={
        isWhole || checkDays(form.values, range.start_date, lastDay)
          ? "Unblock"
          : "Unblock these days"
      }
      busyLabel="Unblocking..."
      onClose={onClose}
      above={range.note && <p className="wrap-anywhere">{range.note}</p>}
    >
      <p className="text-sm text-muted-foreground">
        Choose a shorter range to unblock only those days.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="first" label="First day" {...day} />
        <TextField form={form} name="last" label="Last day" {...day} />
      </div>
    </FormDialog>
  );
}

interface OutageDialogProps extends RangeDialogProps {
  outage: NonNullable<CalendarRange["outage"]>;
}

/** Ends an outage today or on a later day, or removes one that has not begun. */
function OutageDialog({ range, outage, title, today, onClose }: OutageDialogProps) {
  const lastDay = addDays(outage.end_date, -1);
  const earliest = outage.start_date > today ? outage.start_date : today;
  const end = useEndOutage(onClose);
  const form = useAppForm({
    id: useId(),
    initial: { from: earliest as string },
    check: ({ from }) => ({
      from:
        isCalendarDate(from) && from >= earliest && from <= lastDay
          ? undefined
          : "Choose a day while the car is out of service",
    }),
    isLive: true,
    send: ({ from }) => end.mutateAsync({ id: outage.id, from }),
  });
  return (
    <FormDialog
      form={form}
      title="Out of service"
      description={
        <>
          <b>{title}</b>, {wholeDays(fromWireRange(outage), today)}
        </>
      }
      failureTitle="Nothing was changed"
      cancelLabel="Keep out of service"
      confirmLabel="Back in service"
      busyLabel="Saving..."
      onClose={onClose}
      above={<p className="wrap-anywhere">{describeRange(range, undefined, today).what}</p>}
    >
      <TextField
        form={form}
        name="from"
        label="Back in service from"
        hint="The first day the car can be booked again."
        type="date"
        required
        min={earliest}
        max={lastDay}
      />
    </FormDialog>
  );
}

/** What is wrong with the days to unblock, which are shown at the last one. */
function checkDays(
  { first, last }: { first: string; last: string },
  start: CalendarDate,
  end: CalendarDate,
): string | undefined {
  const isWithin = (day: string) => isCalendarDate(day) && day >= start && day <= end;
  if (!isWithin(first) || !isWithin(last)) return "Choose days within the block";
  return last < first ? "The last day is before the first" : undefined;
}
