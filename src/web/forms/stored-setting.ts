// A setting that is saved as soon as it is selected: shown optimistically, and rolled back with a
// message if it could not be stored.
import { useQueryClient } from "@tanstack/react-query";
import {
  apiKey,
  setApiData,
  updateApiData,
  type EndpointCall,
  type Endpoint,
  type EndpointOutput,
  type ReadEndpoint,
} from "../api/api-cache.ts";
import { useApiMutation } from "../api/use-api.ts";
import { toast } from "../ui/overlay/toast.ts";

type StoreEndpoint = Extract<Endpoint, `PUT ${string}` | `PATCH ${string}`>;

interface StoredSetting<R extends ReadEndpoint, S extends StoreEndpoint, V> {
  /** The parameters of the setting's endpoint, if it has any. */
  of?: EndpointCall<R>;
  /** The call that stores the selected value. */
  call: (requested: V) => EndpointCall<S>;
  /** The setting after the selected value is stored. */
  after: (before: EndpointOutput<R>, requested: V) => EndpointOutput<R>;
  /** What else to refetch afterwards. */
  invalidates?: readonly ReadEndpoint[];
}

/** @param reads the endpoint of the setting
 *  @param stores the endpoint that stores it */
export function useStoredSetting<R extends ReadEndpoint, S extends StoreEndpoint, V>(
  reads: R,
  stores: S,
  { of = {} as EndpointCall<R>, call, after, invalidates = [] }: StoredSetting<R, S, V>,
) {
  const client = useQueryClient();
  const queryKey = apiKey(reads, of);
  return useApiMutation(stores, {
    call,
    invalidates,
    failed: "We couldn't save the setting. Please try again.",
    scope: { id: reads }, // Runs one after the other, so that the last choice wins.
    onMutate: async (requested) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<EndpointOutput<R>>(queryKey);
      updateApiData(client, reads, of, (setting) => after(setting, requested));
      return { before };
    },
    onSuccess: () => toast({ title: "Setting saved" }),
    onError: (_error, _wanted, previous) => {
      if (previous?.before !== undefined) setApiData(client, reads, of, previous.before);
    },
  });
}
