// A storm: what has happened so far and, while it is on, its refunds, its last day and its end.
import { lazy, Suspense, useState } from "react";
import type { AdminStorm } from "../../../../contract/admin/admin-storms.ts";
import { isCalendarDate, todayInNassau } from "../../../../domain/calendar/dates.ts";
import { islandName } from "../../../../domain/place/islands.ts";
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import {
  formatCounted,
  formatDayRange,
  formatInstant,
  formatList,
  formatUsd,
} from "../../../../domain/text/format.ts";
import { useSession } from "../../../session/session.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { TextInput } from "../../../ui/form/controls.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { EndDialog } from "./end-dialog.tsx";
import { StormCars } from "./storm-cars.tsx";
import { useMoveStorm, useRefunds } from "./use-storms.ts";

const ConfirmDialog = lazy(() => import("../../../ui/overlay/confirm-dialog.tsx"));

export function StormPanel({ storm }: { storm: AdminStorm }) {
  const { id, name, islands, first_day, last_day, ended_at } = storm;
  const today = todayInNassau(new Date());
  const titleId = `storm-${id}`;
  const [isOpen, setOpen] = useState(false);
  const mayDecide = mayAsAdmin("decide_bookings", useSession());
  return (
    <Panel as="section" aria-labelledby={titleId} className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={titleId} tabIndex={-1} className="text-lg wrap-anywhere">
            {name}
          </h2>
          <p className="text-sm text-muted-foreground">
            {formatList(islands.map(islandName))},{" "}
            {formatDayRange({ start: first_day, end: last_day }, today)}
          </p>
        </div>
        <Badge variant={ended_at === null ? "sun" : "secondary"}>
          {ended_at === null ? "On" : "Over"}
        </Badge>
      </div>
      <p className="text-sm whitespace-pre-line wrap-anywhere">{storm.summary ?? storm.message}</p>
      <p className="font-medium">{describeFigures(storm)}</p>
      {storm.refunds_failed > 0 && (
        <p className="text-sm text-destructive-text">
          {formatCounted(storm.refunds_failed, "booking", "bookings")} couldn&apos;t be cancelled.
          When the refunds are done, run them again, or cancel these bookings one by one.
        </p>
      )}
      <p className="text-xs text-muted-foreground">
        Declared by {storm.declared_by ?? "a former admin"},{" "}
        {formatInstant(new Date(storm.declared_at))}
        {ended_at !== null &&
          `. Ended by ${storm.ended_by ?? "a former admin"}, ${formatInstant(new Date(ended_at))}`}
      </p>
      {isOpen && <StormCars stormId={id} />}
      <Button
        variant="ghost"
        size="small"
        className="w-fit"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? "Hide" : "Show"} cars, ${name}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? "Hide cars" : "Show cars"}
      </Button>
      {ended_at === null && mayDecide && <Steps storm={storm} />}
    </Panel>
  );
}

/** "19 trips cancelled (17 by admins and 2 by renters), $4,410.60 given back, 0 of 34 cars
 *  inspected". Leaves out what has not happened. */
function describeFigures(storm: AdminStorm): string {
  const { cancelled_by_admins, cancelled_by_renters, cancelled_by_hosts } = storm;
  const cancelled = cancelled_by_admins + cancelled_by_renters + cancelled_by_hosts;
  const by = [
    cancelled_by_admins > 0 && `${cancelled_by_admins} by admins`,
    cancelled_by_renters > 0 && `${cancelled_by_renters} by renters`,
    cancelled_by_hosts > 0 && `${cancelled_by_hosts} by hosts`,
  ].filter((part) => part !== false);
  return [
    cancelled === 0
      ? "No trips cancelled yet"
      : `${formatCounted(cancelled, "trip", "trips")} cancelled (${formatList(by)})`,
    storm.moved > 0 && `${storm.moved} moved`,
    storm.declined > 0 && `${formatCounted(storm.declined, "request", "requests")} declined`,
    storm.refund_cents > 0 && `${formatUsd(storm.refund_cents)} given back`,
    `${storm.inspected} of ${formatCounted(storm.cars, "car", "cars")} inspected`,
  ]
    .filter((part) => part !== false)
    .join(", ");
}

const REFUND_BUTTONS: Record<AdminStorm["refunds"], string> = {
  none: "Cancel and refund all",
  running: "Stop",
  stopped: "Continue",
  done: "Run again",
};

/** "Trips are being cancelled and refunded. 212 trips and requests are left." */
function describeRefunds({ refunds, remaining }: AdminStorm): string {
  const left = formatCounted(remaining, "trip or request is", "trips and requests are");
  switch (refunds) {
    case "none":
      return `${left} still to come. Nothing is cancelled until you start.`;
    case "running":
      return `Trips are being cancelled and refunded. ${left} left.`;
    case "stopped":
      return `Stopped. ${left} left. Nothing more is cancelled until you continue.`;
    case "done":
      return remaining === 0
        ? "All upcoming trips have been cancelled and refunded."
        : `The refunds are done. ${left} left: new, just approved, failed, or your own.`;
  }
}

function Steps({ storm }: { storm: AdminStorm }) {
  const [asking, setAsking] = useState<"start" | "end" | null>(null);
  const refunds = useRefunds(storm, () => setAsking(null));
  const isRunning = storm.refunds === "running";
  return (
    <div className="grid gap-4 border-t border-border pt-4">
      <LastDay key={storm.last_day} storm={storm} />
      <p role="status" className="text-sm">
        {describeRefunds(storm)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant={isRunning ? "outline" : "secondary"}
          busy={isRunning && refunds.isPending}
          busyLabel="Stopping..."
          onClick={() => (isRunning ? refunds.mutate("stop") : setAsking("start"))}
        >
          {REFUND_BUTTONS[storm.refunds]}
        </Button>
        <Button variant="outline" disabled={isRunning} onClick={() => setAsking("end")}>
          End storm
        </Button>
      </div>
      {asking === "start" && (
        <Suspense>
          <ConfirmDialog
            title="Cancel and refund all upcoming trips?"
            text={`Each renter gets a full refund, with the reason “${storm.name}”. Open requests are declined. You can stop at any time.`}
            cancelLabel="Keep them"
            confirmLabel="Cancel and refund"
            busyLabel="Starting..."
            busy={refunds.isPending}
            onClose={() => setAsking(null)}
            onConfirm={() => refunds.mutate("start")}
          />
        </Suspense>
      )}
      {asking === "end" && <EndDialog storm={storm} onClose={() => setAsking(null)} />}
    </div>
  );
}

function LastDay({ storm }: { storm: AdminStorm }) {
  const [day, setDay] = useState<string>(storm.last_day);
  const moving = useMoveStorm(storm);
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field label="Last day">
        <TextInput
          type="date"
          value={day}
          className="w-44"
          onChange={({ target }) => setDay(target.value)}
        />
      </Field>
      <Button
        variant="outline"
        disabled={!isCalendarDate(day) || day === storm.last_day}
        busy={moving.isPending}
        busyLabel="Changing..."
        onClick={() => isCalendarDate(day) && moving.mutate(day)}
      >
        Change last day
      </Button>
    </div>
  );
}
