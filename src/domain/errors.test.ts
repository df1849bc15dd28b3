import { expect, test } from "vitest";
import { DomainError, fromWireCode, isDomainError, toWireCode } from "./errors.ts";

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

test("sends a missing row as the code that clients of the specification expect", () => {
  expect(toWireCode("not_found")).toBe("PGRST116");
  expect(fromWireCode("PGRST116")).toBe("not_found");
  expect(toWireCode("dates_missing")).toBe("dates_missing");
  expect(fromWireCode("dates_missing")).toBe("dates_missing");
});
