// The code on the host's phone: six digits and a QR code, which change every ten minutes.
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, use, useEffect, useState } from "react";
import type { Handover } from "../../../../contract/bookings/trips.ts";
import { formatTime } from "../../../../domain/text/format.ts";
import { codeStep, stepStart } from "../../../../domain/trip/handover-code.ts";
import { useApiAction } from "../../../api/use-api.ts";
import { serverNow } from "../../../session/server-clock.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { TripFailure } from "../explain-trip.tsx";
import type { HandoverProps } from "../handover-props.ts";
import { storeShownStep } from "../offline/handover-secrets.ts";
import { TripRecorderContext } from "../trip-recorder.ts";
import { formatAt, otherName } from "../trip-text.ts";
import { codeLink } from "./code-link.ts";
import { makeCode } from "./make-code.ts";

const QrCode = lazy(() => import("../../../ui/photo/qr-code.tsx"));

type CodeProps = HandoverProps & { reading: NonNullable<Handover["reading"]> };

/** The current step. Changes when the next one begins. */
function useStep(): number {
  const [step, setStep] = useState(() => codeStep(serverNow()));
  useEffect(() => {
    const update = () => setStep(codeStep(serverNow()));
    const timer = setTimeout(update, Math.max(0, stepStart(step + 1) - serverNow()));
    // The timer may have fired late while the phone slept.
    document.addEventListener("visibilitychange", update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", update);
    };
  }, [step]);
  return step;
}

export function HostCode({ trip, handover, reading }: CodeProps) {
  const { readSecret } = use(TripRecorderContext);
  const secret = useApiAction((renew: boolean) => readSecret(trip.booking_id, handover, renew));
  const name = otherName(trip);
  const isOver = secret.data?.triesLeft === 0;
  const [earlier, setEarlier] = useState<number>();
  const current = useStep();
  const steps = secret.data?.shownSteps.filter((step) => step < current) ?? [];
  return (
    <>
      <p>
        {name} enters six digits from your phone, or scans them. You then both agree on these
        readings, and that the trip {handover === "pickup" ? "begins" : "ends"} at that minute.
      </p>
      <p className="text-sm text-muted-foreground">
        No network? {name}&rsquo;s phone stores the code and sends it later. Both phones then need
        the same readings. This page shows the {handover} as confirmed once the code has arrived. If
        it was wrong, {name} will ask you for another, which you can read out on the phone.
      </p>
      <div role="status" className="empty:hidden">
        {secret.data && !isOver && (
          <Code
            trip={trip}
            handover={handover}
            reading={reading}
            secret={secret.data.secret}
            step={earlier ?? current}
            isEarlier={earlier !== undefined}
          />
        )}
        {isOver && <p>Too many wrong codes were entered. Please make a new one.</p>}
      </div>
      <Button
        variant={secret.data ? "outline" : "default"}
        className="justify-self-start"
        busy={secret.isPending}
        busyLabel="Making..."
        onClick={() => secret.mutate(secret.data !== undefined)}
      >
        <Icon name="key-round" size={18} />
        {isOver ? "Make a new code" : secret.data ? "Check for a new code" : "Show the code"}
      </Button>
      {secret.data && !isOver && steps.length > 0 && (
        <EarlierCodes name={name} steps={steps} shown={earlier} onShow={setEarlier} />
      )}
      <TripFailure
        error={secret.failure}
        otherwise="We couldn't make a code. The first one and each new one need a network."
      />
    </>
  );
}

interface EarlierCodesProps {
  name: string;
  steps: readonly number[];
  /** Undefined for the current one. */
  shown: number | undefined;
  onShow: (step: number | undefined) => void;
}

/** The codes that this phone has shown. A mistyped code is corrected with the one of its time. */
const EarlierCodes = ({ name, steps, shown, onShow }: EarlierCodesProps) => (
  <details>
    <summary className="flex min-h-11 cursor-pointer items-center font-medium">
      Earlier codes
    </summary>
    <p className="pb-3 text-sm text-muted-foreground">
      Was {name}&rsquo;s code refused? Read out the code for the time on {name}&rsquo;s page, with
      the same readings as then. The trip then counts from that time.
    </p>
    <div className="flex flex-wrap gap-2">
      {steps.map((step) => (
        <Button
          key={step}
          variant="outline"
          size="small"
          aria-pressed={step === shown}
          onClick={() => onShow(step === shown ? undefined : step)}
        >
          {formatAt(new Date(stepStart(step)).toISOString())}
        </Button>
      ))}
    </div>
  </details>
);

interface ShownCodeProps extends CodeProps {
  secret: string;
  step: number;
  /** Whether it is not the current one. */
  isEarlier: boolean;
}

function Code({ trip, handover, reading, secret, step, isEarlier }: ShownCodeProps) {
  const client = useQueryClient();
  const bookingId = trip.booking_id;
  const [code, setCode] = useState("");
  const { miles, level } = reading;
  const { unit, value } = level;
  useEffect(() => {
    let isCurrent = true;
    const figures = { miles, level: { unit, value } as typeof level };
    void makeCode(secret, handover, figures, step).then((made) => isCurrent && setCode(made));
    return () => {
      isCurrent = false;
    };
  }, [secret, handover, miles, unit, value, step]);
  useEffect(() => {
    // The trip may have begun, even if the renter's phone sends nothing for days.
    void storeShownStep(bookingId, handover, step).then(() =>
      client.invalidateQueries({ queryKey: ["stored-trip"] }),
    );
  }, [client, bookingId, handover, step]);
  if (!code) return null;
  return (
    <div className="grid justify-items-center gap-2 rounded-md bg-surface-2 p-5">
      <p className="text-sm text-muted-foreground">Show {otherName(trip)} these digits</p>
      <p
        data-testid="handover-code"
        className="font-display text-[3rem] leading-[1.1] font-semibold tracking-[.08em] tabular-nums"
      >
        {code}
      </p>
      <Suspense>
        <QrCode
          text={codeLink(trip.booking_id, handover, code)}
          label={`QR code of the digits, for ${otherName(trip)}'s camera`}
        />
      </Suspense>
      <p className="text-sm text-muted-foreground">
        {isEarlier
          ? `The code of ${formatAt(new Date(stepStart(step)).toISOString())}.`
          : `Valid until ${formatTime(new Date(stepStart(step + 1)))}. The next one then appears here.`}
      </p>
    </div>
  );
}
