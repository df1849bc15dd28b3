// Shows what this device has not sent, and whether the trip works without a network.
import { lazy, Suspense, useState } from "react";
import { formatCounted, formatList, formatTime } from "../../../../domain/text/format.ts";
import { TRIP_ON_PHONE_DAYS } from "../../../../domain/trip/on-phone.ts";
import type { UnsentEntry } from "../../../session/phone-store.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Note } from "../../../ui/note.tsx";
import { explainTrip } from "../explain-trip.tsx";
import { DAMAGE_NAMES, formatAt, HANDOVER_NAMES, PART_NAMES, PHOTO_NAMES } from "../trip-text.ts";
import { TripPhoto } from "../trip-photo.tsx";
import { discardUnsent, retryRefused, sendUnsent } from "./outbox.ts";
import { isAbout, toError } from "./send-entry.ts";
import { useIsLasting } from "./use-is-lasting.ts";
import { useIsOnline, type Outbox } from "./use-outbox.ts";

const ConfirmDialog = lazy(() => import("../../../ui/overlay/confirm-dialog.tsx"));

/** Sending usually takes less than this, and then needs no message. */
const SLOW_MS = 1500;

function nameEntry({ handover, content }: UnsentEntry): string {
  const name = (): string => {
    switch (content.kind) {
      case "photo":
        return content.mark_id ? "Photo of a mark" : PHOTO_NAMES[content.place];
      case "mark":
        return `${DAMAGE_NAMES[content.damage]}, ${PART_NAMES[content.part].toLowerCase()}`;
      case "reading":
        return "Readings";
      case "licence_check":
        return "Licence check";
      case "return_notice":
        return "The car is back";
      case "lockbox_confirmation":
        return "Confirmed with the lockbox";
      case "lockbox_acceptance":
        return "Accepted";
      case "lockbox_contest":
        return "Contested";
      case "confirmation":
        return "Code";
      case "signature":
        return "Signature under the rental agreement";
    }
  };
  return `${HANDOVER_NAMES[handover]}: ${name()}`;
}

const isPhoto = ({ content }: UnsentEntry): boolean => content.kind === "photo";

/** "3 entries and 2 photos". */
function countEntries(entries: readonly UnsentEntry[]): string {
  const photos = entries.filter(isPhoto).length;
  const others = entries.length - photos;
  return formatList([
    ...(others > 0 ? [formatCounted(others, "entry", "entries")] : []),
    ...(photos > 0 ? [formatCounted(photos, "photo", "photos")] : []),
  ]);
}

const countRemoved = (entries: readonly UnsentEntry[]): string =>
  entries.length > 1 ? countEntries(entries) : entries.some(isPhoto) ? "this photo" : "this entry";

/** @param storedAt when the trip that the page shows was stored; undefined if it is current */
export function OutboxPanel({
  outbox,
  storedAt,
}: {
  outbox: Outbox;
  storedAt?: number | undefined;
}) {
  const isOnline = useIsOnline();
  const { unsent, problem, page } = outbox;
  const waiting = unsent.filter(({ refusal }) => refusal === null);
  const refused = unsent.filter(({ refusal }) => refusal !== null);
  const isSlow = useIsLasting(waiting.length > 0, SLOW_MS);
  const needsNetwork = !isOnline || storedAt !== undefined || isSlow;
  const [hadUnsent, setHadUnsent] = useState(false);
  if (needsNetwork && waiting.length > 0 && !hadUnsent) setHadUnsent(true);
  return (
    <>
      <div role="status" className="empty:hidden">
        {needsNetwork ? (
          <Note variant="sun" icon={<Icon name="cloud-off" size={20} />}>
            <Status isOnline={isOnline} waiting={waiting} storedAt={storedAt} />
          </Note>
        ) : (
          hadUnsent &&
          unsent.length === 0 && <Note icon={<Icon name="cloud-check" size={20} />}>All sent.</Note>
        )}
      </div>
      {problem && (
        <Note variant="conch" icon={<Icon name="triangle-exclamation-point" size={20} />}>
          {problem === "full"
            ? "This phone's storage is full. Until you free up space, everything here needs a network."
            : "This browser doesn't let us store anything. You may be in a private window. Everything here needs a network."}
        </Note>
      )}
      {unsent.length > 0 && <Unsent entries={unsent} refused={refused} />}
      {!needsNetwork && !problem && page && <PageNote page={page} />}
    </>
  );
}

