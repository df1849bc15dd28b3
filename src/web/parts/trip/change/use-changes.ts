// Reads the changes to a booking, and takes their steps.
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { apiAsUser } from "../../../api/as-user.ts";
import type { EndpointCall, EndpointOutput } from "../../../api/api-cache.ts";
import { BOOKINGS } from "../../../api/endpoint-groups.ts";
import { useApi, useApiMutation } from "../../../api/use-api.ts";
import type { ChangeQuote } from "./change-text.ts";

const QUOTE = "POST /api/bookings/{id}/changes/quote";

/** What a change asks for; everything else stays as booked. */
export type WantedChange = EndpointCall<typeof QUOTE>["body"];

export const useChanges = (bookingId: string) =>
  useApi("GET /api/bookings/{id}/changes", { params: { id: bookingId } });

/** Leads to the card provider's page if the saved card could not be charged. */
export const payOnPage = ({ checkout_url }: EndpointOutput<"POST /api/bookings/{id}/changes">) => {
  if (checkout_url !== null) location.assign(checkout_url);
};

/** What a change costs or gives back. While another one loads, the previous one stays visible. */
export function useChangeQuote(bookingId: string, wanted: WantedChange | null) {
  const client = useQueryClient();
  const queryKey = ["change-quote", bookingId, wanted];
  const query = useQuery<ChangeQuote>({
    queryKey,
    queryFn: ({ signal }) =>
      apiAsUser(QUOTE, { params: { id: bookingId }, body: wanted ?? {} }, signal),
    enabled: wanted !== null,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  return {
    quote: wanted === null || query.error ? undefined : query.data,
    error: wanted === null ? null : query.error,
    /** The quote is for an earlier choice, or there is none yet. */
    isLoading: query.isFetching,
    retry: () => void query.refetch(),
    refresh: () => client.invalidateQueries({ queryKey, exact: true }),
  };
}

/** The steps of an open request. */
export function useChangeSteps(bookingId: string, change_id: string) {
  const params = { id: bookingId, change_id };
  const invalidates = BOOKINGS;
  const call = () => ({ params });
  return {
    accept: useApiMutation("POST /api/bookings/{id}/changes/{change_id}/acceptance", {
      call: (agreed_refund_cents: number | undefined) => ({
        params,
        body: agreed_refund_cents === undefined ? {} : { agreed_refund_cents },
      }),
      invalidates,
      onSuccess: payOnPage,
    }),
    decline: useApiMutation("POST /api/bookings/{id}/changes/{change_id}/refusal", {
      call,
      invalidates,
    }),
    withdraw: useApiMutation("POST /api/bookings/{id}/changes/{change_id}/withdrawal", {
      call,
      invalidates,
    }),
    pay: useApiMutation("POST /api/bookings/{id}/changes/{change_id}/payment", {
      call,
      invalidates,
      onSuccess: payOnPage,
    }),
  };
}
