// Two-step verification: turning it on with an authenticator app, recovery codes, turning it off.
import { lazy, Suspense, useState } from "react";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { formatMonthDayYear } from "../../../domain/text/format.ts";
import type { EndpointOutput } from "../../api/api-cache.ts";
import { NotLoaded } from "../list/not-loaded.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { useFocusAfterwards } from "../../ui/focus/focus-afterwards.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import {
  finishTotp,
  useRecoveryCodes,
  useSecondFactors,
  useTotpSetUp,
  useTurnTotpOff,
} from "./use-second-factors.ts";

const ConfirmDialog = lazy(() => import("../../ui/overlay/confirm-dialog.tsx"));
const TotpDialog = lazy(() => import("./totp-dialog.tsx"));
const RecoveryCodesDialog = lazy(() => import("./recovery-codes-dialog.tsx"));

const STATE_ID = "two-step-state";

type Opened =
  | { kind: "set-up"; started: EndpointOutput<"POST /api/totp"> }
  | { kind: "codes"; codes: readonly string[]; isNew: boolean }
  | { kind: "turn-off" };

export function TwoStepSection() {
  const query = useSecondFactors();
  const [opened, setOpened] = useState<Opened | null>(null);
  const focus = useFocusAfterwards();
  const close = () => {
    // The profile says so only now: an admin's page is replaced as soon as it does.
    if (opened?.kind === "codes" && opened.isNew) void finishTotp();
    setOpened(null);
    focus(STATE_ID);
  };
  if (query.isPending) return <Skeleton className="h-24 w-full rounded-md" />;
  if (!query.data) return <NotLoaded what="Two-step verification" query={query} />;
  const { totp_enabled_at: since, recovery_codes_left: left } = query.data;
  return (
    <>
      <p id={STATE_ID} tabIndex={-1} className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge variant={since ? "palm" : "quiet"}>{since ? "On" : "Off"}</Badge>
        <span className="text-sm text-muted-foreground">
          {since
            ? `Since ${formatMonthDayYear(todayInNassau(new Date(since)))}. You have ${left === 1 ? "one recovery code" : `${left} recovery codes`} left.`
            : "Your password alone signs you in."}
        </span>
      </p>
      {since ? <ManageButtons onOpen={setOpened} /> : <SetUpButton onOpen={setOpened} />}
      <Suspense>
        {opened?.kind === "set-up" && (
          <TotpDialog
            {...opened.started}
            onClose={close}
            onDone={(codes) => setOpened({ kind: "codes", codes, isNew: true })}
          />
        )}
        {opened?.kind === "codes" && <RecoveryCodesDialog codes={opened.codes} onClose={close} />}
        {opened?.kind === "turn-off" && <TurnOffDialog onClose={close} />}
      </Suspense>
    </>
  );
}

interface ButtonsProps {
  onOpen: (opened: Opened) => void;
}

function SetUpButton({ onOpen }: ButtonsProps) {
  const starting = useTotpSetUp((started) => onOpen({ kind: "set-up", started }));
  return (
    <Button
      variant="outline"
      className="justify-self-start"
      busy={starting.isPending}
      busyLabel="One moment..."
      onClick={() => starting.mutate()}
    >
      Set up an authenticator app
    </Button>
  );
}

function ManageButtons({ onOpen }: ButtonsProps) {
  const renewing = useRecoveryCodes((codes) => onOpen({ kind: "codes", codes, isNew: false }));
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        variant="outline"
        busy={renewing.isPending}
        busyLabel="One moment..."
        onClick={() => renewing.mutate()}
      >
        New recovery codes
      </Button>
      <Button variant="outline" onClick={() => onOpen({ kind: "turn-off" })}>
        Turn off
      </Button>
    </div>
  );
}

function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const off = useTurnTotpOff(onClose);
  return (
    <ConfirmDialog
      title="Turn off two-step verification?"
      text="Your password alone will sign you in, your recovery codes stop working, and you'll be signed out on other devices."
      cancelLabel="Keep It On"
      confirmLabel="Turn Off"
      busyLabel="Turning off..."
      busy={off.isPending}
      onClose={onClose}
      onConfirm={() => off.mutate()}
    />
  );
}