const PageNote = ({ page }: { page: NonNullable<Outbox["page"]> }) => (
  <p className="flex items-center gap-2 text-sm text-muted-foreground">
    <Icon name={page === "stored" ? "cloud-check" : "cloud-off"} size={16} className="flex-none" />
    {page === "stored"
      ? "This page works without a network."
      : "This page isn't saved on your phone yet, so it needs a network. Open it again to save it."}
  </p>
);

interface UnsentProps {
  entries: readonly UnsentEntry[];
  refused: readonly UnsentEntry[];
}

function Unsent({ entries, refused }: UnsentProps) {
  return (
    <details open={refused.length > 0}>
      <summary className="flex min-h-11 cursor-pointer items-center font-medium">
        Not sent yet ({entries.length})
      </summary>
      <p role="alert" className="text-sm text-destructive-text empty:hidden">
        {refused.length > 0 && `${countEntries(refused)} not accepted. See below.`}
      </p>
      {refused.length > 1 && (
        <Button variant="outline" size="small" onClick={() => void retryRefused(refused)}>
          Retry all
        </Button>
      )}
      <ul className="grid gap-3 pt-2">
        {entries.map((entry) => (
          <li key={entry.id} className="grid gap-1 text-sm">
            <span>
              <b className="font-medium">{nameEntry(entry)}</b>
              <span className="text-muted-foreground">, {formatAt(entry.at)}</span>
            </span>
            {entry.refusal ? <Refused entry={entry} all={entries} /> : <Waiting entry={entry} />}
          </li>
        ))}
      </ul>
      <p className="pt-3 text-sm text-muted-foreground">
        {entries.length === 1 ? "It's saved on this phone." : "They're saved on this phone."} To
        send {entries.length === 1 ? "it" : "them"}, open this page with a network within{" "}
        {TRIP_ON_PHONE_DAYS} days. Signing out deletes {entries.length === 1 ? "it" : "them"}.
      </p>
    </details>
  );
}

/** Why sending an entry has failed, and when it is tried again. */
function Waiting({ entry: { attempt } }: { entry: UnsentEntry }) {
  if (!attempt) return <span>Waiting</span>;
  const next = formatTime(new Date(attempt.at + attempt.waitMs));
  const reason = attempt.problem
    ? explainTrip(toError(attempt.problem), "The server couldn't take this.")
    : "No answer from the server.";
  return (
    <span>
      {reason} Next try at {next}.
    </span>
  );
}

function Status({
  isOnline,
  waiting,
  storedAt,
}: {
  isOnline: boolean;
  waiting: readonly UnsentEntry[];
  storedAt: number | undefined;
}) {
  const saved =
    storedAt !== undefined &&
    ` This is the trip as of ${formatAt(new Date(storedAt).toISOString())}.`;
  if (waiting.length === 0)
    return (
      <>
        {isOnline ? "The server hasn't answered." : "No network."}
        {saved}
      </>
    );
  return (
    <div className="grid justify-items-start gap-2">
      <p>
        {isOnline
          ? `Sending ${countEntries(waiting)}.`
          : `No network. ${countEntries(waiting)} will be sent later.`}
        {saved}
      </p>
      <Button variant="outline" size="small" onClick={() => void sendUnsent("all")}>
        Try now
      </Button>
    </div>
  );
}

function Refused({ entry, all }: { entry: UnsentEntry; all: readonly UnsentEntry[] }) {
  const [isAsking, setAsking] = useState(false);
  if (!entry.refusal) return null;
  const removed = [entry, ...all.filter((other) => isAbout(other, entry))];
  return (
    <>
      {isPhoto(entry) && (
        <span className="block aspect-[4/3] w-32 overflow-hidden rounded-md bg-surface-2">
          <TripPhoto bookingId={entry.bookingId} photoId={entry.id} alt={nameEntry(entry)} />
        </span>
      )}
      <p className="text-destructive-text">
        {explainTrip(toError(entry.refusal), "This wasn't accepted.")}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="small" onClick={() => void retryRefused([entry])}>
          Try again
        </Button>
        <Button variant="outline" size="small" onClick={() => setAsking(true)}>
          Remove
        </Button>
      </div>
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            title={`Remove ${countRemoved(removed)}?`}
            text={`${formatList(removed.map(nameEntry))}. This phone has the only copy, and ${removed.length === 1 ? "it" : "they"} can't be brought back.`}
            cancelLabel="Keep it"
            confirmLabel="Remove"
            busy={false}
            onClose={() => setAsking(false)}
            onConfirm={() => void discardUnsent(entry)}
          />
        </Suspense>
      )}
    </>
  );
}
