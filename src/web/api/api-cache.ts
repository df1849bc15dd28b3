// The cached responses of the API, addressed by endpoint and parameters.
import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import type { Api } from "../../contract/index.ts";

export type Endpoint = keyof Api;
/** An endpoint whose responses are cached. */
export type ReadEndpoint = Extract<Endpoint, `GET ${string}`>;
/** The parameters of a call: `params`, `query` and `body`, as far as the endpoint has them. */
export type EndpointCall<R extends Endpoint> = Api[R]["call"];
export type EndpointOutput<R extends Endpoint> = Api[R]["output"];

interface KeyParts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
}

/** The key of a response: the endpoint, then its parameters. Empty query parameters are not sent,
 *  so they are not part of the key. */
export function apiKey<R extends ReadEndpoint>(endpoint: R, call: EndpointCall<R>): QueryKey {
  const { params = {}, query = {} } = call as KeyParts;
  const sent = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  return [endpoint, params, Object.fromEntries(sent)];
}

/** The key of a list that is loaded page by page. */
export const apiPagesKey = <R extends ReadEndpoint>(
  endpoint: R,
  call: EndpointCall<R>,
): QueryKey => [...apiKey(endpoint, call), "pages"];

/** Stores a response, as if the endpoint had just returned it. */
export function setApiData<R extends ReadEndpoint>(
  client: QueryClient,
  endpoint: R,
  call: EndpointCall<R>,
  data: EndpointOutput<R>,
): void {
  client.setQueryData<EndpointOutput<R>>(apiKey(endpoint, call), data);
}

/** Changes a stored response, if there is one. */
export function updateApiData<R extends ReadEndpoint>(
  client: QueryClient,
  endpoint: R,
  call: EndpointCall<R>,
  change: (before: EndpointOutput<R>) => EndpointOutput<R>,
): void {
  const key = apiKey(endpoint, call);
  client.setQueryData<EndpointOutput<R>>(key, (before) => before && change(before));
}

/** Changes the stored pages of a list, if there are any. */
export function updateApiPages<R extends ReadEndpoint>(
  client: QueryClient,
  endpoint: R,
  call: EndpointCall<R>,
  change: (page: EndpointOutput<R>, all: readonly EndpointOutput<R>[]) => EndpointOutput<R>,
): void {
  client.setQueryData<InfiniteData<EndpointOutput<R>>>(
    apiPagesKey(endpoint, call),
    (list) => list && { ...list, pages: list.pages.map((page) => change(page, list.pages)) },
  );
}

/** Refetches what the endpoint returned, for all parameters. Resolves when the screen is up to
 *  date. */
export const invalidateEndpoint = (client: QueryClient, endpoint: ReadEndpoint): Promise<void> =>
  client.invalidateQueries({ queryKey: [endpoint] });

export async function invalidateEndpoints(
  client: QueryClient,
  endpoints: readonly ReadEndpoint[],
): Promise<void> {
  await Promise.all(endpoints.map((endpoint) => invalidateEndpoint(client, endpoint)));
}
