// Sends what this browser has recorded from any signed-in page: when the page opens or becomes
// visible, when the network is back, and at intervals. Then it removes what is too old.
import { formatCounted } from "../../../../domain/text/format.ts";
import { TRIP_ON_PHONE_DAYS } from "../../../../domain/trip/on-phone.ts";
import { removeDueTrips } from "../../../session/phone-store.ts";
import { currentSession } from "../../../session/session-state.ts";
import { hasStoredTrips } from "../../../session/stored-trips.ts";
import { toast } from "../../../ui/overlay/toast.ts";
import { sendUnsent } from "./outbox.ts";
import type { Scope } from "./send-entry.ts";

/** How often to try, as the network may come back without an event. */
const RETRY_MS = 20_000;
let isStarted = false;

/** Begins once per document; further calls send what waits. */
export function keepSending(): void {
  const sending = sendUnsent("unanswered");
  if (isStarted) return;
  isStarted = true;
  void sending.then(removeDue);
  const send = (scope: Scope) => () => {
    if (!document.hidden && hasStoredTrips()) void sendUnsent(scope);
  };
  setInterval(send("due"), RETRY_MS);
  addEventListener("online", send("unanswered"));
  addEventListener("pageshow", send("unanswered"));
  document.addEventListener("visibilitychange", send("unanswered"));
}

/** Removes what is too old, and says so if entries were never sent. */
async function removeDue(): Promise<void> {
  const removed = await removeDueTrips(Date.now()).catch(() => []); // Storage is not allowed.
  const lost = removed.filter(({ userId }) => userId === currentSession().user?.id).length;
  if (lost > 0)
    toast({
      title: `${formatCounted(lost, "entry from a trip was", "entries from a trip were")} never sent`,
      description: `We deleted ${lost === 1 ? "it" : "them"} from this phone after ${TRIP_ON_PHONE_DAYS} days.`,
      variant: "destructive",
    });
}
