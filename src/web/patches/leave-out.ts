// Leaves code of React and React Router out of the browser's bundle: modules and functions for
// features that we do not use, but that their other code refers to (docs/decisions/0032).
import type { Plugin } from "vite";

const ROUTER = "react-router/dist/production/lib";

/** The exports of each module, by its path in node_modules. Without its setting, functions that do
 *  nothing can replace them. */
export const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  // Lazy route discovery: react-router.config.ts chooses "initial".
  [`${ROUTER}/dom/ssr/fog-of-war.js`]: [
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
  [`${ROUTER}/router/instrumentation.js`]: [
    "consumeInstrumentationClientResultMetaReceiver",
    "getRouteInstrumentationUpdates",
    "instrumentClientSideRouter",
    "instrumentHandler",
    "instrumentationResultMetaContext",
  ],
};

/** Functions and classes of modules that stay, by the module's path, with the body that replaces
 *  theirs. In React Router they serve actions and forms, fetchers, <Await>, middleware in the
 *  browser, view transitions, React server components and pages without a server. In React they
 *  serve <ViewTransition>, <SuspenseList>, preloading through functions of "react-dom", and the
 *  list of components that comes with an error, which nothing reads. */
export const EMPTIED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [`${ROUTER}/router/router.js`]: {
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
  [`${ROUTER}/dom/ssr/single-fetch.js`]: {
    singleFetchActionStrategy: "",
    nonSsrStrategy: "",
    singleFetchLoaderFetcherStrategy: "",
  },
  [`${ROUTER}/dom/lib.js`]: { useSubmit: "", useFormAction: "", HistoryRouter: "" },
  [`${ROUTER}/hooks.js`]: { RSCErrorHandler: "" },
  [`${ROUTER}/components.js`]: { AwaitErrorBoundary: "" },
  [`${ROUTER}/dom/ssr/components.js`]: { RSCPrefetchPageLinksImpl: "" },
  [`${ROUTER}/dom/ssr/routes.js`]: { createClientRoutesWithHMRRevalidationOptOut: "" },
  "react-dom/cjs/react-dom-client.production.js": {
    startViewTransition: "",
    flushAfterMutationEffects: "",
    commitAfterMutationEffectsOnFiber: "",
    commitEnterViewTransitions: "",
    commitExitViewTransitions: "",
    trackEnterViewTransitions: "",
    commitNestedViewTransitions: "",
    restoreEnterOrExitViewTransitions: "",
    restoreNestedViewTransitions: "",
    updateSuspenseListComponent: "",
    preconnectAs: "",
    preload: "",
    preloadModule: "",
    preinitStyle: "",
    preinitScript: "",
    preinitModuleScript: "",
    describeNativeComponentFrame: 'return "";',
  },
};

/** Replaces the bodies of functions and classes, whether or not they are nested in a function.
 *  @throws Error when one of them is gone or no longer unique */
export function emptyFunctions(code: string, bodies: Readonly<Record<string, string>>): string {
  return Object.entries(bodies).reduce((before, [name, body]) => {
    const parameters = "\\((?:\\n[^)]*|[^\\n]*)\\)";
    const head = `(?:async )?function ${name}${parameters}|var ${name} = class [^\\n]*`;
    const whole = new RegExp(`^([\\t ]*)(${head}) \\{$.*?^\\1\\}`, "gms");
    let found = 0;
    const after = before.replace(whole, (_all, indent: string, begin: string) => {
      found++;
      return `${indent}${begin} {${body}}`;
    });
    if (found !== 1) throw new Error(`The library has ${name} ${found} times: see what changed.`);
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
    filter: { id: Object.keys(EMPTIED).map((path) => `**/node_modules/${path}`) },
    handler: (code, id) => emptyFunctions(code, findByPath(EMPTIED, id) ?? {}),
  },
};
