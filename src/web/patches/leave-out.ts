// Leaves code of React Router out of the browser's bundle: modules and functions for features that
// we do not use, but that its other code refers to (docs/decisions/0032).
import type { Plugin } from "vite";

/** The exports of each module, by its path in react-router/dist/production. Without its setting,
 *  functions that do nothing can replace them. */
export const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  // Lazy route discovery: react-router.config.ts chooses "initial".
  "lib/dom/ssr/fog-of-war.js": [
    "URL_LIMIT",
    "getManifestPath",
    "getPartialManifest",
    "getPatchRoutesOnNavigationFunction",
    "getPathsWithAncestors",
    "handleClientVersionMismatch",
    "isFogOfWarEnabled",
    "useFogOFWarDiscovery",
  ],
  // Instrumentation: entry.client.tsx passes none.
  "lib/router/instrumentation.js": [
    "consumeInstrumentationClientResultMetaReceiver",
    "getRouteInstrumentationUpdates",
    "instrumentClientSideRouter",
    "instrumentHandler",
    "instrumentationResultMetaContext",
  ],
};

/** Functions and classes of modules that stay, by the module's path, with the body that replaces
 *  theirs. They serve actions and forms, fetchers, <Await>, middleware in the browser, view
 *  transitions, React server components and pages without a server. */
export const EMPTIED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "lib/router/router.js": {
    handleAction: "",
    fetch: "",
    handleFetcherAction: "",
    handleFetcherLoader: "",
    getUpdatedRevalidatingFetchers: "",
    updateFetcherState: "",
    setFetcherError: "",
    getFetcher: "",
    resetFetcher: "",
    queueFetcherForDeletion: "",
    abortFetcher: "",
    deleteFetcher: "",
    markFetchRedirectsDone: "",
    abortStaleFetchLoads: "",
    discoverRoutes: "",
    patchRoutes: "",
    _internalSetRoutes: "",
    restoreAppliedTransitions: "",
    persistAppliedTransitions: "",
    defaultDataStrategyWithMiddleware: "",
    normalizeNavigateOptions: "return { path };",
    runClientMiddlewarePipeline: "return handler();",
    getSubmissionFromNavigation: "",
    getActionDataForCommit: "",
    createClientSideRequest:
      "return new Request(history.createURL(stripHashFromPath(location)), { signal });",
  },
  "lib/dom/ssr/single-fetch.js": {
    singleFetchActionStrategy: "",
    nonSsrStrategy: "",
    singleFetchLoaderFetcherStrategy: "",
  },
  "lib/dom/lib.js": { useSubmit: "", useFormAction: "", HistoryRouter: "" },
  "lib/hooks.js": { RSCErrorHandler: "" },
  "lib/components.js": { AwaitErrorBoundary: "" },
  "lib/dom/ssr/components.js": { RSCPrefetchPageLinksImpl: "" },
  "lib/dom/ssr/routes.js": { createClientRoutesWithHMRRevalidationOptOut: "" },
};

/** Replaces the bodies of functions and classes, whether or not they are nested in a function.
 *  @throws Error when one of them is gone or no longer unique */
export function emptyFunctions(code: string, bodies: Readonly<Record<string, string>>): string {
  return Object.entries(bodies).reduce((before, [name, body]) => {
    const head = `(?:async )?function ${name}\\([^\\n]*\\)|var ${name} = class [^\\n]*`;
    const whole = new RegExp(`^(\\t*)(${head}) \\{$.*?^\\1\\}`, "gms");
    let found = 0;
    const after = before.replace(whole, (_all, indent: string, begin: string) => {
      found++;
      return `${indent}${begin} {${body}}`;
    });
    if (found !== 1) throw new Error(`React Router has ${found} times ${name}: see what changed.`);
    return after;
  }, code);
}

const findByPath = <T>(byPath: Readonly<Record<string, T>>, id: string): T | undefined =>
  Object.entries(byPath).find(([path]) => id.endsWith(path))?.[1];

export const leaveOut: Plugin = {
  name: "leave-out",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  load: {
    filter: { id: /react-router\/dist\/production\/lib\/.*\/(fog-of-war|instrumentation)\.js$/ },
    handler(id) {
      const names = findByPath(LEFT_OUT, id) ?? [];
      return names.map((name) => `export const ${name} = () => undefined;`).join("\n");
    },
  },
  transform: {
    filter: {
      id: /react-router\/dist\/production\/lib\/(router\/router|dom\/lib|hooks|components|dom\/ssr\/(single-fetch|components|routes))\.js$/,
    },
    handler: (code, id) => emptyFunctions(code, findByPath(EMPTIED, id) ?? {}),
  },
};
