// One handover: photos, readings, marks, the licence check and the code. After its confirmation it
// is a record, to which some things can still be added.
import { use, useState } from "react";
import { formatCount, formatCounted } from "../../../domain/text/format.ts";
import { Breakdown } from "../../ui/breakdown.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { Panel } from "../../ui/panel.tsx";
import { fullName } from "../person/full-name.ts";
import { EntryTime } from "./entry-time.tsx";
import { TripFailure } from "./explain-trip.tsx";
import { CodePanel } from "./code/code-panel.tsx";
import type { HandoverProps } from "./handover-props.ts";
import { LockboxAnswer, LockboxPanel } from "./lockbox/lockbox-panel.tsx";
import { MarkList } from "./mark-list.tsx";
import { ReadingForm } from "./reading-form.tsx";
import { ReturnNotice } from "./return-notice.tsx";
import { TripPhotos } from "./trip-photos.tsx";
import { UnsentContext } from "./offline/unsent-context.ts";
import {
  describeConfirmation,
  describeStoredCode,
  formatLevel,
  HANDOVER_NAMES,
  nameAuthor,
  otherName,
} from "./trip-text.ts";
import { TripRecorderContext } from "./trip-recorder.ts";
import { useEntry } from "./use-entry.ts";

export function HandoverPanel({ trip, handover }: HandoverProps) {
  const record = trip[handover];
  const { confirmation } = record;
  const { isRunner } = use(TripRecorderContext);
  const id = `handover-${handover}`;
  return (
    <Panel as="section" aria-labelledby={id} className="grid gap-7">
      <div className="grid gap-2">
        <h2 id={id} className="text-2xl">
          {HANDOVER_NAMES[handover]}
        </h2>
        {confirmation ? (
          <>
            <Note icon={<Icon name="check" size={20} />}>
              {confirmation.by === "code" && use(UnsentContext).has(confirmation.id)
                ? describeStoredCode(trip, handover)
                : describeConfirmation(trip, confirmation)}
            </Note>
            <LockboxAnswer trip={trip} handover={handover} />
          </>
        ) : (
          <p className="text-muted-foreground">
            {trip.lockbox ? "Record the car." : "Record the car together."} Nothing can be changed
            or removed afterwards, only added.
          </p>
        )}
        {handover === "return" && !trip.pickup.confirmation && !isRunner && (
          <p className="text-muted-foreground">
            The pickup isn&rsquo;t confirmed yet: {otherName(trip)}&rsquo;s phone hasn&rsquo;t sent
            the code. You can record the return already. We add it once the code has arrived.
          </p>
        )}
      </div>
      <Readings trip={trip} handover={handover} />
      <TripPhotos trip={trip} handover={handover} />
      <MarkList trip={trip} handover={handover} />
      {handover === "pickup" && <LicenceCheck trip={trip} handover={handover} />}
      {!confirmation && <CodePanel trip={trip} handover={handover} />}
      <LockboxPanel trip={trip} handover={handover} />
      {handover === "return" && !confirmation && <ReturnNotice trip={trip} />}
    </Panel>
  );
}

function Readings({ trip, handover }: HandoverProps) {
  const { reading, may_record: mayRecord } = trip[handover];
  // A form that has been filled in stays open when the other side's reading arrives.
  const [isEntering, setEntering] = useState(false);
  const driven =
    handover === "return" && reading && trip.pickup.reading
      ? reading.miles - trip.pickup.reading.miles
      : null;
  const showsForm = mayRecord && (isEntering || !reading);
  if (!reading && !mayRecord) return null;
  return (
    <section
      aria-label={`${HANDOVER_NAMES[handover]}: readings`}
      className="grid gap-4"
      onInput={() => setEntering(true)}
    >
      <h3 className="text-lg">Readings</h3>
      {reading && (
        <>
          <Breakdown
            lines={[
              { label: "Odometer", amount: `${formatCount(reading.miles)} miles` },
              {
                label: reading.level.unit === "eighths" ? "Fuel" : "Charge",
                amount: formatLevel(reading.level),
              },
              ...(driven === null
                ? []
                : [
                    {
                      label: "Driven",
                      amount: formatCounted(driven, "mile", "miles"),
                      kind: "sub" as const,
                    },
                  ]),
            ]}
          />
          <p className="text-sm">
            <EntryTime trip={trip} entry={reading} />
          </p>
        </>
      )}
      {showsForm ? (
        <ReadingForm trip={trip} handover={handover} onSaved={() => setEntering(false)} />
      ) : (
        mayRecord && (
          <Button
            variant="outline"
            size="small"
            className="justify-self-start"
            onClick={() => setEntering(true)}
          >
            Enter another reading
          </Button>
        )
      )}
    </section>
  );
}

function LicenceCheck({ trip, handover }: HandoverProps) {
  const { licence_check: check, may_record: mayRecord } = trip[handover];
  const entry = useEntry(trip.booking_id, handover);
  const name = fullName(trip.renter);
  if (!check && !(mayRecord && trip.side === "host")) return null;
  return (
    <section aria-label="Licence" className="grid gap-3">
      <h3 className="text-lg">Licence</h3>
      {check ? (
        <p className="flex gap-2">
          <Icon name="id-card" size={20} className="mt-px flex-none" />
          <span className="grid">
            {nameAuthor(trip, check)} checked {trip.side === "renter" ? "your" : "the"} licence.
            <span className="text-sm">
              <EntryTime trip={trip} entry={check} />
            </span>
          </span>
        </p>
      ) : (
        <>
          <p>
            Look at {name}&rsquo;s driving licence. The photo should show the person in front of
            you.
          </p>
          <Button
            variant="outline"
            size="small"
            className="justify-self-start"
            busy={entry.isPending}
            busyLabel="Saving..."
            onClick={() => entry.mutate({ kind: "licence_check" })}
          >
            <Icon name="id-card" size={16} />
            I&rsquo;ve checked the licence
          </Button>
        </>
      )}
      <TripFailure error={entry.failure} otherwise="That wasn't saved. Please try again." />
    </section>
  );
}
