// Builds URLs from the given values, and has one for every page; `next` never leads away from this
// origin.
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject } from "react-router";
import { describe, expect, test } from "vitest";
import { paths, safeNext } from "./paths.ts";
import routes from "./routes.ts";

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

describe("pages", () => {
  const toRoutes = (entries: readonly RouteConfigEntry[]): RouteObject[] =>
    entries.map(({ index, path = "", children = [] }) =>
      index ? { index } : { path, children: toRoutes(children) },
    );
  const toPatterns = (entries: readonly RouteConfigEntry[]): string[] =>
    entries.flatMap(({ path = "", children }) => (children ? toPatterns(children) : path));
  const pages = toRoutes(routes);
  /** The URL of each helper, without a query. */
  const urls = Object.entries(paths).map(([name, path]): [string, string] => [
    name,
    (path as (...ids: string[]) => string)(...Array<string>(path.length).fill("1")),
  ]);
  const findPattern = (url: string): string =>
    matchRoutes(pages, url.replace(/[?#].*/, ""))?.at(-1)?.route.path ?? "";

  test.each(urls.filter(([name]) => !["carImage", "openApi"].includes(name)))(
    "%s leads to a page: %s",
    (_name, url) => expect(findPattern(url)).not.toBe("*"),
  );

  test("every page has a path", () => {
    const found = new Set([...urls.map(([, url]) => findPattern(url)), "*"]);
    expect(toPatterns(routes).filter((pattern) => !found.has(pattern))).toEqual([]);
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
