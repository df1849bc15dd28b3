// The renter's notice that the car is back, in case the host isn't there to show a code.
import { use } from "react";
import { RETURN_NOTICE_HOURS } from "../../../domain/trip/trip.ts";
import { Button } from "../../ui/button.tsx";
import { EntryTime } from "./entry-time.tsx";
import { TripFailure } from "./explain-trip.tsx";
import type { HandoverProps } from "./handover-props.ts";
import { UnsentContext } from "./offline/unsent-context.ts";
import { useEntry } from "./use-entry.ts";

export function ReturnNotice({ trip }: Pick<HandoverProps, "trip">) {
  const entry = useEntry(trip.booking_id, "return");
  const { return_notice: notice, may_record: mayRecord } = trip.return;
  const isUnsent = use(UnsentContext).has(notice?.id ?? "");
  const isRenter = trip.side === "renter";
  const { first_name: host } = trip.host;
  if (!notice && !(isRenter && mayRecord)) return null;
  return (
    <section aria-label="Car is back" className="grid gap-3 border-t border-border pt-4">
      {notice ? (
        <div role="status" className="grid gap-1 text-sm">
          <p className="text-base">
            {isUnsent
              ? `Not sent yet. The ${RETURN_NOTICE_HOURS} hours start when it's sent. Call ${host}.`
              : isRenter
                ? `You said that the car is back. If ${host} doesn't answer within ${RETURN_NOTICE_HOURS} hours, the return counts as confirmed.`
                : `${trip.renter.first_name} said that the car is back. Please check the car and confirm. After ${RETURN_NOTICE_HOURS} hours, the return counts as confirmed. Unless ${trip.renter.first_name} enters your code, a late return, distance, fuel or charging can't be charged.`}
          </p>
          <EntryTime trip={trip} entry={notice} />
        </div>
      ) : (
        <>
          <p className="text-muted-foreground">
            Is {host} not there to show a code? Tell us that you returned the car. We&rsquo;ll let{" "}
            {host} know right away. If we hear nothing within {RETURN_NOTICE_HOURS} hours, your
            return counts as confirmed.
          </p>
          <Button
            variant="outline"
            className="justify-self-start"
            busy={entry.isPending}
            busyLabel="Saving..."
            onClick={() => entry.mutate({ kind: "return_notice" })}
          >
            I returned the car
          </Button>
        </>
      )}
      <TripFailure error={entry.failure} otherwise="That wasn't saved. Please try again." />
    </section>
  );
}
