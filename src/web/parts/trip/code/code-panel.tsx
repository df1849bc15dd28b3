// Confirms a handover: the host's phone shows six digits, which the renter enters. Neither phone
// needs a network (docs/decisions/0049).
import { use } from "react";
import type { HandoverProps } from "../handover-props.ts";
import { TripRecorderContext } from "../trip-recorder.ts";
import { HANDOVER_NAMES } from "../trip-text.ts";
import { ConfirmAlone } from "./confirm-alone.tsx";
import { HostCode } from "./host-code.tsx";
import { RenterCode } from "./renter-code.tsx";

export function CodePanel({ trip, handover }: HandoverProps) {
  const { reading, may_record: mayRecord } = trip[handover];
  const { isRunner } = use(TripRecorderContext);
  // A trip on hold stops the pickup, never the return.
  if (!mayRecord || (trip.on_hold && handover === "pickup")) return null;
  const confirmAlone = handover === "return" &&
    trip.side === "host" &&
    !isRunner &&
    trip.state === "overdue" && <ConfirmAlone trip={trip} />;
  // The renter confirms alone, and the host answers that.
  if (trip.lockbox?.opened_at) return confirmAlone || null;
  return (
    <section aria-label={`${HANDOVER_NAMES[handover]}: code`} className="grid gap-4">
      <h3 className="text-lg">Confirm together</h3>
      {!reading ? (
        <p className="text-muted-foreground">Enter the readings first.</p>
      ) : trip.side === "host" ? (
        <HostCode trip={trip} handover={handover} reading={reading} />
      ) : (
        <RenterCode key={reading.id} trip={trip} handover={handover} reading={reading} />
      )}
      {confirmAlone}
    </section>
  );
}
