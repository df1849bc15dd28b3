// The agreement of a trip as its page shows it: from the server or, without a network, from this
// device, in both cases with signatures that this device has not sent yet.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { use, useEffect } from "react";
import type { Agreement } from "../../../../contract/bookings/agreements.ts";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { setApiData } from "../../../api/api-cache.ts";
import { useApi } from "../../../api/use-api.ts";
import type { UnsentEntry } from "../../../session/phone-store.ts";
import { useSession } from "../../../session/session.ts";
import { onOutboxEvent } from "../offline/outbox.ts";
import { addToStoredTrip, readStoredTrip } from "../offline/stored-trip.ts";
import { UnsentContext } from "../offline/unsent-context.ts";
import { AGREEMENT } from "../use-entry.ts";

export function useAgreement({ booking_id: bookingId, side }: Trip) {
  const userId = useSession().user?.id ?? "";
  const client = useQueryClient();
  const unsent = use(UnsentContext);
  const query = useApi(AGREEMENT, { params: { id: bookingId } });
  const { data } = query;
  const { data: stored } = useQuery({
    queryKey: ["stored-agreement", userId, bookingId],
    staleTime: Infinity,
    retry: false,
    queryFn: async () => (await readStoredTrip(userId, bookingId))?.agreement ?? null,
  });
  useEffect(() => {
    // Without storage it needs a network.
    if (data)
      addToStoredTrip(userId, bookingId, () => ({ agreement: data })).catch(() => undefined);
  }, [data, userId, bookingId]);
  useEffect(
    () =>
      onOutboxEvent((event) => {
        if (event.kind !== "sent" || !("agreement" in event)) return;
        // A response that is already on its way may not contain the signature.
        void client.cancelQueries({ queryKey: [AGREEMENT] });
        setApiData(client, AGREEMENT, { params: { id: event.bookingId } }, event.agreement);
      }),
    [client],
  );
  const known = data ?? stored ?? undefined;
  const agreement =
    known && side !== "admin" ? withSignatures(known, side, [...unsent.values()]) : known;
  return { agreement, query };
}

/** @param unsent the caller's entries; a refused signature is not part of the agreement */
function withSignatures(
  agreement: Agreement,
  side: "renter" | "host",
  unsent: readonly UnsentEntry[],
): Agreement {
  const added = unsent.flatMap(({ id, at, content, refusal }) =>
    content.kind === "signature" &&
    refusal === null &&
    agreement.signatures.every((each) => each.id !== id)
      ? [
          {
            id,
            side,
            name: content.name,
            path: content.path ?? null,
            at,
            received_at: at,
            text_sha256: content.text_sha256,
          },
        ]
      : [],
  );
  const isSigned = added.some(({ text_sha256 }) => text_sha256 === agreement.text_sha256);
  return {
    ...agreement,
    signatures: [...agreement.signatures, ...added],
    may_sign: agreement.may_sign && !isSigned,
  };
}
