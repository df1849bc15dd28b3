// Each patch still finds what it replaces in the installed version of its library.
import { readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { arrangeHead } from "./document-head.ts";
import { failInsteadOfReloading, ROUTE_MODULES } from "./stay-on-failed-routes.ts";

const installed = (path: string): string =>
  readFileSync(new URL(`../../../node_modules/${path}`, import.meta.url), "utf8");

test("React Router reloads the page in one place, after the error that the patch throws", () => {
  const code = installed(ROUTE_MODULES);
  expect(code).toMatch(/catch \(error\) \{.*window\.location\.reload\(\);/s);
  const patched = failInsteadOfReloading(code);
  expect(patched).not.toContain("location.reload");
  expect(patched).toContain("throw error;");
  expect(() => failInsteadOfReloading("")).toThrow("React Router");
});

test("React and React Router write the links by which the head is ordered", () => {
  const link = (rel: string, href: string) => createElement("link", { rel, href });
  const page = renderToString(
    createElement("head", null, link("modulepreload", "/a.js"), link("stylesheet", "/a.css")),
  ).replace("</head>", "");
  expect(arrangeHead(page)).toBe(
    '<head><link rel="stylesheet" href="/a.css"/><link rel="modulepreload" fetchpriority="low" href="/a.js"/>',
  );
  const components = installed("react-router/dist/production/lib/dom/ssr/components.js");
  expect(components.match(/"link", \{\s+(key: [^,]+,\s+)?rel: "modulepreload"/g)?.length).toBe(4);
});

test("React stores a field's last value where the script for deferred hydration changes it", () => {
  expect(installed("react-dom/cjs/react-dom-client.production.js")).toMatch(
    /\w+ = node\._valueTracker;[\s\S]{0,80}tracker\.getValue\(\)/,
  );
});
