// Where the account is signed in: this browser first, then the others, each with a sign-out button;
// and a button that signs out everywhere.
import { lazy, Suspense, useState } from "react";
import type { SessionRow } from "../../../../contract/people/sessions.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatMonthDayYear } from "../../../../domain/text/format.ts";
import { describeDevice } from "../../../../domain/person/device.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { showFailure } from "../../../api/show-failure.ts";
import { forgetDrafts } from "../../../forms/drafts.ts";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { useApi, useApiMutation } from "../../../api/use-api.ts";
import { countOwnUnsent, signOutHere } from "../../../session/sign-out.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { clearStoredTexts } from "../../../forms/stored-text.ts";
import { describeUnsent } from "../../../parts/person/use-sign-out.tsx";
import { useSession } from "../../../session/session.ts";
import { NotLoaded } from "../../../parts/list/not-loaded.tsx";
import { Icon } from "../../../ui/icon.tsx";

const ConfirmDialog = lazy(() => import("../../../ui/overlay/confirm-dialog.tsx"));

export function SessionsSection() {
  const query = useApi("GET /api/sessions", {});
  const [isAsking, setAsking] = useState(false);
  const [unsent, setUnsent] = useState(0);
  const [leaving, setLeaving] = useState(false);
  const userId = useSession().user?.id;
  const focus = useFocusAfterwards();
  const end = useEndSession(() => focus("sessions"));
  if (query.isPending) return <Skeleton className="h-[9rem] w-full rounded-md" />;
  if (!query.data) return <NotLoaded what="Your devices" query={query} />;

  const ask = async () => {
    setUnsent(await countOwnUnsent());
    setAsking(true);
  };
  const signOutEverywhere = async () => {
    setLeaving(true);
    try {
      await apiAsUser("DELETE /api/sessions", {});
    } catch (error) {
      return showFailure(error, "We couldn't sign you out everywhere. Please try again.");
    } finally {
      setLeaving(false);
    }
    clearStoredTexts();
    forgetDrafts();
    // The other sessions have ended; this ends the current one.
    await signOutHere(userId).catch(() => undefined);
    toast({ title: "Signed out everywhere" });
  };
  return (
    <>
      <ul className="grid divide-y divide-border">
        {query.data.sessions.map((session) => (
          <Session
            key={session.id}
            session={session}
            busy={end.isPending && end.variables === session.id}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
      <Button variant="outline" className="justify-self-start" onClick={() => void ask()}>
        Sign out everywhere
      </Button>
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            title="Sign out everywhere"
            text={`This includes this device. Unsaved changes in this browser will be lost.${unsent > 0 ? ` ${describeUnsent(unsent)}` : ""}`}
            cancelLabel="Stay Signed In"
            confirmLabel="Sign Out Everywhere"
            busyLabel="Signing out..."
            busy={leaving}
            onClose={() => setAsking(false)}
            onConfirm={() => void signOutEverywhere()}
          />
        </Suspense>
      )}
    </>
  );
}

interface SessionProps {
  session: SessionRow;
  busy: boolean;
  onEnd: () => void;
}

function Session({ session, busy, onEnd }: SessionProps) {
  const device = describeDevice(session.user_agent);
  const icon = /iPhone|iPad|Android/.test(device) ? "smartphone" : "laptop";
  const used = formatMonthDayYear(todayInNassau(new Date(session.last_used_at)));
  const since = formatMonthDayYear(todayInNassau(new Date(session.signed_in_at)));
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <Icon name={icon} size={24} className="flex-none text-muted-foreground" />
      <div className="min-w-[min(100%,12rem)] flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {device} {session.is_current && <Badge variant="palm">This browser</Badge>}
        </p>
        <p className="text-sm text-muted-foreground">
          {session.is_current ? "In use now" : `Last used ${used}`}, signed in {since}
          {session.address && `, from ${session.address}`}
        </p>
      </div>
      {!session.is_current && (
        <Button
          variant="outline"
          size="small"
          busy={busy}
          busyLabel="Signing out..."
          onClick={onEnd}
        >
          Sign out<span className="sr-only"> of {device}</span>
        </Button>
      )}
    </li>
  );
}

const useEndSession = (onDone: () => void) =>
  useApiMutation("DELETE /api/sessions/{id}", {
    call: (id: string) => ({ params: { id } }),
    invalidates: ["GET /api/sessions"],
    failed: "We couldn't sign that device out. Please try again.",
    onSuccess: () => {
      toast({ title: "Device signed out" });
      onDone();
    },
  });
