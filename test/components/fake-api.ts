// The API of a component test, in place of the network. Requests and responses have the contract's
// types, so that a wrong one does not compile.
import { expect, vi } from "vitest";
import { endpoints } from "../../src/contract/index.ts";
import { PROBLEMS, type Problem } from "../../src/contract/problem.ts";
import { toWireCode, type DomainError, type FieldError } from "../../src/domain/errors.ts";
import type { EndpointCall, Endpoint, EndpointOutput } from "../../src/web/api/api-cache.ts";

/** A response, or the error that the server refuses with. */
type Reply<R extends Endpoint> = EndpointOutput<R> | DomainError;
type Respond<R extends Endpoint> = (call: EndpointCall<R>) => Reply<R> | Promise<Reply<R>>;

interface Route {
  endpoint: Endpoint;
  pattern: RegExp;
  respond: (call: unknown) => unknown;
}

const TOKEN = "the-access-token";
const routes = new Map<Endpoint, Route>();
/** The requests that change something, in order. */
let sent: { endpoint: Endpoint; call: unknown }[] = [];
let unexpected: string[] = [];

/** Starts a test with an API that knows no endpoint. */
export function installFakeApi(): void {
  routes.clear();
  sent = [];
  unexpected = [];
  const network = fetch;
  vi.stubGlobal("fetch", (input: string | URL, init: RequestInit = {}) => {
    const url = new URL(input, location.href);
    return /^\/(?:api|auth|functions)\//.test(url.pathname)
      ? handle(url, init)
      : network(input, init);
  });
}

/** Responds to an endpoint from now on. */
export function respondTo<R extends Endpoint>(endpoint: R, respond: Respond<R>): void {
  const path = endpoint.slice(endpoint.indexOf(" ") + 1);
  const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
  routes.set(endpoint, { endpoint, pattern, respond: respond as Route["respond"] });
}

/** Leaves requests to an endpoint waiting. @returns the function that responds to them */
export function hold<R extends Endpoint>(endpoint: R): (reply: Reply<R>) => void {
  const { promise, resolve } = Promise.withResolvers<Reply<R>>();
  respondTo(endpoint, () => promise);
  return resolve;
}

/** A `respond` for a lost connection. */
export function offline(): never {
  throw new TypeError("Failed to fetch");
}

/** Expects that this was the only request that changes something. */
export function expectSent<R extends Endpoint>(endpoint: R, call: EndpointCall<R>): void {
  expect(sent).toEqual([{ endpoint, call }]);
}

export function expectNothingSent(): void {
  expect(sent).toEqual([]);
}

/** Forgets the requests so far, such as signing in. */
export function forgetSent(): void {
  sent = [];
}

export function expectNothingUnexpected(): void {
  expect(unexpected).toEqual([]);
}

async function handle(url: URL, { method = "GET", headers, body }: RequestInit): Promise<Response> {
  const name = `${method} ${url.pathname}`;
  const route = [...routes.values()].find(
    ({ endpoint, pattern }) => endpoint.startsWith(`${method} `) && pattern.test(url.pathname),
  );
  if (!route) {
    unexpected.push(name);
    return offline();
  }
  const params = route.pattern.exec(url.pathname)?.groups;
  const call = {
    ...(params && { params: { ...params } }),
    ...(url.search && { query: Object.fromEntries(url.searchParams) }),
    ...(typeof body === "string" && { body: JSON.parse(body) as unknown }),
  };
  if (needsToken(route.endpoint) && bearerOf(headers) !== TOKEN)
    unexpected.push(`${name} without the token`);
  if (method !== "GET") sent.push({ endpoint: route.endpoint, call });
  const reply = await route.respond(call);
  if (reply === null) return new Response(null, { status: 204 });
  return reply instanceof Error ? problemResponse(reply as DomainError) : Response.json(reply);
}

/** Whether an endpoint of our own, not of the sign-in service, refuses visitors. */
const needsToken = (endpoint: Endpoint): boolean =>
  endpoints.some(
    ({ method, path, access }) =>
      path.startsWith("/api/") && access !== "public" && endpoint === `${method} ${path}`,
  );

const bearerOf = (headers: HeadersInit | undefined): string | undefined =>
  new Headers(headers).get("authorization")?.replace("Bearer ", "");

/** As the server sends it (server/platform/http/http.ts). */
function problemResponse({ code, details }: DomainError): Response {
  const { status, title } = PROBLEMS[code];
  const { errors = [], ...rest } = details as { errors?: FieldError[] };
  const problem: Problem = {
    type: `urn:caydrive:problem:${code}`,
    title,
    status,
    code: toWireCode(code),
    detail: title,
    errors,
    request_id: "a-request",
    details: rest,
  };
  return Response.json(problem, { status });
}

/** Responds to signing in. */
export function respondToSignIn(profile: EndpointOutput<"GET /api/profile">): void {
  respondTo("GET /api/profile", () => profile);
  respondTo("POST /auth/v1/token", () => ({
    access_token: TOKEN,
    token_type: "bearer",
    expires_in: 3600,
    expires_at: Date.UTC(2100) / 1000, // auth-js never refreshes it.
    refresh_token: "the-refresh-token",
    user: toAuthUser(profile),
  }));
}

/** A person's account, as auth-js reads it. */
export const toAuthUser = (
  profile: EndpointOutput<"GET /api/profile">,
): EndpointOutput<"PUT /auth/v1/user"> => ({
  id: profile.user_id,
  aud: "authenticated",
  role: "authenticated",
  email: profile.email,
  phone: "",
  app_metadata: { provider: "email", providers: ["email"] },
  user_metadata: {},
  identities: [],
  is_anonymous: false,
  created_at: profile.created_at,
  updated_at: profile.created_at,
});
