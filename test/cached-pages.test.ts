// Tests that every public page is cached, unless it is named here with the reason.
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { findCacheKey } from "../src/server/platform/pages/cached-pages.ts";
import routes from "../src/web/routes.ts";

const UNCACHED = {
  "/unsubscribe": "depends on the token in its link",
  "/dev/mailbox": "shows each new email immediately",
  "/*": "is any unknown address",
};

const ID = "5f0f1a3e-9f5e-4f3e-9f5e-000000000000";

/** The addresses of a layout's pages. */
const toPages = ({ path, children = [] }: RouteConfigEntry): string[] =>
  path === undefined && children.length > 0
    ? children.flatMap(toPages)
    : [`/${path ?? ""}`.replace(/\/:\w+\?/, "").replace(/:\w+/, ID)];

test("caches all public pages but a few", () => {
  const layouts = routes.filter(({ file }) => /(public|auth)-pages\.tsx$/.test(file));
  const pages = layouts.flatMap(toPages);
  expect(pages).toContain(`/hosts/${ID}`);
  const uncached = pages.filter((page) => !findCacheKey(new URL(page, "https://caydrive.test")));
  expect(uncached).toEqual(Object.keys(UNCACHED));
});
