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

type Parts = { params?: Record<string, string>; query?: Record<string, string | number | undefined>; body?: unknown };
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
    if (value !== undefined && value !== "") query.set(name, String(value));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** A client over a transport. @throws ApiError */
export function openApi(transport: Transport) {
  return async function call<R extends keyof Api>(
    route: R,
    parts: Api[R]["call"],
    options: CallOptions = {},
  ): Promise<Api[R]["output"]> {
    const { body } = parts as Parts;
    const headers: Record<string, string> = { accept: "application/json" };
    if (body !== undefined) headers["content-type"] = "application/json";
    if (options.token) headers["authorization"] = `Bearer ${options.token}`;
    const init: RequestInit = {
      method: route.slice(0, route.indexOf(" ")),
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    };
    let response: Response;
    try {
      response = await transport(addressOf(route, parts as Parts), init);
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw new ApiError("offline", 0);
    }
    if (response.ok) return (await response.json()) as Api[R]["output"];
    const problem = (await response.json().catch(() => undefined)) as Partial<Problem> | undefined;
    throw new ApiError(
      (problem?.code as ErrorCode | undefined) ?? "internal",
      response.status,
      problem?.details,
      problem?.errors,
    );
  };
}

/** The browser's client. Signed-in calls pass the token that useSession or accessToken() gives. */
export const api = openApi((path, init) => fetch(path, init));
