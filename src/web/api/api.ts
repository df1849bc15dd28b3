// The typed client of our API: the contract's types without its schemas. Failures become ApiError with the stable code.
import type { Api } from "../../contract/index.ts";
import type { Problem } from "../../contract/problem.ts";
import type { ErrorCode, ErrorDetails } from "../../domain/errors.ts";

/** An answer that is not a success, or none at all (code "offline"). */
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
  /** The access token of the signed-in person; null for none. */
  token?: string | null;
}
/** Sends a request somewhere: over the network in the browser, in process on the server. */
export type Transport = (path: string, init: RequestInit) => Promise<Response>;

/** "GET /api/listings/{id}" with its parts -> path and query. */
export function addressOf(route: string, parts: Parts): string {
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

/** Says who has another token for one that the server refused; null when the session is over (session/session.ts). */
export function onTokenRefused(handler: Renew): void {
  renew = handler;
}

/** The server has answered, and will answer the same next time: there is no such thing, or not for this person. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** The session is over, which session/session.ts has said: whoever called has nothing to add. */
export const isSessionOver = (error: unknown): boolean => error instanceof ApiError && error.code === "unauthenticated";

/** Sends requests over a transport. One whose token is refused is sent once more, where there is a new token. @throws ApiError */
function openRequests(transport: Transport) {
  return async function send<R extends keyof Api>(
    route: R,
    parts: Api[R]["call"],
    { token, signal }: CallOptions = {},
  ): Promise<Response> {
    const ask = async (bearer: string | null | undefined): Promise<Response> => {
      const { body } = parts as Parts;
      const headers: Record<string, string> = { accept: "application/json" };
      if (body !== undefined) headers["content-type"] = "application/json";
      if (bearer) headers["authorization"] = `Bearer ${bearer}`;
      try {
        return await transport(addressOf(route, parts as Parts), {
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
    throw apiErrorOf(response.status, await response.json().catch(() => undefined));
  };
}

/** The failure that an answer tells of. @param body undefined where whoever answered is not our server */
export function apiErrorOf(status: number, body: unknown): ApiError {
  const problem = body as Partial<Problem> | undefined;
  return new ApiError(
    (problem?.code as ErrorCode | undefined) ?? "internal",
    status,
    problem?.details,
    problem?.errors,
  );
}

/** A client over a transport. @throws ApiError */
export function openApi(transport: Transport) {
  const send = openRequests(transport);
  return async <R extends keyof Api>(
    route: R,
    parts: Api[R]["call"],
    options?: CallOptions,
  ): Promise<Api[R]["output"]> => (await (await send(route, parts, options)).json()) as Api[R]["output"];
}

const network: Transport = (path, init) => fetch(path, init);

/** The browser's client. Signed-in calls pass the token that accessToken() gives. */
export const api = openApi(network);

/** The same for what is no JSON: the answer as it comes. */
export const apiStream = openRequests(network);
