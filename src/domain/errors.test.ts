import { expect, test } from "vitest";
import { DomainError, isDomainError } from "./errors.ts";

test("carries the code and details of an expected failure", () => {
  const error = new DomainError("rate_limited", { retry_after_seconds: 60 });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    name: "DomainError",
    message: "rate_limited",
    code: "rate_limited",
    details: { retry_after_seconds: 60 },
  });
  expect(new DomainError("dates_missing").details).toEqual({});
});

test("distinguishes domain errors from other errors and from other codes", () => {
  const error: unknown = new DomainError("dates_missing");
  expect(isDomainError(error)).toBe(true);
  expect(isDomainError(error, "dates_missing")).toBe(true);
  expect(isDomainError(error, "dates_reversed")).toBe(false);
  expect(
    isDomainError(Object.assign(new Error("no"), { code: "dates_missing" }), "dates_missing"),
  ).toBe(false);
  expect(isDomainError(undefined)).toBe(false);
});
