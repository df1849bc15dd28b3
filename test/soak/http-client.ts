// The HTTP client of people in the soak. It counts responses and reports unexpected ones.
import { setTimeout as delay } from "node:timers/promises";
import type { ApiResponse } from "../api-responses.ts";
import type { Person } from "../factories.ts";
import type { Machine } from "./machine.ts";

/** Longer than any limit of the program: a request that takes longer hangs. */
const HUNG_MS = 120_000;
const AGAIN_MS = 250;

interface Answered<Method extends string, Path extends string> {
  status: number;
  body: ApiResponse<Method, Path>;
}

/** @param responses counts responses by status; "none" if there was none */
export function openClient(
  machine: Machine,
  responses: Record<string, number>,
  day: { readonly hasGivenUp: boolean },
) {
  /** @returns undefined for no response, or for a server error */
  async function ask<const M extends string, const P extends string>(
    method: M,
    path: P,
    by?: Person,
    body?: unknown,
    type = "application/json",
  ): Promise<Answered<M, P> | undefined> {
    const given =
      type === "application/json" && body !== undefined ? JSON.stringify(body) : (body as BodyInit);
    const began = performance.now();
    const reply = await fetch(machine.url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": type }),
        ...(by && { authorization: `Bearer ${by.token}` }),
      },
      ...(body === undefined ? {} : { body: given }),
      signal: AbortSignal.timeout(HUNG_MS),
    })
      .then(async (response): Promise<Answered<M, P>> => {
        const text = await response.text();
        const isJson = response.headers.get("content-type")?.includes("json");
        if (response.status === 503 && !response.headers.has("retry-after"))
          machine.surprises.push(`${method} ${path}: 503 without retry-after`);
        return { status: response.status, body: isJson ? JSON.parse(text) : text };
      })
      .catch((error: Error) => {
        if (error.name === "TimeoutError")
          machine.surprises.push(`${method} ${path}: no response within ${HUNG_MS} ms`);
        return undefined;
      });
    const word = reply ? String(reply.status) : "none";
    responses[word] = (responses[word] ?? 0) + 1;
    if (reply?.status === 500)
      machine.surprises.push(
        `${method} ${path}: 500 ${JSON.stringify(reply.body)} after ${Math.round(performance.now() - began)} ms`,
      );
    if (reply && reply.status < 500) return reply;
    await delay(AGAIN_MS);
    return undefined;
  }
  /** Repeats the same request until there is a response. The request is idempotent. */
  async function insist<const M extends string, const P extends string>(
    method: M,
    path: P,
    by: Person,
    body?: unknown,
    type?: string,
  ): Promise<Answered<M, P>> {
    while (!day.hasGivenUp) {
      const response = await ask(method, path, by, body, type);
      if (response) return response;
    }
    machine.surprises.push(`${method} ${path}: never answered`);
    return { status: 0, body: {} };
  }
  return { ask, insist };
}
