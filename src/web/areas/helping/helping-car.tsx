// The days of a car whose calendar the user helps with: when it is taken, and blocking and freeing
// days.
import { useId, useState } from "react";
import { useParams } from "react-router";
import type { CalendarRange } from "../../../contract/host/calendar.ts";
import { addDays, todayInNassau, type CalendarDate } from "../../../domain/calendar/dates.ts";
import { MAX_NOTE_LENGTH } from "../../../domain/calendar/host-calendar.ts";
import { formatDayRange } from "../../../domain/text/format.ts";
import { useApi, useApiMutation } from "../../api/use-api.ts";
import { TextField } from "../../forms/fields.tsx";
import { Form, SubmitButton } from "../../forms/form.tsx";
import { useAppForm } from "../../forms/use-app-form.ts";
import { pageMeta } from "../../parts/page/page-meta.ts";
import { carName } from "../../parts/page/shared-text.ts";
import { PageContent } from "../../parts/list/page-content.tsx";
import { paths } from "../../paths.ts";
import { BackLink } from "../../parts/page/back-link.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/overlay/toast.ts";
import { Panel } from "../../ui/panel.tsx";

export const meta = () => pageMeta("Calendar");

const SHOWN_DAYS = 365;

const KINDS: Record<CalendarRange["kind"], string> = {
  booking: "Booked",
  hold: "Requested",
  block: "Blocked",
  outage: "Out of service",
  import: "Taken on another site",
};

export default function HelpingCarPage() {
  const { carId = "" } = useParams();
  const [today] = useState(() => todayInNassau(new Date()));
  const cars = useApi("GET /api/helping", {}).data?.hosts.flatMap((host) => host.cars);
  const car = cars?.find(({ id }) => id === carId);
  const query = useApi("GET /api/host/calendar", {
    query: { car_id: carId, from: today, to: addDays(today, SHOWN_DAYS) },
  });
  return (
    <>
      <BackLink to={paths.helping()} label="Helping" />
      <h1 className="text-2xl">{car ? carName(car) : "Calendar"}</h1>
      <PageContent
        query={query}
        data={query.data?.cars[0]?.ranges}
        failed="The calendar didn't load."
        height="h-72"
      >
        {(ranges) => (
          <>
            <BlockForm carId={carId} today={today} />
            <Ranges ranges={ranges} today={today} />
          </>
        )}
      </PageContent>
    </>
  );
}

function BlockForm({ carId, today }: { carId: string; today: CalendarDate }) {
  const block = useApiMutation("POST /api/host/calendar/blocks", {
    invalidates: ["GET /api/host/calendar"],
  });
  const form = useAppForm({
    id: useId(),
    initial: { first: "", last: "", note: "" },
    check: ({ first, last }) => ({
      first: first ? undefined : "Choose the first day",
      last: last && last >= first ? undefined : "Choose a last day that isn't before the first",
    }),
    send: async ({ first, last, note }) => {
      await block.mutateAsync({
        body: {
          car_ids: [carId],
          start_date: first,
          end_date: addDays(last as CalendarDate, 1),
          note: note.trim() || null,
        },
      });
      toast({ title: "Days blocked" });
      form.reset({ first: "", last: "", note: "" });
    },
  });
  return (
    <Panel as="section" aria-labelledby="block-days" className="grid gap-4">
      <h2 id="block-days" className="text-xl">
        Block days
      </h2>
      <Form form={form} failureTitle="The days weren't blocked" className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField form={form} name="first" label="First day" type="date" min={today} required />
          <TextField form={form} name="last" label="Last day" type="date" min={today} required />
        </div>
        <TextField form={form} name="note" label="Note" optional maxLength={MAX_NOTE_LENGTH} />
        <SubmitButton form={form} busyLabel="Blocking..." className="justify-self-start">
          Block
        </SubmitButton>
      </Form>
    </Panel>
  );
}

function Ranges({ ranges, today }: { ranges: readonly CalendarRange[]; today: CalendarDate }) {
  return (
    <Panel as="section" aria-labelledby="taken-days" className="grid gap-3">
      <h2 id="taken-days" className="text-xl">
        Taken days
      </h2>
      {ranges.length === 0 ? (
        <p className="text-muted-foreground">The car is free for the next year.</p>
      ) : (
        <ul className="grid divide-y divide-border">
          {ranges.map((range) => (
            <Range key={range.id} range={range} today={today} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Range({ range, today }: { range: CalendarRange; today: CalendarDate }) {
  const { id, kind, note, start_date: start, end_date: end, booking_id: bookingId } = range;
  const days = formatDayRange({ start, end: bookingId === null ? addDays(end, -1) : end }, today);
  const free = useApiMutation("DELETE /api/host/calendar/blocks/{id}", {
    call: () => ({ params: { id }, query: {} }),
    invalidates: ["GET /api/host/calendar"],
    failed: "The days weren't freed",
    onSuccess: () => toast({ title: "Days freed" }),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-medium">{days}</p>
        <p className="text-sm wrap-anywhere text-muted-foreground">
          {KINDS[kind]}
          {note && `: ${note}`}
        </p>
      </div>
      {kind === "block" && (
        <Button
          variant="outline"
          size="small"
          aria-label={`Free ${days}`}
          busy={free.isPending}
          busyLabel="Freeing..."
          onClick={() => free.mutate()}
        >
          Free
        </Button>
      )}
    </li>
  );
}
