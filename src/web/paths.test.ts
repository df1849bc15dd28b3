// Builds URLs from the given values; `next` never leads away from this origin.
import { describe, expect, test } from "vitest";
import { paths, safeNext } from "./paths.ts";

describe("paths", () => {
  test("leaves out unset values and escapes the others", () => {
    expect(paths.browse()).toBe("/browse");
    expect(paths.browse({ location: "George Town & Exuma", max_price: "" })).toBe(
      "/browse?location=George+Town+%26+Exuma",
    );
    expect(paths.auth({ mode: "signup", type: "host" })).toBe("/auth?mode=signup&type=host");
    expect(paths.auth({ next: "/book/1?start_date=2026-12-05" })).toBe(
      "/auth?next=%2Fbook%2F1%3Fstart_date%3D2026-12-05",
    );
    expect(paths.bookingSuccess("cs_1")).toBe("/booking-success?session_id=cs_1");
    expect(paths.book("a/b")).toBe("/book/a%2Fb");
  });
});

describe("safeNext", () => {
  test.each(["/book/1?start_date=2026-12-05#panel", "/", "/authors"])("keeps %s", (next) => {
    expect(safeNext(next)).toBe(next);
  });

  test.each([
    null,
    undefined,
    "",
    "//evil.test",
    "/\\evil.test",
    "/\t/evil.test",
    "https://evil.test",
    "javascript:1",
    "book",
  ])("refuses %j", (next) => {
    expect(safeNext(next)).toBe("/dashboard");
  });

  test.each(["/auth", "/auth?mode=signup", "/auth/reset", "/auth#x"])(
    "does not loop to %s",
    (next) => {
      expect(safeNext(next)).toBe("/dashboard");
    },
  );
});
