// Records entries of a trip. Each has an id and a time from this device, so that sending it again
// after a lost response does not add it twice.
import { use } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { HandoverKind } from "../../../domain/trip/entry.ts";
import { invalidateEndpoint } from "../../api/api-cache.ts";
import { useApiAction } from "../../api/use-api.ts";
import type {
  CodeInput,
  EntryInput,
  SignatureInput,
  UnsentEntry,
} from "../../session/phone-store.ts";
import type { Stamp } from "../../session/server-clock.ts";
import { useSession } from "../../session/session.ts";
import { discardUnsent } from "./offline/outbox.ts";
import { isFinalRefusal } from "./offline/send-entry.ts";
import { TripRecorderContext } from "./trip-recorder.ts";
import { useSentId } from "./use-sent-id.ts";

export const AGREEMENT = "GET /api/bookings/{id}/agreement";
export const TRIP = "GET /api/bookings/{id}/trip";

function toStamped({ id, ...stamp }: { id: string } & Stamp, corrects?: UnsentEntry) {
  if (!corrects) return { id, ...stamp };
  const { at, deviceAt } = corrects;
  return { id, at, ...(deviceAt && { deviceAt }) };
}

/**
 * Succeeds once this device has stored the entry, or the server has taken it.
 * @param corrects a refused entry, whose time the new one keeps, and which it then replaces
 */
export function useEntry(bookingId: string, handover: HandoverKind, corrects?: UnsentEntry) {
  const client = useQueryClient();
  const { user } = useSession();
  const { record } = use(TripRecorderContext);
  const { identify, forget } = useSentId();
  return useApiAction(
    (content: EntryInput | CodeInput | SignatureInput) =>
      record({
        ...toStamped(identify([content, corrects?.id]), corrects),
        handover,
        content,
        bookingId,
        userId: user?.id ?? "",
        refusal: null,
      }),
    {
      onSuccess: () => {
        forget();
        if (corrects) void discardUnsent(corrects);
      },
      // The screen may be out of date.
      onError: (error) => {
        // The same digits may be right at another time, so they get a new id.
        if (isFinalRefusal(error)) forget();
        void invalidateEndpoint(client, TRIP);
        void invalidateEndpoint(client, AGREEMENT);
      },
    },
  );
}
