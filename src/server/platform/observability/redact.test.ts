// Tests how texts, errors and objects are redacted in the log.
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { describeError, redact, scrub, summariseError } from "./redact.ts";

const caught = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
};

test.each([
  ["to ann.rolle@example.com now", "to [e-mail] now"],
  ["call +1 (242) 555-0142 or 2425550142", "call [number] or [number]"],
  ["card 4242 4242 4242 4242", "card [number]"],
  ["postgres://caydrive:hunter2@db:5432/caydrive", "postgres://db:5432/caydrive"],
  [
    "GET https://caydrive.example/auth/confirm?token_hash=abc#x failed",
    "GET https://caydrive.example/auth/confirm?[removed] failed",
  ],
  ["Bearer eyJhbGciOi.J9.x", "Bearer [removed]"],
  ["key sk_live_51abc and whsec_9", "key [key] and [key]"],
  ["token dGhpcyBpcyBhIHRva2VuIG9mIGEgbGVuZ3Ro", "token [token]"],
])("redacts %s", (text, left) => {
  expect(scrub(text)).toBe(left);
});

test.each([
  "booking 0193b2c4-7d1e-4c55-9f0a-2424242424ab of 2026-12-05",
  "connect ECONNREFUSED 127.0.0.1:5432",
  'duplicate key value violates unique constraint "car_calendar_no_two_bookings_of_a_car_overlap"',
  "migration 0033_failed_jobs.sql took 1234 ms",
])("keeps %s", (text) => {
  expect(scrub(text)).toBe(text);
});

describe("an error", () => {
  test("keeps its type, stack, codes and the parts of its message that we wrote", () => {
    const error = Object.assign(new Error('no room for "Ann Rolle" in relation "car_listings"'), {
      code: "23505",
      table: "car_listings",
      detail: "Key (email)=(ann@example.com) already exists.",
      where: "unnamed portal with parameters: $1 = 'Ann'",
      parameters: ["Ann"],
    });
    expect(describeError(error)).toEqual({
      type: "Error",
      message: 'no room for "…" in relation "car_listings"',
      code: "23505",
      table: "car_listings",
      stack: expect.stringMatching(/^at .*redact\.test\.ts/),
    });
  });

  test("from input validation names the fields, not their values", () => {
    const parse = () =>
      z
        .strictObject({ age: z.number(), kind: z.enum(["a"]) })
        .parse({ age: "Ann", kind: "Ann", Ann: 1 });
    const { message } = describeError(caught(parse));
    expect(message).toBe("age: invalid_type; kind: invalid_value; : unrecognized_keys");
    expect(summariseError(caught(() => JSON.parse('{"name": Ann}')))).toBe(
      "SyntaxError: not well-formed",
    );
  });

  test("from a mail server keeps only its codes", () => {
    const said = {
      response: "550 5.1.1 <ann@example.com> Ann Rolle is not here",
      responseCode: 550,
      rejected: ["ann@example.com"],
    };
    const error = Object.assign(new Error(`Can't send mail: ${said.response}`), said, {
      code: "EENVELOPE",
      command: "RCPT TO",
    });
    expect(summariseError(error)).toBe("Error EENVELOPE: the mail server said 550 5.1.1");
    expect(JSON.stringify(describeError(error))).not.toMatch(/ann/i);
  });

  test("keeps its cause and its parts, redacted as well", () => {
    const error = new AggregateError([new Error("for 'Ann'")], "all failed", {
      cause: "ann@example.com",
    });
    expect(describeError(error)).toMatchObject({
      errors: [{ message: "for '…'" }],
      cause: { type: "string", message: "[e-mail]" },
    });
  });
});

test("redacts private fields of objects at any depth and values that are not plain", () => {
  const circle: Record<string, unknown> = { booking: "b1" };
  circle["again"] = circle;
  expect(
    redact({
      email: "a",
      user: { first_name: "Ann", id: 7, access_token: "t" },
      list: ["ann@example.com"],
      file: Buffer.from("Ann"),
    }),
  ).toEqual({
    email: "[removed]",
    user: { first_name: "[removed]", id: 7, access_token: "[removed]" },
    list: ["[e-mail]"],
    file: "[Buffer]",
  });
  expect(JSON.stringify(redact(circle))).toContain("…");
});
