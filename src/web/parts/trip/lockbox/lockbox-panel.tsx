// A pickup and a return with the car's lockbox, without the host: the code, the renter's
// confirmation, and the host's answer.
import { use, useState } from "react";
import { LOCKBOX_ANSWER_HOURS } from "../../../../domain/trip/trip.ts";
import { MAX_LOCKBOX_CONTEST_LENGTH } from "../../../../domain/trip/entry.ts";
import { formatList } from "../../../../domain/text/format.ts";
import { useApiMutation } from "../../../api/use-api.ts";
import { TextareaField } from "../../../forms/fields.tsx";
import { Form, SubmitButton } from "../../../forms/form.tsx";
import { useAppForm } from "../../../forms/use-app-form.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { EntryTime } from "../entry-time.tsx";
import { describeTripError, TripFailure } from "../explain-trip.tsx";
import type { HandoverProps } from "../handover-props.ts";
import { UnsentContext } from "../offline/unsent-context.ts";
import { useIsOnline } from "../offline/use-outbox.ts";
import { formatAt, formatUntil, HANDOVER_NAMES, nameSide, PHOTO_NAMES } from "../trip-text.ts";
import { TRIP, useEntry } from "../use-entry.ts";

/** Renders nothing for a car without a lockbox, and once the handover is confirmed. */
export function LockboxPanel({ trip, handover }: HandoverProps) {
  const { may_record: mayRecord, confirmation } = trip[handover];
  if (!trip.lockbox || !mayRecord || confirmation || trip.side === "admin") return null;
  if (trip.on_hold && handover === "pickup") return null;
  return (
    <section
      aria-label={`${HANDOVER_NAMES[handover]}: lockbox`}
      className="grid gap-4 border-t border-border pt-4"
    >
      <h3 className="text-lg">{handover === "pickup" ? "Pick up" : "Return"} with the lockbox</h3>
      {trip.side === "host" ? (
        <HostLockbox trip={trip} handover={handover} />
      ) : trip.lockbox.opened_at ? (
        <>
          <Code trip={trip} />
          <ConfirmAlone trip={trip} handover={handover} />
        </>
      ) : handover === "pickup" ? (
        <ClosedLockbox trip={trip} />
      ) : (
        <p className="text-muted-foreground">
          You picked up the car without the lockbox, so please confirm the return with{" "}
          {trip.host.first_name}.
        </p>
      )}
    </section>
  );
}

function HostLockbox({ trip, handover }: HandoverProps) {
  const { first_name: renter } = trip.renter;
  if (handover === "return")
    return (
      <p className="text-muted-foreground">
        {renter} can leave the key in the lockbox and confirm alone. You then have{" "}
        {LOCKBOX_ANSWER_HOURS} hours to accept or contest it.
      </p>
    );
  return (
    <p className="text-muted-foreground">
      {trip.lockbox?.opened_at
        ? `${renter} was shown the code on ${formatAt(trip.lockbox.opened_at)}.`
        : `We show ${renter} the code at the pickup time, once one of you has photographed the outside.`}{" "}
      You can change the code on the car&rsquo;s page.
    </p>
  );
}

/** What the code waits for, and the button that shows it. */
function ClosedLockbox({ trip }: Pick<HandoverProps, "trip">) {
  const isOnline = useIsOnline();
  const [id] = useState(() => crypto.randomUUID());
  const opening = useApiMutation("POST /api/bookings/{id}/trip/lockbox", {
    call: () => ({ params: { id: trip.booking_id }, body: { id } }),
    invalidates: [TRIP],
  });
  if (!trip.lockbox) return null;
  const { opens_at: opensAt, is_due: isDue, missing_photos: missing } = trip.lockbox;
  return (
    <>
      <ul className="grid gap-2">
        <Condition isMet={isDue}>
          {isDue ? "It's pickup time." : `You can see the code from ${formatAt(opensAt)}.`}
        </Condition>
        <Condition isMet={missing.length === 0}>
          {missing.length === 0
            ? "The photos of the outside are in."
            : `Please photograph the outside of the car first. Still missing: ${formatList(missing.map((place) => PHOTO_NAMES[place].toLowerCase()))}.`}
        </Condition>
      </ul>
      {!isOnline && (
        <p className="text-muted-foreground">
          Showing the code needs a network. After that, it stays on this phone.
        </p>
      )}
      {isDue && missing.length === 0 && isOnline && (
        <Button
          className="justify-self-start"
          busy={opening.isPending}
          busyLabel="One moment..."
          onClick={() => opening.mutate()}
        >
          <Icon name="key-round" size={18} />
          Show the lockbox code
        </Button>
      )}
      <TripFailure error={opening.failure} otherwise="The code didn't load. Please try again." />
    </>
  );
}

const Condition = ({ isMet, children }: { isMet: boolean; children: string }) => (
  <li className="flex gap-2">
    <Icon name={isMet ? "check" : "clock"} size={18} className="mt-1 flex-none" />
    <span>{children}</span>
  </li>
);

