// Asks the server to verify a checkout with the card provider, and loads the resulting booking. It
// retries a few times, with growing pauses, while the result is not final.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import type { Api } from "../../../../contract/index.ts";
import { isCode } from "../../../api/api.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { isMade, isUnsettled, findOutcome } from "../../../parts/booking/booking-outcome.ts";
import { dropTypedTexts } from "../../../parts/booking/typed-texts.ts";

const PAUSES_MS = [1_000, 2_000, 4_000, 8_000];

type OpenCheckout = Api["GET /api/listings/{id}/open-checkout"]["output"]["checkout"];

/** The card provider's and the server's result for a checkout. */
export interface Verified {
  booking: Booking;
  /** The checkout, while payment can still be completed. */
  checkout: OpenCheckout;
}

/** @throws ApiError */
async function readOutcome(sessionId: string, signal: AbortSignal): Promise<Verified> {
  let unanswered: unknown;
  try {
    const body = { session_id: sessionId };
    await apiAsUser("POST /functions/v1/verify-booking-payment", { body }, signal);
  } catch (error) {
    if (!isCode(error, "payment_provider_failed")) throw error;
    unanswered = error;
  }
  const booking = await apiAsUser(
    "GET /api/checkout-sessions/{session_id}/booking",
    { params: { session_id: sessionId } },
    signal,
  );
  // The provider's webhook may have arrived anyway; only without it is the failure an error.
  if (unanswered && isUnsettled(booking)) throw unanswered;
  if (findOutcome(booking) !== "unpaid") return { booking, checkout: null };
  const { checkout } = await apiAsUser(
    "GET /api/listings/{id}/open-checkout",
    { params: { id: booking.car.id } },
    signal,
  );
  return { booking, checkout: checkout?.session_id === sessionId ? checkout : null };
}

export type OutcomeReading =
  | { state: "verifying" }
  | { state: "settled"; outcome: Verified }
  /** Not paid yet, or the provider has not finished after all retries. */
  | { state: "waiting"; outcome: Verified; retry: () => void }
  | { state: "not_found" }
  | { state: "failed"; error: Error; retry: () => void };

export function useOutcome(sessionId: string): OutcomeReading {
  const client = useQueryClient();
  const queryKey = ["checkout outcome", sessionId];
  const { data, error, isFetching } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readOutcome(sessionId, signal),
    refetchInterval: ({ state }) =>
      state.status === "success" &&
      state.data &&
      isUnsettled(state.data.booking) &&
      (PAUSES_MS[state.dataUpdateCount - 1] ?? false),
    // The user may have paid in another tab.
    refetchOnWindowFocus: ({ state }) =>
      state.data && isUnsettled(state.data.booking) ? "always" : false,
  });
  const bookedCarId = data && isMade(data.booking) ? data.booking.car.id : null;
  useEffect(() => {
    if (bookedCarId) dropTypedTexts(bookedCarId);
  }, [bookedCarId]);
  const retry = () => void client.resetQueries({ queryKey });
  if (data && !isUnsettled(data.booking)) return { state: "settled", outcome: data };
  if (isCode(error, "not_found")) return { state: "not_found" };
  if (error) return { state: "failed", error, retry };
  if (!data) return { state: "verifying" };
  // "Not paid" is shown immediately. "Charging" usually passes soon, so it waits for the retries.
  const answers = client.getQueryState(queryKey)?.dataUpdateCount ?? 0;
  const isPassing =
    findOutcome(data.booking) === "charging" && (isFetching || answers <= PAUSES_MS.length);
  return isPassing ? { state: "verifying" } : { state: "waiting", outcome: data, retry };
}
