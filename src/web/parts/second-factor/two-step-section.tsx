// Two-step verification: turning it on with an authenticator app, recovery codes, turning it off.
import { lazy, Suspense, useState } from "react";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { formatMonthDayYear } from "../../../domain/text/format.ts";
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

export function TwoStepSection() {
  const query = useSecondFactors();
  /** Recovery codes are shown once, after they were made. */
  const [codes, setCodes] = useState<{ list: readonly string[]; isNew: boolean } | null>(null);
  const [isSettingUp, setSettingUp] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const focus = useFocusAfterwards();
  const close = () => {
    setSettingUp(false);
    setAsking(false);
    setCodes(null);
    focus(STATE_ID);
  };
  const starting = useTotpSetUp(() => setSettingUp(true));
  const off = useTurnTotpOff(close);
  const renewing = useRecoveryCodes();
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
      {since ? (
        <div className="flex flex-wrap gap-3">
          <Button
            variant="outline"
            busy={renewing.isPending}
            busyLabel="One moment..."
            onClick={() =>
              renewing.mutate(undefined, {
                onSuccess: ({ recovery_codes: list }) => setCodes({ list, isNew: false }),
              })
            }
          >
            New recovery codes
          </Button>
          <Button variant="outline" onClick={() => setAsking(true)}>
            Turn off
          </Button>
        </div>
      ) : (
        <Button
          variant="outline"
          className="justify-self-start"
          busy={starting.isPending}
          busyLabel="One moment..."
          onClick={() => starting.mutate()}
        >
          Set up an authenticator app
        </Button>
      )}
      <Suspense>
        {isSettingUp && starting.data && (
          <TotpDialog
            {...starting.data}
            onClose={close}
            onDone={(list) => {
              setSettingUp(false);
              setCodes({ list, isNew: true });
            }}
          />
        )}
        {codes && (
          <RecoveryCodesDialog
            codes={codes.list}
            onClose={() => {
              if (codes.isNew) void finishTotp();
              close();
            }}
          />
        )}
        {isAsking && (
          <ConfirmDialog
            title="Turn off two-step verification?"
            text="Your password alone will sign you in, your recovery codes stop working, and you'll be signed out on other devices."
            cancelLabel="Keep It On"
            confirmLabel="Turn Off"
            busyLabel="Turning off..."
            busy={off.isPending}
            onClose={close}
            onConfirm={() => off.mutate()}
          />
        )}
      </Suspense>
    </>
  );
}