function Code({ trip: { lockbox, host } }: Pick<HandoverProps, "trip">) {
  if (!lockbox?.code)
    return (
      <p className="text-muted-foreground">
        There&rsquo;s no code on this phone yet. Connect to a network once. If you still don&rsquo;t
        see a code, please message {host.first_name}.
      </p>
    );
  return (
    <div className="grid justify-items-center gap-2 rounded-md bg-surface-2 p-5 text-center">
      <p className="text-sm text-muted-foreground">Lockbox code</p>
      <p
        data-testid="lockbox-code"
        className="font-display text-[2.5rem] leading-[1.1] font-semibold tracking-[.08em] wrap-anywhere tabular-nums"
      >
        {lockbox.code}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{lockbox.directions}</p>
    </div>
  );
}

function ConfirmAlone({ trip, handover }: HandoverProps) {
  const entry = useEntry(trip.booking_id, handover);
  const { reading } = trip[handover];
  const { first_name: host } = trip.host;
  const isPickup = handover === "pickup";
  const energy = trip.car.is_electric ? "charging" : "fuel";
  if (!reading)
    return (
      <p className="text-muted-foreground">
        {isPickup
          ? "Take the key and close the box. Then enter the readings above."
          : "Enter the readings above. Then put the key back and close the box."}
      </p>
    );
  return (
    <>
      <p>
        You confirm these readings alone. {host} can accept or contest them for{" "}
        {LOCKBOX_ANSWER_HOURS} hours.{" "}
        {isPickup ? `Distance and ${energy}` : `Distance, ${energy} and a late return`} are only
        charged if {host} accepts.
      </p>
      <Button
        className="justify-self-start"
        busy={entry.isPending}
        busyLabel="Saving..."
        onClick={() => entry.mutate({ kind: "lockbox_confirmation", reading_id: reading.id })}
      >
        {isPickup ? "I have the key, start the trip" : "The key is in the box, end the trip"}
      </Button>
      <TripFailure error={entry.failure} otherwise="That wasn't saved. Please try again." />
    </>
  );
}

/** The host's answer to what the renter confirmed alone, or the form for it. */
export function LockboxAnswer({ trip, handover }: HandoverProps) {
  const { lockbox_answer: answer, answer_until: until, may_answer: mayAnswer } = trip[handover];
  if (answer)
    return (
      <section aria-label={`${HANDOVER_NAMES[handover]}: answer`} className="grid gap-1">
        <p className="font-medium">
          {nameSide(trip, "host")}{" "}
          {answer.accepts
            ? "accepted these readings."
            : "contested this. Nothing is charged from it. We may contact you."}
        </p>
        {answer.words && <p className="whitespace-pre-line wrap-anywhere">{answer.words}</p>}
        <p className="text-sm">
          <EntryTime trip={trip} entry={answer} />
        </p>
      </section>
    );
  if (!until) return null;
  if (!mayAnswer)
    return (
      <p className="text-muted-foreground">
        {nameSide(trip, "host")} can accept or contest this until {formatUntil(until)}. Without an
        answer, nothing is charged from these readings.
      </p>
    );
  return <AnswerForm trip={trip} handover={handover} until={until} />;
}

function AnswerForm({ trip, handover, until }: HandoverProps & { until: string }) {
  const entry = useEntry(trip.booking_id, handover);
  const unsent = use(UnsentContext);
  const [isContesting, setContesting] = useState(false);
  const { first_name: renter } = trip.renter;
  const form = useAppForm({
    id: `contest-${handover}`,
    describe: describeTripError,
    initial: { words: "" },
    check: ({ words }) => ({ words: words.trim() ? undefined : "Say what doesn't match." }),
    send: async ({ words }) => {
      await entry.mutateAsync({ kind: "lockbox_contest", words: words.trim() });
    },
  });
  const isAnswered = [...unsent.values()].some(
    ({ handover: of, content: { kind }, refusal }) =>
      of === handover &&
      refusal === null &&
      (kind === "lockbox_acceptance" || kind === "lockbox_contest"),
  );
  if (isAnswered)
    return <p role="status">Your answer isn&rsquo;t sent yet. It has to arrive in time.</p>;
  return (
    <section aria-label={`${HANDOVER_NAMES[handover]}: answer`} className="grid gap-4">
      <p>
        {renter} confirmed this alone. Look at the photos and readings, then accept or contest them
        by {formatUntil(until)}. If you don&rsquo;t accept, nothing is charged from it.
      </p>
      {isContesting ? (
        <Form form={form} failureTitle="Not contested" className="grid gap-4">
          <TextareaField
            form={form}
            name="words"
            label="What doesn't match?"
            hint={`${renter} and our team can read it.`}
            rows={3}
            required
            maxLength={MAX_LOCKBOX_CONTEST_LENGTH}
          />
          <div className="flex flex-wrap gap-3">
            <SubmitButton form={form} busyLabel="Saving...">
              Contest
            </SubmitButton>
            <Button variant="outline" onClick={() => setContesting(false)}>
              Back
            </Button>
          </div>
        </Form>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button
            busy={entry.isPending}
            busyLabel="Saving..."
            onClick={() => entry.mutate({ kind: "lockbox_acceptance" })}
          >
            Accept
          </Button>
          <Button variant="outline" onClick={() => setContesting(true)}>
            Contest
          </Button>
        </div>
      )}
      {!isContesting && (
        <TripFailure error={entry.failure} otherwise="That wasn't saved. Please try again." />
      )}
    </section>
  );
}
