// The definition of an endpoint: one value that the server mounts, OpenAPI documents and the
// browser's client takes its types from.
import type { z } from "zod";
import type { ErrorCode } from "../domain/errors.ts";
import type { PolicyName } from "../domain/policies/policies.ts";

/**
 * Who may call. Nobody may call an endpoint unless its definition says so.
 * public: anyone; signed_in: anyone with a live session (the service checks whose row it is);
 * admin: the role list contains admin, and the policy allows that kind of admin; provider: the
 * webhook secret signed the body.
 */
export type Access = "public" | "signed_in" | "admin" | "provider";

/**
 * The number of calls that an account may make within a window, counted across all processes. The
 * services enforce the limits that depend on more than the caller: sign-in, refresh tokens, mailed
 * links, phone codes, the password for deleting an account, support forms, Google's places.
 */
export interface CallLimit {
  /** Endpoints with the same name share one count. */
  name: string;
  attempts: number;
  seconds: number;
  /** What the handler counts; without it the router counts every valid call. */
  counts?: string;
}

export interface EndpointSpec {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** With parameters in braces: /api/listings/{id}. */
  path: `/${string}`;
  access: Access;
  /**
   * Who of the signed-in people may call, and for what; the service enforces it. With access admin
   * it is an action of the policy for admins, which the router enforces.
   */
  policy?: PolicyName;
  /** The person must have signed in recently (domain/person/recent-sign-in.ts). */
  recentSignIn?: true;
  /** For endpoints that require a session. */
  limit?: CallLimit;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Headers in addition to the bearer token. They are documented here and checked by the route. */
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** A larger body is refused before parsing, in bytes; MAX_BODY_BYTES by default. */
  maxBytes?: number;
  /** The body is sent as a form, by a browser or an email program. */
  isForm?: true;
  /** The content types of a body that is a file. The route reads it as a stream. */
  file?: readonly string[];
  /**
   * The response waits for a server that the caller names, so the call takes no permit for writes
   * (server/platform/http/admission-control.ts).
   */
  asksElsewhere?: true;
  /** 200 by default; 101, 204 and 303 have no body. */
  status?: 101 | 204 | 303;
  /** For a response that is text, or a file of any type; JSON by default. */
  contentType?: `text/${string}` | "application/octet-stream";
  output: z.ZodType;
  /** In addition to invalid_request, unauthenticated, rate_limited, busy and internal. */
  errors: readonly ErrorCode[];
}

export const endpoint = <const E extends EndpointSpec>(spec: E): E => spec;

type Part<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler receives: each part parsed, unknown fields refused. */
export interface Input<E extends EndpointSpec> {
  params: Part<E["params"]>;
  query: Part<E["query"]>;
  body: Part<E["body"]>;
}

type Sent<S, Name extends string> = S extends z.ZodType ? { [K in Name]: z.input<S> } : unknown;

/** What a caller sends. */
export type Call<E extends EndpointSpec> = Sent<E["params"], "params"> &
  Sent<E["query"], "query"> &
  Sent<E["body"], "body">;

export type Output<E extends EndpointSpec> = z.output<E["output"]>;
