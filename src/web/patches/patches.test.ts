// Each patch still finds what it replaces in the installed version of its library.
import { readdirSync, readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import routerConfig from "../../../react-router.config.ts";
import { emptyFunctions, EMPTIED, LEFT_OUT } from "./leave-out.ts";
import { arrangePage } from "./page-order.ts";
import { shortenManifest } from "./short-manifest.ts";
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

test("the modules left out of React Router serve settings that are off", () => {
  expect(routerConfig.routeDiscovery.mode).toBe("initial");
  const entry = readFileSync(new URL("../entry.client.tsx", import.meta.url), "utf8");
  expect(entry).toContain("<HydratedRouter />");
  for (const [path, names] of Object.entries(LEFT_OUT)) {
    const code = installed(path);
    const [, exported = ""] = /^export \{ ([^}]+) \};$/m.exec(code) ?? [];
    expect(exported.split(", ").toSorted()).toEqual([...names].toSorted());
  }
});

test("the functions left out of libraries are there, and nothing in the application uses them", () => {
  for (const [path, bodies] of Object.entries(EMPTIED)) {
    const code = installed(path);
    const shortened = emptyFunctions(code, bodies);
    expect(shortened.length).toBeLessThan(code.length);
    expect(() => emptyFunctions(shortened, bodies)).toThrow("The library has");
  }
  const web = new URL("..", import.meta.url);
  const sources = readdirSync(web, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(new URL(path, web), "utf8"));
  for (const source of sources) {
    const [, imported = ""] = /import \{([^}]*)\} from "react-router"/.exec(source) ?? [];
    expect(imported).not.toMatch(/\b(Form|Await|useFetchers?|useFormAction|useSubmit)\b/);
    expect(source).not.toMatch(
      /export (async )?(function|const) (action|client(Action|Middleware))\b/,
    );
    expect(source).not.toMatch(/\bviewTransition[={:]/);
    const [, fromReact = ""] =
      /import (\{[^}]*\}|\* as \w+) from "react(-dom)?"/.exec(source) ?? [];
    expect(fromReact).not.toMatch(
      /\*|\b(ViewTransition|SuspenseList|pre(load|init|connect|fetch))/,
    );
  }
});

test("React Router writes the list of routes that is shortened", () => {
  const short = (id: string) => ({
    id,
    hasLoader: true,
    module: `/${id}.js`,
    imports: ["/shared.js"],
    css: [],
  });
  const route = (id: string) => ({ ...short(id), hasAction: false, hasDefaultExport: true });
  const entry = { module: "/entry.js", imports: ["/vendor.js"] };
  const code = (routes: object) => `window.__reactRouterManifest=${JSON.stringify(routes)};`;
  const shortened = shortenManifest(
    code({ entry, routes: { faq: route("faq"), book: route("book") } }),
  );
  const { imports: _imports, ...faq } = short("faq");
  const manifest: unknown = JSON.parse(shortened.slice(code({}).indexOf("{"), -1));
  expect(manifest).toEqual({ entry, routes: { faq, book: short("book") } });
  expect(() => shortenManifest("")).toThrow("React Router");
  // The patch relies on these: the imports of a route serve only to prefetch and preload it, and a
  // flag that is missing counts as false.
  for (const file of ["routes", "routeModules", "single-fetch", "hydration"]) {
    const source = installed(`react-router/dist/production/lib/dom/ssr/${file}.js`);
    expect(source).not.toContain(".imports");
    expect(source).not.toMatch(/\.has\w+ [!=]==? false|hasDefaultExport/);
  }
});

test("React and React Router write the links and the script that are moved", () => {
  const link = (rel: string, href: string) => createElement("link", { rel, href });
  const script = createElement("script", {
    type: "module",
    async: true,
    dangerouslySetInnerHTML: { __html: "import '/a.js'" },
  });
  const html = renderToString(
    createElement("head", null, link("modulepreload", "/a.js"), link("stylesheet", "/a.css")),
  ).replace("</head>", "");
  const page = arrangePage(
    { head: html, body: new Uint8Array(), scripts: `${renderToString(script)}</body>` },
    undefined,
  );
  expect(page.head).toBe('<head><link rel="stylesheet" href="/a.css"/>');
  expect(page.scripts).toMatch(
    /^<template id="modules"><link fetchpriority="low" rel="modulepreload" href="\/a.js"\/><script type="module" async="">import '\/a.js'<\/script><\/template><script>\(function start\(/,
  );
  const components = installed("react-router/dist/production/lib/dom/ssr/components.js");
  expect(components.match(/"link", \{\s+(key: [^,]+,\s+)?rel: "modulepreload"/g)?.length).toBe(4);
  expect(components).toMatch(/\.\.\.scriptProps,[^}]+\},\s+type: "module",\s+async: true/);
});

test("React replays the forms with an action that were sent before hydration", () => {
  const form = createElement("form", { action: () => undefined });
  expect(renderToString(form)).toContain('action="javascript:throw new Error(');
  expect(installed("react-dom/cjs/react-dom-client.production.js")).toContain("$$reactFormReplay");
});
