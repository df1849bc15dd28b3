// The data hooks of signed-in pages: useApi reads, useApiPages reads page by page, and
// useApiMutation writes. They make requests as the signed-in user and abort those that no component
// needs any more.
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseMutationOptions,
  type UseQueryOptions,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { toast } from "../ui/overlay/toast.ts";
import {
  apiKey,
  apiPagesKey,
  invalidateEndpoints,
  type EndpointCall,
  type Endpoint,
  type EndpointOutput,
  type ReadEndpoint,
} from "./api-cache.ts";
import { isRefused, isSessionOver } from "./api.ts";
import { apiAsUser } from "./as-user.ts";
import { showFailure } from "./show-failure.ts";

type ApiOptions<R extends ReadEndpoint> = Omit<
  UseQueryOptions<EndpointOutput<R>>,
  "queryKey" | "queryFn" | "select"
> & {
  /** Other values that the response depends on. A change refetches it. */
  dependsOn?: readonly unknown[];
};

/** Reads an endpoint. The response is cached by endpoint and parameters. */
export function useApi<R extends ReadEndpoint>(
  endpoint: R,
  call: EndpointCall<R>,
  { dependsOn = [], ...options }: ApiOptions<R> = {},
): UseQueryResult<EndpointOutput<R>> {
  return useQuery<EndpointOutput<R>>({
    ...options,
    queryKey: [...apiKey(endpoint, call), ...dependsOn],
    queryFn: ({ signal }) => apiAsUser(endpoint, call, signal),
  });
}

export interface Page {
  next_cursor: string | null;
  /** How many items the list has on all pages, if the endpoint says so. */
  total?: number | undefined;
}
export type Pages<P> = UseInfiniteQueryResult<InfiniteData<P>>;

/** The endpoints that return a list page by page. */
type PagedEndpoint = {
  [R in ReadEndpoint]: EndpointOutput<R> extends Page ? R : never;
}[ReadEndpoint];

/** Reads a list page by page; `call` describes the first page. While a list with other parameters
 *  loads, the previous one stays visible. */
export function useApiPages<R extends PagedEndpoint>(
  endpoint: R,
  call: EndpointCall<R>,
  options: { enabled?: boolean; staleTime?: number } = {},
): Pages<EndpointOutput<R>> {
  const { query } = call as { query?: object };
  return useInfiniteQuery({
    placeholderData: keepPreviousData,
    ...options,
    queryKey: apiPagesKey(endpoint, call),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: cursor, signal }) =>
      apiAsUser(
        endpoint,
        cursor === null ? call : ({ ...call, query: { ...query, cursor } } as EndpointCall<R>),
        signal,
      ),
    getNextPageParam: (page: Page) => page.next_cursor,
  });
}

interface MutationOptions<T, V, C> extends Omit<UseMutationOptions<T, Error, V, C>, "mutationFn"> {
  /** What to refetch before `onSettled` runs. Also refetched after a failure, because the screen
   *  may be out of date. */
  invalidates?: readonly ReadEndpoint[];
  /** The text of the failure toast, if there is no more specific message. */
  failed?: string | ((variables: V) => string);
}

/** The parameters of a call; nothing for an endpoint without any. */
type Variables<R extends Endpoint> = unknown extends EndpointCall<R> ? void : EndpointCall<R>;

/** Calls an endpoint that changes something. `onError` is not called when the session is over,
 *  because the user has already been notified. */
export function useApiMutation<R extends Endpoint, C = unknown>(
  endpoint: R,
  options?: MutationOptions<EndpointOutput<R>, Variables<R>, C> & { call?: never },
): ApiMutation<EndpointOutput<R>, Variables<R>, C>;
/** The same with `call`, which builds the parameters from the argument of `mutate`. */
export function useApiMutation<R extends Endpoint, V = void, C = unknown>(
  endpoint: R,
  options: MutationOptions<EndpointOutput<R>, V, C> & { call: (variables: V) => EndpointCall<R> },
): ApiMutation<EndpointOutput<R>, V, C>;
export function useApiMutation<R extends Endpoint, V, C>(
  endpoint: R,
  {
    call,
    ...options
  }: MutationOptions<EndpointOutput<R>, V, C> & {
    call?: ((variables: V) => EndpointCall<R>) | undefined;
  } = {},
): ApiMutation<EndpointOutput<R>, V, C> {
  return useApiAction(
    (variables: V) =>
      apiAsUser(endpoint, call ? call(variables) : ((variables ?? {}) as EndpointCall<R>)),
    options,
  );
}

export type ApiMutation<T, V, C = unknown> = ReturnType<typeof useApiAction<T, V, C>>;

/** Like useApiMutation, for a change that takes more than a single API call.
 *  @param send calls the API by apiAsUser() */
export function useApiAction<T, V = void, C = unknown>(
  send: (variables: V) => Promise<T>,
  { invalidates = [], failed, onError, onSettled, ...options }: MutationOptions<T, V, C> = {},
) {
  const client = useQueryClient();
  const mutation = useMutation<T, Error, V, C>({
    ...options,
    mutationFn: send,
    onError: (error, variables, ...rest) => {
      if (isSessionOver(error)) return undefined;
      if (failed !== undefined)
        showFailure(error, typeof failed === "string" ? failed : failed(variables));
      return onError?.(error, variables, ...rest);
    },
    onSettled: async (...outcome) => {
      await invalidateEndpoints(client, invalidates);
      await onSettled?.(...outcome);
    },
  });
  const { error } = mutation;
  /** The error to show; null when the session is over. */
  const failure = isSessionOver(error) ? null : error;
  return { ...mutation, failure };
}

/** Whether a retry is pointless: the call succeeded, or was refused for good. */
export const isSettled = (error: Error | null): boolean => error === null || isRefused(error);

/** Shows a toast for a failure, once, with the specification's wording. The page itself explains
 *  what the user can do. */
export function useFailureToast(error: Error | null, description: string): void {
  useEffect(() => {
    if (error && !isSessionOver(error))
      toast({ title: "Error", description, variant: "destructive" });
  }, [error, description]);
}
