// The typed client of our API. It uses the contract's types without its schemas; failures become
// ApiError with a stable code.
import type { Api } from "../../contract/index.ts";
import type { ApiResponse } from "../../contract/page-contexts.ts";
import type { Problem } from "../../contract/problem.ts";
import { fromWireCode, type ErrorCode, type ErrorDetails } from "../../domain/errors.ts";

/** A response that is not a success, or no response at all (code "offline"). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode | "offline";
  readonly status: number;
  readonly details: Partial<ErrorDetails[ErrorCode]> & Record<string, unknown>;
  readonly fields: { field: string; message: string }[];
  constructor(
    code: ErrorCode | "offline",
    status: number,
    details: Record<string, unknown> = {},
    fields: Problem["errors"] = [],
  ) {
    super(code);
    this.code = code;
    this.status = status;
    this.details = details as ApiError["details"];
    this.fields = fields;
  }
}

type Parts = {
  params?: Record<string, string>;
  query?: Record<string, string | number | readonly string[] | undefined>;
  body?: unknown;
};
export interface CallOptions {
  signal?: AbortSignal;
  /** The access token of the signed-in user; null for an anonymous request. */
  token?: string | null;
  headers?: Readonly<Record<string, string>>;
}
/** Sends a request: over the network in the browser, in process on the server. */
type Transport<R extends ApiResponse> = (path: string, init: RequestInit) => Promise<R>;

/** Builds the path and query for a route such as "GET /api/listings/{id}". */
export function endpointUrl(route: string, parts: Parts): string {
  const path = route
    .slice(route.indexOf(" ") + 1)
    .replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(parts.params?.[name] ?? ""));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts.query ?? {}))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined && each !== "") query.append(name, String(each));
  return query.size > 0 ? `${path}?${query}` : path;
}

type Renew = (refused: string) => Promise<string | null>;
let renew: Renew = () => Promise.resolve(null);

/** Registers the handler that replaces a token the server refused. It resolves to null when the
 *  session is over (session/account.ts). */
export function onTokenRefused(handler: Renew): void {
  renew = handler;
}

/** Whether the server refused the request for good: the resource does not exist, or this user may
 *  not access it. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Whether the call failed with this code. */
export const isCode = (error: unknown, code: ApiError["code"]): boolean =>
  error instanceof ApiError && error.code === code;

/** Whether the session is over. session/account.ts has already notified the user, so callers need
 *  not. */
export const isSessionOver = (error: unknown): boolean => isCode(error, "unauthenticated");

/** Sends requests over a transport. If the token is refused, it retries once with a renewed one, if
 *  available.
 *  @throws ApiError */
function openRequests<T extends ApiResponse>(transport: Transport<T>) {
  return async function send<R extends keyof Api>(
    route: R,
    parts: Api[R]["call"],
    { token, signal, headers: given }: CallOptions = {},
  ): Promise<T> {
    const ask = async (bearer: string | null | undefined): Promise<T> => {
      const { body } = parts as Parts;
      const headers: Record<string, string> = { accept: "application/json", ...given };
      if (body !== undefined) headers["content-type"] = "application/json";
      if (bearer) headers["authorization"] = `Bearer ${bearer}`;
      try {
        return await transport(endpointUrl(route, parts as Parts), {
          method: route.slice(0, route.indexOf(" ")),
          headers,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          ...(signal ? { signal } : {}),
        });
      } catch (error) {
        if (signal?.aborted) throw error;
        throw new ApiError("offline", 0);
      }
    };
    let response = await ask(token);
    if (response.status === 401 && token) {
      const renewed = await renew(token);
      if (renewed) response = await ask(renewed);
    }
    if (response.ok) return response;
    throw toApiError(response.status, await response.json().catch(() => undefined));
  };
}

/** Converts an error response.
 *  @param body undefined when the response did not come from our server */
export function toApiError(status: number, body: unknown): ApiError {
  const problem = body as Partial<Problem> | undefined;
  return new ApiError(
    problem?.code === undefined ? "internal" : fromWireCode(problem.code),
    status,
    problem?.details,
    problem?.errors,
  );
}

/** Opens a client over a transport. @throws ApiError */
export function openApi(transport: Transport<ApiResponse>) {
  const send = openRequests(transport);
  return async <R extends keyof Api>(
    route: R,
    parts: Api[R]["call"],
    options?: CallOptions,
  ): Promise<Api[R]["output"]> =>
    (await (await send(route, parts, options)).json()) as Api[R]["output"];
}

type ResponseObserver = (response: Response, begunAt: number) => void;
let observe: ResponseObserver | undefined;

/** Registers who sees each response, with the time at which its request began. */
export function onApiResponse(observer: ResponseObserver): void {
  observe = observer;
}

const network: Transport<Response> = async (path, init) => {
  const begunAt = Date.now();
  const response = await fetch(path, init);
  observe?.(response, begunAt);
  return response;
};

/** The browser's client. Signed-in calls pass the token from accessToken(). */
export const api = openApi(network);

/** Like `api`, for responses that are not JSON: returns the raw response. */
export const apiStream = openRequests(network);
