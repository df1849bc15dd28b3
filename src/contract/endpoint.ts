// How an endpoint is written down: one value that the server mounts, OpenAPI describes and the browser's client is typed by.
import type { z } from "zod";
import type { ErrorCode } from "../domain/errors.ts";

/**
 * Who may call. Every endpoint is closed unless it says so here.
 * public: anyone; signed_in: anyone with a live session; renter/host/admin of a row are decided by the service;
 * admin: the role list holds admin; provider: whoever signed the body with the webhook secret.
 */
export type Access = "public" | "signed_in" | "admin" | "provider";

export interface EndpointSpec {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** With parameters in braces: /api/listings/{id}. */
  path: `/${string}`;
  access: Access;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Headers that are read beyond the bearer token; described, and checked by the route. */
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** A larger body is refused before it is parsed, in bytes; MAX_BODY_BYTES unless it says otherwise. */
  maxBytes?: number;
  /** The body is sent as a form, by a browser or a mail program. */
  isForm?: true;
  /** The content types of a body that is a file, which the route reads as it comes. */
  file?: readonly string[];
  /** Its answer waits for a server that the caller names: it takes none of the places of what writes (server/platform/http/admission-control.ts). */
  asksElsewhere?: true;
  /** 200 unless it says otherwise; 101, 204 and 303 carry no body. */
  status?: 101 | 204 | 303;
  /** Of an answer that is text, or a file of any type; JSON unless it says otherwise. */
  contentType?: `text/${string}` | "application/octet-stream";
  output: z.ZodType;
  /** Beyond those that any endpoint may answer (invalid_request, unauthenticated, rate_limited, busy, internal). */
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
