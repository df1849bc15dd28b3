// Asks the server to verify a checkout with the card provider, and reads the booking that came of it; a few times, with growing
// pauses, as long as the provider has more to say.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Booking } from "../../../contract/bookings.ts";
import { api, ApiError, type CallOptions } from "../../lib/api.ts";
import { queryKeys, signedIn } from "../../lib/query.tsx";
import { isUnsettled } from "./outcome.ts";

const PAUSES_MS = [1_000, 2_000, 4_000, 8_000];

const isCode = (error: unknown, code: ApiError["code"]) => error instanceof ApiError && error.code === code;

/** @throws ApiError */
async function readOutcome(sessionId: string, options: CallOptions): Promise<Booking> {
  let unanswered: unknown;
  try {
    await api("POST /functions/v1/verify-booking-payment", { body: { session_id: sessionId } }, options);
  } catch (error) {
    if (!isCode(error, "payment_provider_failed")) throw error;
    unanswered = error;
  }
  const booking = await api(
    "GET /api/bookings/by-session/{session_id}",
    { params: { session_id: sessionId } },
    options,
  );
  // The provider's own message may have come all the same; only without it its silence is a failure.
  if (unanswered && isUnsettled(booking)) throw unanswered;
  return booking;
}

export type OutcomeReading =
  | { state: "verifying" }
  | { state: "settled"; booking: Booking }
  /** Asked often enough, and the provider has not finished. */
  | { state: "waiting"; booking: Booking; retry: () => void }
  | { state: "not_found" }
  | { state: "failed"; error: Error; retry: () => void };

export function useOutcome(sessionId: string): OutcomeReading {
  const client = useQueryClient();
  const queryKey = queryKeys.outcome(sessionId);
  const { data, error, isFetching } = useQuery({
    queryKey,
    queryFn: ({ signal }) => signedIn((options) => readOutcome(sessionId, options), signal),
    refetchInterval: ({ state }) =>
      state.status === "success" &&
      state.data &&
      isUnsettled(state.data) &&
      (PAUSES_MS[state.dataUpdateCount - 1] ?? false),
  });
  const retry = () => void client.resetQueries({ queryKey });
  if (data && !isUnsettled(data)) return { state: "settled", booking: data };
  if (isCode(error, "PGRST116")) return { state: "not_found" };
  if (error) return { state: "failed", error, retry };
  const answers = client.getQueryState(queryKey)?.dataUpdateCount ?? 0;
  if (!data || isFetching || answers <= PAUSES_MS.length) return { state: "verifying" };
  return { state: "waiting", booking: data, retry };
}
